"""Handbooks and lists of games and options in the terminal."""
