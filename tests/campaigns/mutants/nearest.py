"""Which tests stand nearest to a room: those to look at when it is changed, the quickest first."""

from typing import Final

RUMMY: Final = "tests/engine/rummy"
CANASTA: Final = tuple(
    f"tests/engine/test_{name}.py"
    for name in (
        *("house_deal_and_turn", "house_pile_and_melds", "house_scoring"),
        *("pennies_deal_and_pile", "pennies_melds", "pennies_ending"),
        *("ponytail_deal_and_pile", "ponytail_melds_and_ending", "classic", "empty_stock"),
        *("earlier_versions", "values", "refusals", "golden_games"),
    )
)
ASKED: Final = tuple(
    f"tests/engine/test_{name}.py"
    for name in ("api", "wording", "refusals", "rule_sentences", "rulebook", "golden_games")
)
LAWS: Final = ("tests/engine/test_laws.py",)
JUDGED: Final = tuple(
    f"tests/judge/test_{name}.py" for name in ("canasta_examples", "canasta_settle")
)
OF_RUMMY: Final = (RUMMY, "tests/engine/test_golden_games.py", "tests/judge/test_rummy.py")
ADVICE: Final = tuple(f"tests/cogs/test_{name}.py" for name in ("planner", "plan", "panel"))
THINKING: Final = ("tests/engine/players",)


def of_data(*names: str) -> tuple[str, ...]:
    return tuple(f"tests/data/test_{name}.py" for name in names)


FILES: Final = of_data(
    *("opening", "writer", "migrations", "backups", "settings_as_rows", "chain", "erasures")
)
TABLES: Final = of_data("lobbies", "log", "archive", "chain", "messages", "posts", "agreements")
PEOPLE: Final = of_data("people", "privacy", "erasures", "settings_as_rows", "messages")
LADDERS: Final = of_data("ladder", "seasons", "histories")
TIMES: Final = (*of_data("timekeeping", "lobbies"), "tests/cogs/test_clock_set.py")

NEAREST: Final = {
    "engine": (*ASKED, *CANASTA, *LAWS),
    "engine.advice": ("tests/engine/players/test_going_out.py", *ADVICE),
    "engine.canasta": (*CANASTA, *LAWS, *JUDGED),
    "engine.editions": (*CANASTA, *OF_RUMMY, *LAWS),
    "engine.games": (*CANASTA, *OF_RUMMY, *LAWS, *JUDGED),
    "engine.model": (*ASKED, *CANASTA, RUMMY, *LAWS),
    "engine.notation": (*ASKED, *CANASTA, RUMMY, *LAWS),
    "engine.players": THINKING,
    "engine.record": (*ASKED, "tests/engine/test_receipt.py", "tests/engine/test_story.py", *LAWS),
    "engine.rummy": (*OF_RUMMY, *LAWS),
    "data": (*FILES, *TABLES, *PEOPLE, *TIMES, *LADDERS),
    "data.file": FILES,
    "data.forgetting": PEOPLE,
    "data.game": (*TABLES, *of_data("contributions")),
    "data.ladders": LADDERS,
    "data.people": PEOPLE,
    "data.time": TIMES,
}


def nearest(module: str) -> tuple[str, ...]:
    """The tests of the room that a module stands in, or of the one around it."""
    room = module
    while room not in NEAREST:
        room = room.rpartition(".")[0]
    return tuple(dict.fromkeys(NEAREST[room]))
