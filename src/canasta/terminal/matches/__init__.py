"""The matches that canasta keeps, and the command that looks after them."""
