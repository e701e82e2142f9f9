"""``python -m canasta`` is the command ``canasta``."""

from canasta.cli import main

if __name__ == "__main__":
    main()
