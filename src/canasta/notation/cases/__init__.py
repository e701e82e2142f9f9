"""Case files: situations, and what the rules say of them."""
