"""Walks: deals step by step with all that is legal, to examine kernels by."""
