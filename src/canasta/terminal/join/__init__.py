"""Playing at a table of a server, in this terminal."""
