"""Position lines: one deal at one moment in one line of text."""
