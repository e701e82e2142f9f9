"""Commands for case files, walks and position lines."""
