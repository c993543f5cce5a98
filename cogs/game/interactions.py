"""An interaction about a table in play. It loads the table once.

`cogs.hand.interaction` has interactions on the hand panel. `visibility` decides who may see a
table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cogs.game.state import TableState
from cogs.game.visibility import check_served, find_here, load_here
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_after
from cogs.ui.off_server import check_works_for
from data.models.tables import TableRow


async def look_up(interaction: ComponentInteraction) -> TableRow:
    """Return the table that the interaction's custom id names.

    Raises:
        Refusal: The member must not see or use the table here.
    """
    row = await find_here(interaction.raw, interaction.custom_id.table)
    check_place(interaction, row)
    return row


def check_place(interaction: ComponentInteraction, row: TableRow) -> None:
    """Raise `Refusal` if the action does not work at a table from where the member is.

    Raises:
        Refusal: Another process serves the table, or the action works only on its server.
    """
    check_served(interaction.raw, row)
    check_works_for(interaction.raw, interaction.custom_id.action, row)


@dataclass(slots=True)
class TableInteraction(ComponentInteraction):
    """An interaction about a table in play, with the table's state."""

    state: TableState

    def seated(self) -> int:
        """Return the seat that the member plays. Raises `Refusal` if the member plays none."""
        return self.state.require_seat(self.user_id)


async def load_table_interaction(interaction: ComponentInteraction) -> TableInteraction:
    """Return the interaction with the table that its custom id names.

    Raises:
        Refusal: The member must not see or use the table here, or no game is loaded there.
    """
    state = await load_here(interaction.raw, interaction.custom_id.table)
    check_place(interaction, state.row)
    return TableInteraction(interaction.raw, state, **interaction.inputs)


def table_component(
    action: ActionId,
) -> Callable[[Handler[TableInteraction]], Handler[TableInteraction]]:
    """Register the decorated function as the handler of an action at a table in play."""
    return component_after(action, load_table_interaction)
