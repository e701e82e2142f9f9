"""The questions on house rules: one row each, for whoever asks them, and how their answers are read."""
