"""Documents under `docs` that a command writes."""

import argparse
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def publish(page: Path, text: str) -> None:
    """Print the page, or write its file with `--publish`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--publish", action="store_true", help=f"write {page.relative_to(ROOT)}")
    if parser.parse_args().publish:
        page.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
