"""The database: its tables, what is read and written, and what is committed together."""
