"""Guild settings: language, announced records, and presets. Tables `server_choice`, `preset`."""

import json
from collections.abc import Mapping

from data.core.connection import Connection, storable_text
from data.models.members import GuildSettings

Options = Mapping[str, bool | int | str]


def settings(connection: Connection, guild_id: int) -> GuildSettings:
    """Return a guild's language and whether it announces records; the defaults if it chose none."""
    row = connection.execute(
        "SELECT language, tells_records FROM server_choice WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    return GuildSettings(row[0], bool(row[1])) if row else GuildSettings()


def set_language(connection: Connection, guild_id: int, language: str | None) -> None:
    """Set the language of a guild's public messages; None means the one that Discord reports."""
    connection.execute(
        """INSERT INTO server_choice (guild_id, language) VALUES (?, ?)
           ON CONFLICT (guild_id) DO UPDATE SET language = excluded.language""",
        (guild_id, language),
    )


def set_announces_records(connection: Connection, guild_id: int, *, tell: bool) -> None:
    """Turn announcements of broken records in a guild on or off."""
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


def save_preset(
    connection: Connection, guild_id: int, game: str, name: str, options: Options
) -> None:
    """Save house rules under a name. An existing name keeps its position in the list."""
    connection.execute(
        """INSERT INTO preset (guild_id, game, name, options) VALUES (?, ?, ?, ?)
           ON CONFLICT (guild_id, game, name) DO UPDATE SET options = excluded.options""",
        (
            guild_id,
            game,
            storable_text(name),
            storable_text(json.dumps(options, ensure_ascii=False)),
        ),
    )


def delete_preset(connection: Connection, guild_id: int, game: str, name: str) -> None:
    """Delete the house rules of a name."""
    connection.execute(
        "DELETE FROM preset WHERE guild_id = ? AND game = ? AND name = ?", (guild_id, game, name)
    )
