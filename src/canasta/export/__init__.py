"""A recorded match as one page to watch in a browser, and as pictures."""
