"""Every message of the WebSocket and of HTTP, as types."""
