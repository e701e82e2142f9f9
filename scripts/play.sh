#!/bin/sh
# `make play`: serve the page on this machine and open it. Without a terminal it is served all the same, and nothing is opened.
# If the page can't be had, play in this terminal and say why.
# The tables are kept in the data folder of the user. PORT chooses the port: make play PORT=9000.
set -eu

if [ -t 0 ] && [ -t 1 ]; then terminal=yes; else terminal=; fi

# In a job of its own, so that Ctrl+C reaches the program and not make; stopping it is not an error.
canasta() {
    set -m
    code=0
    "$PY" -m canasta "$@" || code=$?
    [ "$code" -eq 130 ] && code=0
    exit "$code"
}

# What the page needs comes before the kernel is compiled, which takes a minute: what is missing is said at once.
made() {
    "$MAKE" -s --no-print-directory "$@"
}

without_page() {
    if [ -z "$terminal" ]; then
        echo "make play can't serve the page, because $1. In a terminal it would play there." >&2
        exit 2
    fi
    made kernel
    echo "play: in this terminal, because $1"
    canasta play
}

made "${PY%/bin/python}/server.stamp" || without_page "the packages of the server could not be installed"
made page || without_page "the page could not be built"
made kernel

if [ -n "$terminal" ]; then
    canasta serve --open ${PORT:+--port "$PORT"}
fi
# The program is the only child of make and hears every signal itself.
exec "$PY" -m canasta serve ${PORT:+--port "$PORT"}
