"""Benchmarks: how fast canasta is, beside its fastest peers, measured in one run. ``python -m bench``."""
