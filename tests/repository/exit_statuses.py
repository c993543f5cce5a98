"""The page of exit statuses: `python -m tests.repository.exit_statuses --publish`."""

from typing import Final

from cogs.core.exit_status import MEANINGS, SENTENCES
from tests.repository.generated_page import ROOT, publish

PAGE: Final = ROOT / "docs/operating/errors.md"
HEAD: Final = """# Exit statuses and messages

<!-- Made by `python -m tests.repository.exit_statuses --publish`. Do not edit by hand. -->

When the bot ends, its last line says why and what to do. The exit status tells a service manager
whether to start the bot again. The unit file in [install](install.md) knows these statuses.
The statuses follow `sysexits.h`.

| Status | What it means | What to do | Start again? |
|---|---|---|---|
"""
SAYINGS: Final = """
While Discord or the network is away the bot does not end. It waits, and writes one line a minute to
the log. `./run doctor` shows what is wrong without changing anything.

## Messages that come with a status

"""


def page() -> str:
    """Return the page as Markdown."""
    rows = "".join(
        f"| {status} | {row.meaning} | {row.what_to_do} | {'yes' if row.restart else 'no'} |\n"
        for status, row in MEANINGS.items()
    )
    sentences = "".join(
        f"- **{status}**: “{sentence.rstrip('.')}.”\n"
        for status, said in sorted(SENTENCES.items())
        for sentence in said
    )
    return f"{HEAD}{rows}{SAYINGS}{sentences}"


if __name__ == "__main__":
    publish(PAGE, page())
