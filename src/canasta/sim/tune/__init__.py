"""Tuning: finding weights by which a policy makes more points, from deals that it plays against itself."""

from canasta.sim.tune.search import Tuning, WeightSearch

__all__ = ["Tuning", "WeightSearch"]
