"""Plain data that all other packages use: cards, seats, moves, events, clauses, errors."""
