"""House rules in the terminal: written, asked for, compared."""
