"""The handlers of the two buttons of a vote."""

from cogs._kit import verbs
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.replies import acknowledge, done


@component(verbs.YEA)
async def vote_yes(interaction: ComponentInteraction) -> None:
    """Record a yes. The last missing yes passes the vote."""
    await _answer(interaction, yes=True)


@component(verbs.NAY)
async def vote_no(interaction: ComponentInteraction) -> None:
    """Record a no. A single no rejects the vote."""
    await _answer(interaction, yes=False)


async def _answer(interaction: ComponentInteraction, *, yes: bool) -> None:
    table_id, number = interaction.custom_id.table, interaction.argument()
    await interaction.services.votes.answer(table_id, number, interaction.user_id, yes=yes)
    done(interaction.raw)
    # Only acknowledged: the repaint queue edits this message, and those of other votes it decided.
    await acknowledge(interaction.raw)
