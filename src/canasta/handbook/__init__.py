"""Rulebooks for people: learn the game, look a rule up, see what can be played otherwise; as Markdown or as a page."""
