"""The *Build* page of the hand panel: a member stages groups of cards, then lays them.

The staged groups can also take the pile. Custom ids have the number of staged groups, so that a
double click does not stage a group twice.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import zip_longest

import engine
from cogs.hand.going_out import out_rows, staged_way_out
from cogs.hand.interaction import (
    BUILD_PAGE,
    PLAY,
    HandInteraction,
    StalePanel,
    choice_at,
    hand_component,
    staging_changed_page,
)
from cogs.hand.panel import HandPage, HandPanel, choice_digest, is_turn
from cogs.narration.labels import group_label, reason, stock_is_gone
from cogs.ui.actions import Action
from cogs.ui.layout import MAX_OPTIONS, Item, Style, action_row
from cogs.ui.texts import say
from engine.advice.rank_groups import (
    UNFINISHED,
    groups,
    has_groups,
    holding,
    planning_table,
    take_groups,
)
from engine.advice.staging import Staging, refusal
from engine.model.cards import RANK, without
from engine.model.moves import Group, Take


def stageable_groups(panel: HandPanel) -> list[Group]:
    """Every group that can be staged: first each rank's largest group, then each second largest."""
    by_rank = [buildable(panel, rank) for rank in pickable(panel)]
    turns = zip_longest(*by_rank)
    return [group for turn in turns for group in turn if group is not None]


def buildable(panel: HandPanel, rank: int) -> list[Group]:
    """Groups of a rank that can be staged, at most 25."""
    stageable = groups(unstaged(panel), panel.seat, rank)
    if is_turn(panel, "draw"):
        stageable += take_groups(panel.table, panel.seat, rank)
    return list(dict.fromkeys(stageable))[:MAX_OPTIONS]


def can_stage(panel: HandPanel) -> bool:
    return next(pickable(panel), None) is not None


def pickable(panel: HandPanel) -> Iterator[int]:
    """Yield the ranks that have a group which can be staged, in ascending order."""
    table, ranks = unstaged(panel), sorted(set(remaining(panel).translate(RANK)))
    takes = is_turn(panel, "draw")
    for rank in ranks:
        if has_groups(table, panel.seat, rank) or (
            takes and take_groups(panel.table, panel.seat, rank)
        ):
            yield rank


def unstaged(panel: HandPanel) -> engine.FaceDown:
    """The table as this seat sees it at its next turn, without its staged cards."""
    return holding(planning_table(panel.table, panel.seat), panel.seat, panel.staging.cards)


def remaining(panel: HandPanel) -> bytes:
    """The hand without the staged cards."""
    return without(panel.view.hand, panel.staging.cards)


# ---- layout


def build_rows(panel: HandPanel) -> list[Item]:
    """Components of the page."""
    return [
        *pick_select(panel),
        *(out_rows(panel) if staged_way_out(panel) else []),
        action_row(*build_buttons(panel)),
    ]


