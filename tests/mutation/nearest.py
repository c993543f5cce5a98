"""The tests nearest to a package, fastest first. A wrong change there should break one of them."""

from pathlib import Path
from typing import Final

from tests.mutation.mutant import ROOT

RUMMY: Final = "tests/engine/rummy"
KEPT: Final = (
    "tests/engine/record/test_golden_games.py",
    "tests/engine/record/test_earlier_versions.py",
)
ASKED: Final = ("tests/engine/test_api.py", "tests/engine/rules", KEPT[0])
CANASTA: Final = ("tests/engine/canasta", *KEPT)
SECRETS: Final = ("tests/engine/test_secrets.py",)
LAWS: Final = ("tests/engine/test_invariants.py",)
JUDGED: Final = tuple(f"tests/judge/canasta/test_{name}.py" for name in ("examples", "settle"))
OF_RUMMY: Final = (RUMMY, KEPT[0], "tests/judge/rummy/test_judge.py")
ADVICE: Final = (
    *(f"tests/cogs/hand/test_{name}.py" for name in ("plan_page", "plan")),
    *("tests/cogs/hand/test_panel.py", "tests/cogs/hand/test_building.py"),
)
PLAYERS: Final = "tests/engine/players/test_same_play.py"
THINKING: Final = (
    *(PLAYERS, "tests/engine/advice"),
    *(
        f"tests/engine/players/{path.name}"
        for path in sorted((ROOT / "tests/engine/players").glob("test_*.py"))
        if path.name != Path(PLAYERS).name
    ),
)
FILES: Final = (
    *("tests/data/bootstrap/test_open_sqlite.py", "tests/data/core/test_write_queue.py"),
    *(f"tests/data/sqlite/test_{name}.py" for name in ("migrations", "read_pool", "backups")),
    *("tests/data/erasure/test_erased_backups.py", "tests/data/erasure/test_after_erasure.py"),
)
TABLES: Final = ("tests/data/tables",)
OPENING: Final = (
    *("tests/data/bootstrap/test_open_sqlite.py", "tests/data/postgres/test_open.py"),
    *("tests/cogs/ops/test_upgrade.py", *FILES),
)
SERVERS: Final = ("tests/data/postgres", "tests/data/leases", "tests/data/tables/test_move_log.py")
VOTES: Final = ("tests/cogs/votes/test_votes.py", "tests/cogs/votes/test_silence.py")
LADDERS: Final = ("tests/data/leaderboards",)
PEOPLE: Final = (
    "tests/data/members",
    "tests/data/messages/test_table_messages.py",
)
TIMES: Final = (
    *("tests/data/deadlines", "tests/data/tables/test_lobbies.py"),
    "tests/cogs/core/test_clock_changes.py",
)

NEAREST: Final = {
    "engine": (*ASKED, *CANASTA, *LAWS),
    "engine.advice": (
        *("tests/engine/advice", "tests/engine/players/test_choices.py"),
        *(f"tests/engine/players/test_{name}.py" for name in ("lay_all", "going_out", "hints")),
        *ADVICE,
    ),
    "engine.canasta": (*CANASTA, *LAWS, *JUDGED),
    "engine.canasta.viewing": (*SECRETS, *CANASTA),
    "engine.earlier_rules": (*CANASTA, *OF_RUMMY, *LAWS),
    "engine.games": ("tests/engine/rules", *CANASTA, *OF_RUMMY, *LAWS, *JUDGED),
    "engine.model": (*ASKED, *CANASTA, RUMMY, *LAWS),
    "engine.notation": (
        *ASKED,
        "tests/engine/test_placing.py",
        "tests/engine/test_sharing.py",
        "tests/cogs/hand/test_typed_moves.py",
        *CANASTA,
        RUMMY,
        *LAWS,
    ),
    "engine.players": THINKING,
    "engine.record": (
        *ASKED,
        "tests/engine/record/test_receipt.py",
        "tests/engine/record/test_highlights.py",
        *LAWS,
    ),
    "engine.rummy": (*OF_RUMMY, *LAWS),
    "engine.rummy.views": (*SECRETS, ASKED[0], *OF_RUMMY),
    "engine.verify": (
        "tests/engine/record/test_receipt.py",
        "tests/engine/record/test_receipt_command.py",
    ),
    "data": (*FILES, *TABLES, *PEOPLE, *TIMES, *LADDERS),
    "data.core": FILES,
    "data.sqlite.os_files": ("tests/data/sqlite/test_os_files.py", *FILES),
    "data.erasure": PEOPLE,
    "data.votes": (*TABLES, *VOTES),
    "data.tables": TABLES,
    "data.tables.hand_holders": (*TABLES, *VOTES),
    "data.tables.vote_decisions": (*TABLES, *VOTES),
    "data.models.tables": (*TABLES, *LADDERS),
    "data.leaderboards": LADDERS,
    "data.learning": ("tests/data/learning", *TABLES),
    "data.leases": ("tests/data/leases",),
    "data.bootstrap": OPENING,
    "data.members": PEOPLE,
    "data.members.learning_progress": ("tests/data/learning", *PEOPLE),
    "data.members.plans": ("tests/data/tables/test_snapshot.py", *PEOPLE),
    "data.postgres": SERVERS,
    "data.sql": ("tests/data/core", *FILES, *TABLES, *PEOPLE, *TIMES, *LADDERS),
    "data.repositories": (
        *(*TABLES, *PEOPLE, *TIMES, *LADDERS, *VOTES),
        *("tests/data/learning", "tests/data/leases", "tests/cogs/reminders/test_digests.py"),
    ),
    "data.deadlines": TIMES,
    "data.admin": ("tests/cogs/ops/test_transfer.py", *OPENING),
}


def nearest(module: str) -> tuple[str, ...]:
    """Return the tests of the package of a module, or of the nearest package around it."""
    package = module
    while package not in NEAREST:
        package = package.rpartition(".")[0]
    return tuple(dict.fromkeys(NEAREST[package]))
