"""Tables on this device: what a page asks, answered without a server, wherever Python runs beside it.

A page in a browser runs it in a worker. Nothing here waits, opens a file or knows JavaScript: `canasta.device.desk` says what is to
be kept, and goes on once it is.
"""