def pick_select(panel: HandPanel) -> list[Item]:
    """Select for several groups at once.

    If one select has no room for all groups, the select has pages.
    """
    stageable = stageable_groups(panel)
    if not stageable:
        return []
    pages = -(-len(stageable) // MAX_OPTIONS)
    page = panel.page.picks % pages  # from a custom id: there may be fewer pages now
    shown = list(enumerate(stageable))[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
    labels = [(n, group_label(one, panel.state, panel.seat), worth(panel, one)) for n, one in shown]
    staged_count, hint = len(panel.staging.groups), say("panel.pick")
    rows = [
        panel.select(Action.STAGE, staged_count, labels=labels, placeholder=hint, most=len(labels))
    ]
    if pages > 1:
        following = (page + 1) % pages
        title = say("panel.more_picks", page=following + 1, pages=pages)
        rows.append(action_row(panel.button(Action.STAGE_PAGE, following, label=title)))
    return rows


def worth(panel: HandPanel, group: Group) -> str:
    """Points of a group on the table. "" in games where melds have no points."""
    if panel.view.lowest_wins:
        return ""
    return say("panel.worth", n=panel.view.values.in_melds(group.cards))


def build_buttons(panel: HandPanel) -> list[Item]:
    """Buttons that lay the staged groups, take the pile with them, unstage, and go back."""
    back = panel.button(Action.PLAY_PAGE, 1, label=say("panel.back"))
    if not panel.staging.groups:
        return [back]
    shown, green = choice_digest(str(panel.staging)), Style.success
    lay = panel.button(Action.LAYSTAGED, shown, style=green, disabled=not may_lay(panel))
    take = panel.button(Action.TAKESTAGED, shown, style=green, disabled=not may_take(panel))
    take_back = panel.button(Action.UNSTAGE, len(panel.staging.groups))
    return [lay, *([take] if can_take(panel) else []), take_back, back]


def can_take(panel: HandPanel) -> bool:
    """Return whether the seat must draw now, and could take a pile with cards from its hand."""
    return is_turn(panel, "draw") and bool(panel.view.pile) and panel.view.takes == "pile"


def may_lay(panel: HandPanel) -> bool:
    """Return whether all staged groups can be laid now."""
    ready = panel.staging.groups and is_turn(panel, "play")
    return bool(ready) and refusal(panel.table, panel.seat, panel.staging) is None


def take_of(panel: HandPanel) -> Take | None:
    """Return the move that takes the pile with the staged cards, or None."""
    upcard = panel.view.upcard
    if upcard is None or not can_take(panel):
        return None
    return panel.staging.take(upcard)


def may_take(panel: HandPanel) -> bool:
    """Return whether the staged cards may take the pile now."""
    take = take_of(panel)
    return take is not None and engine.check(panel.table, panel.seat, take) is None


def staged(panel: HandPanel) -> list[str]:
    """Lines about the staged groups, and about what is still missing before they can be laid."""
    if not panel.staging.groups:
        return [say("panel.nothing_staged" if can_stage(panel) else "panel.nothing_fits")]
    lines = [
        say("panel.staged", cards=group_label(group, panel.state, panel.seat))
        for group in panel.staging.groups
    ]
    return [*lines, verdict(panel), staged_worth(panel)]


def staged_worth(panel: HandPanel) -> str:
    """Points of all staged groups.

    "" before the side has opened, because then the line of `verdict` says the points.
    """
    view = panel.view
    if view.lowest_wins or not view.seats[panel.seat].opened:
        return ""
    return say("panel.staged_worth", n=view.values.in_melds(panel.staging.cards))


def verdict(panel: HandPanel) -> str:
    """Line that says whether the staged groups can be laid, or what is missing."""
    take = take_of(panel)
    if take is not None:
        refused = engine.check(panel.table, panel.seat, take)
    else:
        refused = refusal(planning_table(panel.table, panel.seat), panel.seat, panel.staging)
    if refused is None:
        return say("panel.ready" if take is not None else ready(panel))
    if refused.code in UNFINISHED:
        return say(f"panel.running_{refused.code}", **refused.facts)
    return reason(refused)


def ready(panel: HandPanel) -> str:
    """Catalogue key of the sentence that says when the staged groups can be laid."""
    if is_turn(panel, "play"):
        return "panel.ready"
    if not is_turn(panel, "draw"):
        return "panel.ready_later"
    return "panel.ready_taken" if stock_is_gone(panel.view) else "panel.ready_drawn"


# ---- handlers


@hand_component(Action.BUILD_PAGE)
async def open_build_page(_: HandInteraction) -> HandPage:
    return BUILD_PAGE


@hand_component(Action.STAGE, BUILD_PAGE)
async def stage_groups(interaction: HandInteraction) -> HandPage:
    """Stage the selected groups.

    The values of the select are indexes into the list that was shown.
    """
    panel = interaction.panel(BUILD_PAGE)
    # A double click: the first one has staged the groups, so the indexes now mean other groups.
    if interaction.argument() != len(panel.staging.groups):
        return BUILD_PAGE
    stageable = stageable_groups(panel)
    chosen = [choice_at(stageable, index) for index in interaction.chosen]
    new = reduce(Staging.with_group, chosen, panel.staging).held(interaction.view.hand)
    await interaction.stage(new)
    whole = len(new.groups) == len(panel.staging.groups) + len(chosen)
    return BUILD_PAGE if whole else replace(BUILD_PAGE, notice=say("panel.picked_twice"))


@hand_component(Action.LEGACY_RANK)
@hand_component(Action.LEGACY_GROUP)
@hand_component(Action.LEGACY_GROUP_ONLY)
async def open_build_page_legacy(_: HandInteraction) -> HandPage:
    """Open the Build page for a component of an old message.

    Such a component has indexes into lists that no longer exist.
    """
    return BUILD_PAGE


@hand_component(Action.STAGE_PAGE)
async def show_more_groups(interaction: HandInteraction) -> HandPage:
    """Show another page of groups."""
    return replace(BUILD_PAGE, picks=max(0, interaction.argument()))


@hand_component(Action.UNSTAGE, BUILD_PAGE)
async def unstage_last_group(interaction: HandInteraction) -> HandPage:
    staged = interaction.state.staging(interaction.seat)
    if interaction.argument() == len(staged.groups):
        await interaction.stage(staged.without_last())
    return BUILD_PAGE


@hand_component(Action.LAYSTAGED, BUILD_PAGE)
async def lay_staged(interaction: HandInteraction) -> HandPage:
    """Lay all staged groups: first all new melds in one move, then each lay-off."""
    staged = interaction.state.staging(interaction.seat)
    if not interaction.is_about(str(staged)):
        return staging_changed_page()
    await interaction.carry_out(staged.moves())
    # Only after the moves: if one is refused, the groups are still staged.
    await interaction.stage(Staging())
    return PLAY


@hand_component(Action.TAKESTAGED, BUILD_PAGE)
async def take_with_staged(interaction: HandInteraction) -> HandPage:
    """Take the pile with the staged cards."""
    upcard, staged = interaction.view.upcard, interaction.state.staging(interaction.seat)
    if not interaction.is_about(str(staged)):
        return staging_changed_page()
    take = None if upcard is None else staged.take(upcard)
    if take is None:
        raise StalePanel
    await interaction.play(take)
    await interaction.stage(Staging())
    return PLAY
