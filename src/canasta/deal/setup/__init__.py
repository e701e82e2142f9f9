"""Any arrangement of cards as a deal to play on: the one door for case files, position lines and tests."""
