"""Everything said about a game in sentences."""
