"""The terminal: whole matches in a shell window, and what there is to read about games."""
