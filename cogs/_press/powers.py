"""The permissions of a member at a table in play."""

from cogs._game.live import Live
from cogs._kit.client import Press
from cogs._screens.roles import Powers


async def powers_of(live: Live, raw: Press) -> Powers:
    """Return a member's permissions at a table. Who ever played a seat of it is no moderator."""
    seat, is_host = live.own_seat(raw.user.id), raw.user.id == live.row.host_id
    manages = raw.permissions.manage_guild and live.row.guild_id == raw.guild_id
    if not manages or seat is not None:
        return Powers(seat, is_host, moderator=False)
    has_played = await raw.client.store.votes.has_played(live.row.id, raw.user.id)
    return Powers(seat, is_host, moderator=not has_played)
