"""`canasta` without chance that soon takes someone who is silent for gone: only the numbers differ."""

from canasta.server import limits

limits.PING_SECONDS = 2  # type: ignore[misc]
limits.DEAD_SECONDS = 1  # type: ignore[misc]

from fixed_canasta import live, main  # type: ignore[import-not-found]  # noqa: E402 - numbers are copied when it is imported

live._GRACE_SECONDS = 1

if __name__ == "__main__":
    main()
