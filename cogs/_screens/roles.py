"""Who may run a table: its host, and members who may manage the server."""

from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from cogs._story.interventions import Role
from data.game.rows import TableRow


def may_run(row: TableRow, press: Press) -> bool:
    """Whether somebody may run a table."""
    return press.user.id == row.host_id or press.permissions.manage_guild


def role(row: TableRow, press: Press) -> Role:
    """As what somebody runs a table. Raises `Refusal` for anybody who may not."""
    if not may_run(row, press):
        raise Refusal("run.not_allowed")
    return "host" if press.user.id == row.host_id else "moderator"
