"""Rules as data: typed values, games as files, and what is said of them."""
