"""Picks: the groups of a hand that can be put aside now, to be laid together later."""

from collections.abc import Iterator
from itertools import zip_longest

import engine
from cogs._kit.components import OPTIONS
from cogs._panel.panel import Panel, is_turn
from engine.advice.groups import ahead, groups, has_groups, holding, take_groups
from engine.model.cards import RANK, without
from engine.model.moves import Group


def offered(panel: Panel) -> list[Group]:
    """Every group that can be put aside: the fullest of each rank first, then the next fullest."""
    by_rank = [buildable(panel, rank) for rank in pickable(panel)]
    turns = zip_longest(*by_rank)
    return [group for turn in turns for group in turn if group is not None]


def buildable(panel: Panel, rank: int) -> list[Group]:
    """The groups that can be put aside of a rank; at most 25."""
    found = groups(unstaged(panel), panel.seat, rank)
    if is_turn(panel, "draw"):
        found += take_groups(panel.table, panel.seat, rank)
    return list(dict.fromkeys(found))[:OPTIONS]


def can_pick(panel: Panel) -> bool:
    """Whether anything can be put aside."""
    return next(pickable(panel), None) is not None


def pickable(panel: Panel) -> Iterator[int]:
    """The ranks of which something can be put aside, in their order."""
    table, ranks = unstaged(panel), sorted(set(remaining(panel).translate(RANK)))
    takes = is_turn(panel, "draw")
    for rank in ranks:
        if has_groups(table, panel.seat, rank) or (
            takes and take_groups(panel.table, panel.seat, rank)
        ):
            yield rank


def unstaged(panel: Panel) -> engine.FaceDown:
    """The table to plan on, without the cards that are staged already."""
    return holding(ahead(panel.table, panel.seat), panel.seat, panel.staging.cards)


def remaining(panel: Panel) -> bytes:
    """The hand without what is staged."""
    return without(panel.view.hand, panel.staging.cards)
