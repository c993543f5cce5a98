"""The settings of before, strings under string keys, carried over into rows of their own.

Up to the twelfth version everything small was one string: `looks:<member>`, `acts:<table>`. What
can no longer be read, or is about a table that is gone, is put aside whole in `unread_setting`.
Used by one migration only, and so never changed.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping

from data.sql.connection import Connection

Row = Mapping[str, object]
Rows = Iterator[tuple[str, Row]]
"""Tables and a row, or a part of one, for each."""
Reader = Callable[[str, str], Rows]
"""Takes what stands behind a key's first colon, and the value. Raises ValueError or its like."""

STAYING = ("commands", "ladders", "alive")
"""What the program notes about itself."""
UNREADABLE = (
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError),
    sqlite3.IntegrityError,
)
ACTS = ("replace", "give_back", "stop", "pause", "resume")
ROLES = ("host", "moderator")

DECKS = ("four", "two", "large")
ORDERS = ("rank", "suit", "fit")
CARD = r"(?:[2-9TJQKA][SHDC]|Jo)"
GROUP = rf"(?:\d+: )?{CARD}(?: {CARD})*"
GROUPS = re.compile(rf"(?:{GROUP}(?: / {GROUP})*)?")


def carry(connection: Connection) -> None:
    """Turn every string into rows; put aside what cannot be read."""
    for key, value in connection.execute("SELECT key, value FROM setting").fetchall():
        if key not in STAYING or (key == "alive" and not _is_time(value)):
            connection.execute("SAVEPOINT one")
            try:
                _enter(connection, key, value)
            except UNREADABLE:
                connection.execute("ROLLBACK TO one")
                connection.execute("INSERT INTO unread_setting VALUES (?, ?)", (key, value))
            connection.execute("RELEASE one")
            connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def _is_time(value: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", value) is not None


def _enter(connection: Connection, key: str, value: str) -> None:
    """Raise one of `UNREADABLE` for what is no setting of ours."""
    kind, _, about = key.partition(":")
    for table, row in READERS[kind](about, value):
        if "table_id" in row:
            _check_table(connection, row["table_id"])
        if table in OF_A_SEAT:
            _owner(connection, table, dict(row))
        else:
            _put(connection, table, row)


def _check_table(connection: Connection, table_id: object) -> None:
    if not connection.execute("SELECT 1 FROM card_table WHERE id = ?", (table_id,)).fetchone():
        raise ValueError(f"table {table_id} is gone")


def _owner(connection: Connection, table: str, row: dict[str, object]) -> None:
    """What was kept with a seat belongs to the member who plays it."""
    found = connection.execute(
        """SELECT p.user_id FROM seat_driver AS d JOIN player AS p ON p.id = d.player_id
           WHERE d.table_id = ? AND d.seat = ? ORDER BY d.from_seq DESC LIMIT 1""",
        (row["table_id"], row.pop("seat")),
    ).fetchone()
    if found is None or found[0] is None:
        raise ValueError("nobody plays the seat")
    _put(connection, table, row | {"user_id": found[0]})


def _put(connection: Connection, table: str, row: Row) -> None:
    """Enter a row; its new columns join those of a row that is there."""
    names, keys = tuple(row), KEYS[table]
    new = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
    marks = ", ".join("?" * len(names))
    columns = ", ".join(names)
    connection.execute(
        f"INSERT INTO {table} ({columns}) VALUES ({marks}) "  # noqa: S608 - names from below
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {new}",
        tuple(row.values()),
    )


# ---- the strings, kind by kind


def _looks(about: str, value: str) -> Rows:
    deck, words_first, order = (*map(_natural, value.split()), 0, 0, 0)[:3]
    row = {"deck": DECKS[deck], "hand_order": ORDERS[order], "words_first": int(bool(words_first))}
    yield "look", {"user_id": _natural(about), **row}


def _language(about: str, value: str) -> Rows:
    yield "server_choice", {"guild_id": _natural(about), "language": value or None}


def _fame(about: str, value: str) -> Rows:
    yield "server_choice", {"guild_id": _natural(about), "tells_records": int(value == "1")}


def _presets(about: str, value: str) -> Rows:
    guild, _, game = about.partition(":")
    if not game:
        raise ValueError("no game is named")
    for name, options in json.loads(value).items():
        _check_options(options)
        kept = json.dumps(options, ensure_ascii=False)
        row = {"guild_id": _natural(guild), "game": game, "name": name, "options": kept}
        yield "preset", row


def _check_options(options: object) -> None:
    if not isinstance(options, dict):
        raise TypeError("options are names and values")
    if not all(isinstance(value, bool | int | str) for value in options.values()):
        raise TypeError("a value is yes or no, a number or a word")


def _standing(about: str, value: str) -> Rows:
    table, seat, user = map(_natural, about.split(":"))
    offer, leave, until = (*value.split(), "", "", "")[:3]
    row = {"offer": _natural(offer or "0"), "leave": _natural(leave or "0"), "until": until}
    yield "standing_answer", {"table_id": table, "user_id": user, "seat": seat, **row}


def _staging(about: str, value: str) -> Rows:
    table, seat = map(_natural, about.split(":"))
    if not GROUPS.fullmatch(value):
        raise ValueError("these are no groups of cards")
    yield "staging", {"table_id": table, "seat": seat, "groups": value}


def _proposal(about: str, value: str) -> Rows:
    table, seat = map(_natural, about.split(":"))
    seq, _, body = value.partition(" ")
    yield "proposal", {"table_id": table, "seat": seat, "seq": _natural(seq), "body": body}


def _acts(about: str, value: str) -> Rows:
    for number, act in enumerate(json.loads(value), start=1):
        if act.keys() - {"seat"} != {"seq", "kind", "by"}:
            raise ValueError("this is no act")
        kind, role = ACTS[ACTS.index(act["kind"])], ROLES[ROLES.index(act["by"])]
        facts = {"seq": act["seq"], "kind": kind, "role": role, "seat": act.get("seat")}
        yield "act", {"table_id": _natural(about), "number": number, **facts}


def _scored(about: str, value: str) -> Rows:
    yield "posted", {"table_id": _natural(about), "rounds": _natural(value)}


def _ended(about: str, _: str) -> Rows:
    yield "posted", {"table_id": _natural(about), "final": 1}


def _famed(about: str, _: str) -> Rows:
    yield "posted", {"table_id": _natural(about), "records": 1}


def _rematch(about: str, value: str) -> Rows:
    yield "posted", {"table_id": _natural(about), "rematch": value}


def _paused(about: str, value: str) -> Rows:
    table, seat = map(_natural, about.split(":"))
    yield "pause_budget", {"table_id": table, "seat": seat, "days": _natural(value)}


def _nudge(about: str, value: str) -> Rows:
    table, seat = map(_natural, about.split(":"))
    if not _is_time(value):
        raise ValueError("this is no time")
    yield "nudge", {"table_id": table, "seat": seat, "at": round(float(value) * 1000)}


def _natural(text: str) -> int:
    """A number as we wrote it: `int` would also take signs, blanks and other digits."""
    if not re.fullmatch(r"[0-9]{1,19}", text):
        raise ValueError(f"{text!r} is no number")
    return int(text)


READERS: Mapping[str, Reader] = {
    "looks": _looks,
    "language": _language,
    "fame": _fame,
    "presets": _presets,
    "standing": _standing,
    "staging": _staging,
    "proposal": _proposal,
    "acts": _acts,
    "scored": _scored,
    "ended": _ended,
    "famed": _famed,
    "rematch": _rematch,
    "paused": _paused,
    "nudge": _nudge,
}
KEYS: Mapping[str, tuple[str, ...]] = {
    "look": ("user_id",),
    "server_choice": ("guild_id",),
    "preset": ("guild_id", "game", "name"),
    "standing_answer": ("table_id", "seat", "user_id"),
    "staging": ("table_id", "user_id"),
    "proposal": ("table_id", "user_id"),
    "act": ("table_id", "number"),
    "posted": ("table_id",),
    "pause_budget": ("table_id", "seat"),
    "nudge": ("table_id", "seat"),
}
OF_A_SEAT = ("staging", "proposal")

TABLES = (
    """CREATE TABLE look (
        user_id INTEGER PRIMARY KEY,
        deck TEXT NOT NULL,
        hand_order TEXT NOT NULL,
        words_first INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE server_choice (
        guild_id INTEGER PRIMARY KEY,
        language TEXT,
        tells_records INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE preset (
        number INTEGER PRIMARY KEY,
        guild_id INTEGER NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        options TEXT NOT NULL,
        UNIQUE (guild_id, game, name)
    ) STRICT""",
    """CREATE TABLE standing_answer (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        offer INTEGER NOT NULL,
        leave INTEGER NOT NULL,
        until TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, user_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX standing_answer_user ON standing_answer (user_id)",
    """CREATE TABLE staging (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        user_id INTEGER NOT NULL,
        groups TEXT NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX staging_user ON staging (user_id)",
    """CREATE TABLE proposal (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        user_id INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX proposal_user ON proposal (user_id)",
    """CREATE TABLE act (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        role TEXT NOT NULL,
        seat INTEGER,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE posted (
        table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
        rounds INTEGER NOT NULL DEFAULT 0,
        final INTEGER NOT NULL DEFAULT 0,
        records INTEGER NOT NULL DEFAULT 0,
        rematch TEXT
    ) STRICT""",
    """CREATE TABLE pause_budget (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        days INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE nudge (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE unread_setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
)
