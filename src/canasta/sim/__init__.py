"""Simulation: many deals or matches of bots, with intervals, the same for any number of processes."""

from canasta.sim.moments import Mean
from canasta.sim.plan import Plan, PlanError
from canasta.sim.playing import Broken
from canasta.sim.report import Report
from canasta.sim.run import run

__all__ = ["Broken", "Mean", "Plan", "PlanError", "Report", "run"]
