"""Duels: two bots on the same decks, from all places in turn, and how many points lie between them."""

from canasta.sim.duel.contest import Duel
from canasta.sim.duel.partners import PartnerReport, Partners, run_partners
from canasta.sim.duel.report import DuelReport
from canasta.sim.duel.run import run

__all__ = ["Duel", "DuelReport", "PartnerReport", "Partners", "run", "run_partners"]
