"""`python -m tests.house DIRECTORY`: draw the house; `--publish` draws the one that is kept."""

import argparse
from pathlib import Path

from tests.house.pictures import PUBLISHED, house, pictures


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--publish", action="store_true", help=f"write {PUBLISHED.name} anew")
    given = parser.parse_args()
    if given.publish:
        PUBLISHED.write_text(house(), "utf-8")
    if given.directory is not None:
        given.directory.mkdir(parents=True, exist_ok=True)
        for name, drawn in pictures():
            (given.directory / f"{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
