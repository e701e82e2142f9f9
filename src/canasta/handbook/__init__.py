"""Handbooks for people: learn the game, look a rule up, see what can be played differently; as Markdown or as a page."""
