"""What somebody who presses is at a running table."""

from cogs._game.live import Live
from cogs._kit.client import Press
from cogs._screens.roles import Powers


async def powers_of(live: Live, raw: Press) -> Powers:
    """What somebody is at a table. Who has ever held a hand of this game is no moderator of it."""
    seat, is_host = live.own_seat(raw.user.id), raw.user.id == live.row.host_id
    manages = raw.permissions.manage_guild and live.row.guild_id == raw.guild_id
    if not manages or seat is not None:
        return Powers(seat, is_host, moderator=False)
    has_played = await raw.client.store.votes.has_played(live.row.id, raw.user.id)
    return Powers(seat, is_host, moderator=not has_played)
