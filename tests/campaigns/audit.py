"""Known holes in what is locked: python -m tests.campaigns.audit

Asks PyPI's advisory service, through pip-audit, about every package of every lock file. First it
asks about a release that is known to be bad: without an answer to that, no news is no good news.
Exit status 0: nothing is known; 1: something is; 2: nobody could be asked.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOL = "pip-audit@2.10.1"  # fetched for this run by uv, and not installed beside the tests
LOCKED = sorted((ROOT / ".ci/locked").glob("*.txt"))
KNOWN_BAD = "requests==2.19.0\n"
ITS_NUMBER = "PYSEC-2018-28"


def asked(requirements: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """What is known about the packages of a file."""
    tool = (sys.executable, "-m", "uv", "tool", "run", "--quiet", TOOL)
    how = ("--strict", "--disable-pip", "--progress-spinner", "off", *options)
    command = [*tool, *how, "-r", str(requirements)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def answers() -> bool:
    """Whether the service knows what is known."""
    with tempfile.TemporaryDirectory() as folder:
        bad = Path(folder, "bad.txt")
        bad.write_text(KNOWN_BAD)
        said = asked(bad, "--no-deps")
    if ITS_NUMBER in said.stdout:
        return True
    print(f"{KNOWN_BAD.strip()} was not found to be bad: {said.stderr.strip()[-200:]}")
    return False


def main() -> int:
    if not answers():
        return 2
    found = False
    for requirements in LOCKED:
        said = asked(requirements, "--require-hashes")
        print(f"{requirements.name}: {said.stdout.strip() or said.stderr.strip()}")
        found = found or said.returncode != 0
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
