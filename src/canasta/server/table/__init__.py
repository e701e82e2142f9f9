"""Tables in the memory of one process: found, loaded, told to their guests, and forgotten."""
