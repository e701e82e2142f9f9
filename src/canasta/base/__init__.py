"""Plain words and records that everything else speaks in: cards, seats, moves, events, clauses, errors."""
