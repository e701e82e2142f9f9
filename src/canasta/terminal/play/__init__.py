"""Playing a match at the keyboard."""
