"""An interaction about a table in play, with the table loaded once.

Not here: interactions on the hand panel (`cogs.hand.interaction`), and who may see a table
(`visibility`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from cogs.game.state import TableState
from cogs.game.visibility import find_here, load_here
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_after
from data.models.tables import TableRow


async def look_up(interaction: ComponentInteraction) -> TableRow:
    """Return the table that a custom id names. Raises `Refusal` if the member must not see it."""
    return await find_here(interaction.raw, interaction.custom_id.table)


@dataclass(slots=True)
class TableInteraction(ComponentInteraction):
    """An interaction about a table in play, with the table as it was loaded."""

    state: TableState

    def seated(self) -> int:
        """Return the seat that the member plays. Raises `Refusal` if they play none."""
        return self.state.require_seat(self.user_id)


async def load_table_interaction(interaction: ComponentInteraction) -> TableInteraction:
    """Return an interaction with the table that its custom id names. Raises `Refusal`."""
    state = await load_here(interaction.raw, interaction.custom_id.table)
    return TableInteraction(interaction.raw, state, **interaction.inputs)


def table_component(
    action: ActionId,
) -> Callable[[Handler[TableInteraction]], Handler[TableInteraction]]:
    """Register the decorated function as the handler of an action at a table in play."""
    return component_after(action, load_table_interaction)
