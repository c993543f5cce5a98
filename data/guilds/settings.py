"""The settings of a guild and its presets of house rules. Tables `server_choice`, `preset`."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from data.core.connection import Connection, storable_text
from data.models.members import GuildSettings, PresetAuthor

Options = Mapping[str, bool | int | str]
FLAGS: Final = ("tells_records", "link", "month", "wants_players")
"""The settings that the database stores as 0 or 1."""
CREATOR: Final = "(SELECT p.id FROM player AS p WHERE p.guild_id = ? AND p.user_id = ?)"
"""The row of a member. NULL if no member has this id."""


def settings(connection: Connection, guild_id: int) -> GuildSettings:
    """Return the settings of a guild. A guild that has chosen nothing has the defaults."""
    row = connection.execute(
        """SELECT language, tells_records, home, zone, link, month, month_place, wants_players
           FROM server_choice WHERE guild_id = ?""",
        (guild_id,),
    ).fetchone()
    if row is None:
        return GuildSettings()
    flags = {name: bool(row[name]) for name in FLAGS}
    return GuildSettings(**dict(row) | flags)


def save(connection: Connection, guild_id: int, chosen: GuildSettings) -> None:
    """Save all settings of a guild.

    If the monthly post or the time zone changes, `month_due` becomes NULL: the next due time must
    be computed.
    """
    connection.execute(
        """INSERT INTO server_choice (guild_id, language, tells_records, home, zone, link, month,
               month_place, wants_players)
           VALUES (:guild, :language, :tells_records, :home, :zone, :link, :month,
               :month_place, :wants_players)
           ON CONFLICT (guild_id) DO UPDATE SET
               language = excluded.language, tells_records = excluded.tells_records,
               home = excluded.home, link = excluded.link, month_place = excluded.month_place,
               wants_players = excluded.wants_players,
               month_due = CASE WHEN server_choice.month = excluded.month
                   AND server_choice.zone = excluded.zone THEN server_choice.month_due END,
               month = excluded.month, zone = excluded.zone""",
        {"guild": guild_id} | asdict(chosen),
    )


def set_language(connection: Connection, guild_id: int, language: str | None) -> None:
    """Set the language of a guild's public messages.

    None means the language that the guild has in Discord.
    """
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
    connection: Connection,
    guild_id: int,
    game: str,
    name: str,
    options: Options,
    by: PresetAuthor,
) -> bool:
    """Save house rules under a name. An existing preset keeps its position and its creator.

    Return False, and change nothing, if the name exists and `by` may not change it.
    """
    facts = (storable_text(name), storable_text(json.dumps(options, ensure_ascii=False)))
    saved = connection.execute(
        f"""INSERT INTO preset (guild_id, game, name, options, creator_id)
            VALUES (?, ?, ?, ?, {CREATOR})
            ON CONFLICT (guild_id, game, name) DO UPDATE SET options = excluded.options
            WHERE ? = 1 OR preset.creator_id = excluded.creator_id""",  # noqa: S608 - a constant
        (guild_id, game, *facts, guild_id, by.user_id, int(by.manages)),
    )
    return saved.rowcount > 0


def delete_preset(
    connection: Connection, guild_id: int, game: str, name: str, by: PresetAuthor
) -> bool:
    """Delete a preset. Return False if it does not exist, or `by` may not delete it."""
    deleted = connection.execute(
        f"""DELETE FROM preset WHERE guild_id = ? AND game = ? AND name = ?
            AND (? = 1 OR creator_id = {CREATOR})""",  # noqa: S608 - a constant
        (guild_id, game, name, int(by.manages), guild_id, by.user_id),
    )
    return deleted.rowcount > 0
