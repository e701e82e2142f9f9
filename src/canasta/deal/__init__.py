"""One deal with real cards, what each seat may know of it, and the match around it."""
