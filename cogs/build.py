"""The handlers of the panel's Build page: staging groups of cards, and laying them."""

from dataclasses import replace
from functools import reduce

from cogs._kit import verbs
from cogs._kit.texts import say
from cogs._panel.panel import Page
from cogs._panel.picks import offered
from cogs._press.panel import (
    BUILDING,
    PLAY,
    AtSeat,
    StaleScreen,
    hand_component,
    picked,
    staged_anew,
)
from engine.advice.staging import Staging


@hand_component(verbs.BUILD)
async def open_build_page(_: AtSeat) -> Page:
    """Open the Build page."""
    return BUILDING


@hand_component(verbs.PICK, BUILDING)
async def stage_groups(interaction: AtSeat) -> Page:
    """Stage groups of the hand, several at once, by their indexes in the list shown."""
    panel = interaction.panel(BUILDING)
    if interaction.argument() != len(panel.staging.groups):
        return BUILDING
    found = offered(panel)
    wanted = [picked(found, place) for place in interaction.chosen]
    new = reduce(Staging.with_group, wanted, panel.staging).held(interaction.view.hand)
    await interaction.stage(new)
    whole = len(new.groups) == len(panel.staging.groups) + len(wanted)
    return BUILDING if whole else replace(BUILDING, notice=say("panel.picked_twice"))


@hand_component(verbs.RANK)
@hand_component(verbs.MANY)
@hand_component(verbs.MANYIT)
async def open_build_page_legacy(_: AtSeat) -> Page:
    """Open the Build page. Old messages have these components, with indexes of a former list."""
    return BUILDING


@hand_component(verbs.MOREPICKS)
async def show_more_groups(interaction: AtSeat) -> Page:
    """Show another page of groups."""
    return replace(BUILDING, picks=max(0, interaction.argument()))


@hand_component(verbs.UNSTAGE, BUILDING)
async def unstage_last_group(interaction: AtSeat) -> Page:
    """Unstage the last group."""
    staged = interaction.live.staging(interaction.seat)
    if interaction.argument() == len(staged.groups):
        await interaction.stage(staged.without_last())
    return BUILDING


@hand_component(verbs.LAYSTAGED, BUILDING)
async def lay_staged(interaction: AtSeat) -> Page:
    """Lay everything that is staged: all new melds as one, then each lay-off."""
    staged = interaction.live.staging(interaction.seat)
    if not interaction.is_about(str(staged)):
        return staged_anew()
    await interaction.carry_out(staged.moves())
    await interaction.stage(Staging())
    return PLAY


@hand_component(verbs.TAKESTAGED, BUILDING)
async def take_with_staged(interaction: AtSeat) -> Page:
    """Take the pile with what is staged."""
    upcard, staged = interaction.view.upcard, interaction.live.staging(interaction.seat)
    if not interaction.is_about(str(staged)):
        return staged_anew()
    take = None if upcard is None else staged.take(upcard)
    if take is None:
        raise StaleScreen
    await interaction.play(take)
    await interaction.stage(Staging())
    return PLAY
