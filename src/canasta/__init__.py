"""Canasta: one system for the whole family of Canasta games."""

__version__ = "0.1.0"
