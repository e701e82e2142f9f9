"""The table server: `canasta serve`. Tables over HTTP, play over WebSocket, everything kept in a database.

It needs the extra `server`; nothing below it imports it.
"""
