"""An interaction about a table in play, with the table loaded once; and who may see a table.

Not here: interactions on the hand panel (`cogs.hand.interaction`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_after
from data.models.tables import TableRow


def check_may_see(raw: Interaction, table: TableRow) -> None:
    """Raise `Refusal` if this member must not see the table here.

    A custom id can be forged. A private table is visible to its member alone, and a member without
    a seat sees a table only in its own channel or thread.
    """
    if any(seat.is_of(raw.user.id) for seat in table.seats):
        return
    if table.is_private:
        # As for a table that does not exist: the refusal must not reveal that there is one.
        raise Refusal("table.gone")
    if raw.channel_id not in {table.channel_id, table.thread_id}:
        raise Refusal("table.elsewhere")


async def look_up(interaction: ComponentInteraction) -> TableRow:
    """Return the lobby that a custom id names. Raises `Refusal` if the member must not see it."""
    row = await interaction.services.lobbies.row(interaction.custom_id.table)
    check_may_see(interaction.raw, row)
    return row


@dataclass(slots=True)
class TableInteraction(ComponentInteraction):
    """An interaction about a table in play, with the table as it was loaded."""

    state: TableState

    def __post_init__(self) -> None:
        """Raise `Refusal` if the member must not see the table here."""
        check_may_see(self.raw, self.state.row)

    def seated(self) -> int:
        """Return the seat that the member plays. Raises `Refusal` if they play none."""
        return self.state.require_seat(self.user_id)


async def load_table_interaction(interaction: ComponentInteraction) -> TableInteraction:
    """Return an interaction with the table that its custom id names. Raises `Refusal`."""
    state = await interaction.services.sessions.load(interaction.custom_id.table)
    return TableInteraction(interaction.raw, state, **interaction.inputs)


def table_component(
    action: ActionId,
) -> Callable[[Handler[TableInteraction]], Handler[TableInteraction]]:
    """Register the decorated function as the handler of an action at a table in play."""
    return component_after(action, load_table_interaction)
