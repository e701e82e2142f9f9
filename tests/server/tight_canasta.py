"""`canasta` with few open files and little patience: only the numbers differ."""

import resource

from canasta.cli import main
from canasta.server.http import connections

resource.setrlimit(resource.RLIMIT_NOFILE, (120, 420))
connections.REQUEST_SECONDS = 2.0  # type: ignore[misc]

if __name__ == "__main__":
    main()
