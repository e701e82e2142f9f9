"""What comes in and goes out: connections, sockets, requests, the page, and who may ask."""
