"""Guild settings: language, announced records, and presets. Tables `server_choice`, `preset`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from data.sql.connection import Connection
from data.sql.texts import clean

Options = Mapping[str, bool | int | str]


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """Settings of a guild. `language` is None for the one that Discord reports."""

    language: str | None = None
    tells_records: bool = False


def find(connection: Connection, guild_id: int) -> ServerChoice:
    """A guild's language and whether it announces records; the defaults otherwise."""
    row = connection.execute(
        "SELECT language, tells_records FROM server_choice WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    return ServerChoice(row[0], bool(row[1])) if row else ServerChoice()


def choose_language(connection: Connection, guild_id: int, language: str | None) -> None:
    """Set the language of a guild's public messages; None is Discord's own."""
    connection.execute(
        """INSERT INTO server_choice (guild_id, language) VALUES (?, ?)
           ON CONFLICT (guild_id) DO UPDATE SET language = excluded.language""",
        (guild_id, language),
    )


def tell_records(connection: Connection, guild_id: int, *, tell: bool) -> None:
    """Announce broken records in a guild, or none."""
    connection.execute(
        """INSERT INTO server_choice (guild_id, tells_records) VALUES (?, ?)
           ON CONFLICT (guild_id) DO UPDATE SET tells_records = excluded.tells_records""",
        (guild_id, tell),
    )


def presets(connection: Connection, guild_id: int, game: str) -> dict[str, Options]:
    """Return the presets of a game by name, oldest first."""
    rows = connection.execute(
        "SELECT name, options FROM preset WHERE guild_id = ? AND game = ? ORDER BY number",
        (guild_id, game),
    )
    return {row["name"]: json.loads(row["options"]) for row in rows}


def keep_preset(
    connection: Connection, guild_id: int, game: str, name: str, options: Options
) -> None:
    """Save house rules under a name. A name that exists keeps its place."""
    connection.execute(
        """INSERT INTO preset (guild_id, game, name, options) VALUES (?, ?, ?, ?)
           ON CONFLICT (guild_id, game, name) DO UPDATE SET options = excluded.options""",
        (guild_id, game, clean(name), clean(json.dumps(options, ensure_ascii=False))),
    )


def drop_preset(connection: Connection, guild_id: int, game: str, name: str) -> None:
    """Delete the house rules of a name."""
    connection.execute(
        "DELETE FROM preset WHERE guild_id = ? AND game = ? AND name = ?", (guild_id, game, name)
    )
