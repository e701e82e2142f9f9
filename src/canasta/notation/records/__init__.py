"""Records: matches written down, read, checked, watched and gone on with."""
