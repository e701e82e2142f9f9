"""Watching, searching and checking records in the terminal."""
