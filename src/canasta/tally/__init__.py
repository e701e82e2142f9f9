"""What people count after a deal with real cards: the questions of a game, the sheet of the answers, and what can't be."""
