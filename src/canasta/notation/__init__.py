"""Moves, positions, records, walks and case files as text."""
