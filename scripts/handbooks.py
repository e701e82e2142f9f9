"""Write the handbooks of all games to docs/rules: ``make rules``."""

from pathlib import Path

from canasta.rules.load import games
from scripts.handbook_pages import pages

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"


def main() -> None:
    """Write every new or changed page, and remove the pages of games that no longer exist."""
    files = pages(games())
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.md"):
        if old.name not in files:
            old.unlink()
            print(f"rules: removed {old.name}")
    for name, text in files.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rules: wrote {name}")
    print(f"rules: {len(files)} pages are up to date")


if __name__ == "__main__":
    main()
