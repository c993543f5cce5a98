"""An interaction about a table in play, loaded once; and who may see a table."""

from collections.abc import Callable
from dataclasses import dataclass

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_after
from data.models.tables import TableRow


def check_may_see(raw: Interaction, table: TableRow) -> None:
    """Raise `Refusal` where nobody but its members may see a table.

    A custom id can be forged. Nobody else sees a private table, and whoever has no seat sees a
    table only in its own channel or thread.
    """
    if any(seat.is_of(raw.user.id) for seat in table.seats):
        return
    if table.is_private:  # nobody learns that there is one
        raise Refusal("table.gone")
    if raw.channel_id not in {table.channel_id, table.thread_id}:
        raise Refusal("table.elsewhere")


async def look_up(interaction: ComponentInteraction) -> TableRow:
    """Return the lobby that a custom id names. Raises `Refusal` where it must not be seen."""
    row = await interaction.services.lobbies.row(interaction.custom_id.table)
    check_may_see(interaction.raw, row)
    return row


@dataclass(slots=True)
class TableInteraction(ComponentInteraction):
    """An interaction about a table in play, with the table as it was loaded."""

    live: TableState

    def __post_init__(self) -> None:
        """Raise `Refusal` for whoever may not see the table here."""
        check_may_see(self.raw, self.live.row)

    def seated(self) -> int:
        """Return the seat that the member plays. Raises `Refusal` for anybody else."""
        return self.live.require_seat(self.user_id)


async def load_table_interaction(interaction: ComponentInteraction) -> TableInteraction:
    """Return an interaction with the table that its custom id names. Raises `Refusal`."""
    state = await interaction.services.sessions.load(interaction.custom_id.table)
    return TableInteraction(interaction.raw, state, **interaction.inputs)


def table_component(
    action: ActionId,
) -> Callable[[Handler[TableInteraction]], Handler[TableInteraction]]:
    """Register the decorated function as the handler of an action at a table in play."""
    return component_after(action, load_table_interaction)
