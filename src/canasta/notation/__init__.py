"""Cards, moves, positions, records and case files as text."""
