"""Keeping the score of real cards in the terminal."""
