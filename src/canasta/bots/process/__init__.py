"""Bots in processes of their own: the protocol, and the side of it that asks. `canasta.bots.worker` is the other side."""

from canasta.bots.process.child import Limits
from canasta.bots.process.host import DECISION_MS, BotFailure, BotProcess
from canasta.bots.process.seat import Failed, ProcessBot

__all__ = ["DECISION_MS", "BotFailure", "BotProcess", "Failed", "Limits", "ProcessBot"]
