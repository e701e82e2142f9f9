"""Tuning: finding weights by which a policy makes more points, from deals that it plays against itself."""

from canasta.sim.tune.search import Search, Tuning

__all__ = ["Search", "Tuning"]
