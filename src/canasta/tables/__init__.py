"""A table without a transport: who is there, what each of them hears, what can be asked besides, and tables far away.

Servers, the terminal and a page without a server carry what is said here. Nothing here imports them.
"""
