"""The count at the end of a deal, and where a match stands."""
