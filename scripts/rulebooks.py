"""Write the rulebooks of all games to docs/rules: ``make rules``."""

from pathlib import Path

from canasta.rules.load import games
from scripts.rulebook_pages import pages

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"


def main() -> None:
    """Write every page that is new or has changed, and take away those of games that are gone."""
    files = pages(games())
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.md"):
        if old.name not in files:
            old.unlink()
            print(f"rules: {old.name} is gone")
    for name, text in files.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rules: {name} written")
    print(f"rules: {len(files)} pages are as the games are")


if __name__ == "__main__":
    main()
