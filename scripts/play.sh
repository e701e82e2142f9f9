#!/bin/sh
# `make play`: serve the page on this machine and open it. Where that cannot be, play in this terminal and say why.
# The tables are kept in the data folder of the user. PORT chooses the port: make play PORT=9000.
set -eu

if [ ! -t 0 ] || [ ! -t 1 ]; then
    echo "make play needs a terminal: it serves the page until you press Ctrl+C. Without one, run: .venv/bin/canasta serve" >&2
    exit 2
fi

# In a job of its own, so that Ctrl+C reaches the program and not make; stopping it is not an error.
canasta() {
    set -m
    code=0
    "$PY" -m canasta "$@" || code=$?
    [ "$code" -eq 130 ] && code=0
    exit "$code"
}

in_terminal() {
    echo "play: in this terminal, because $1"
    canasta play
}

if ! "$MAKE" -s --no-print-directory "${PY%/bin/python}/server.stamp"; then
    in_terminal "the packages of the server could not be installed"
fi
if ! "$MAKE" -s --no-print-directory page; then
    in_terminal "the page could not be built"
fi

canasta serve --open ${PORT:+--port "$PORT"}
