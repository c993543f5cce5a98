"""Tests that few files outside `cogs.clusters` know of several processes, which are an option."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPTION = ("cogs/clusters/", "data/leases/", "data/postgres/")
LISTS_OF_PACKAGES = {"cogs/__init__.py"}
TABLE_NAMES = {"data/admin/transfer.py", "data/migrations/v23_leases.py"}
"""Files that name the table `cluster`, which a SQLite file has too."""
KNOWLEDGE = re.compile(
    r"\bowns\(|\bis_exclusive\b|\bruns_maintenance\b|\bprocesses_on_machine\b"
    r"|\bCURRENT_SHARD\b|\bNotOwner\b|\bclusters?\b|Cluster"
)
KNOWING = {
    "bot.py",
    "cogs/channels/missing.py",
    "cogs/direct_messages/dm_hands.py",
    "cogs/direct_messages/proofs.py",
    "cogs/error_handler.py",
    "cogs/game/timekeeper.py",
    "cogs/game/visibility.py",
    "cogs/gateway/ownership.py",
    "cogs/month_end/service.py",
    "cogs/ops/maintenance.py",
    "cogs/table/activity.py",
    "cogs/welcome.py",
    "cogs/wiring.py",
    "data/errors.py",
}


def test_few_files_outside_the_option_know_of_several_processes() -> None:
    paths = [ROOT / "bot.py", ROOT / "browser.py"]
    paths += [
        path
        for package in ("cogs", "data", "engine", "render")
        for path in (ROOT / package).rglob("*.py")
    ]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if KNOWLEDGE.search(path.read_text("utf-8"))
    }
    outside = {name for name in found if not name.startswith(OPTION)}
    assert outside - LISTS_OF_PACKAGES - TABLE_NAMES == KNOWING
