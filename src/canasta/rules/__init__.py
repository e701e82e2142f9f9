"""Rules as data: typed values, games as files, and how they are checked."""
