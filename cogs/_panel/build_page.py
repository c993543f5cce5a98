"""The panel's Build page: cards are picked rank by rank and put aside until they are laid.

A hand can exceed the 25 options of a select, hence rank first, then how many and with what. What
puts aside or takes back says how much was put aside before: a second tap must not do it twice.
"""

import engine
from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, Style, row
from cogs._kit.texts import cards_title, say
from cogs._panel.panel import Panel, is_turn
from cogs._panel.play_page import out_rows, staged_plan
from cogs._story.labels import group_label, hand_words, refusal_words
from engine.advice.groups import (
    UNFINISHED,
    ahead,
    groups,
    has_groups,
    holding,
    of_rank,
    take_groups,
)
from engine.advice.staging import refusal
from engine.model.cards import RANK, without
from engine.model.moves import Group, Take


def build_rows(panel: Panel) -> list[Item]:
    """The controls of the Build page."""
    ranks = pickable(panel)
    picked = 0 if len(ranks) == 1 else panel.page.rank
    return [
        *(rank_select(panel, ranks) if len(ranks) > 1 else []),
        *(many_select(panel, picked) if picked is not None and picked < len(ranks) else []),
        *(out_rows(panel) if staged_plan(panel) else []),
        row(*build_buttons(panel)),
    ]


def rank_select(panel: Panel, ranks: list[int]) -> list[Item]:
    """The ranks to pick from, each with its cards; an only one is picked already."""
    left, hint = remaining(panel), say("panel.rank")
    labels = [(n, cards_title(one), count_words(left, one)) for n, one in enumerate(ranks)]
    return [panel.select(verbs.RANK, labels=labels, placeholder=hint, chosen=panel.page.rank)]


def build_buttons(panel: Panel) -> list[Item]:
    """With something staged: lay, take with it, take one back; and the way back to the hand."""
    back = panel.button(verbs.MAIN, 1, label=say("panel.back"))
    if not panel.staging.groups:
        return [back]
    lay = panel.button(verbs.LAYSTAGED, style=Style.success, disabled=not may_lay(panel))
    take = panel.button(verbs.TAKESTAGED, style=Style.success, disabled=not may_take(panel))
    take_back = panel.button(verbs.UNSTAGE, len(panel.staging.groups))
    can_take = is_turn(panel, "draw") and panel.view.pile
    return [lay, *([take] if can_take else []), take_back, back]


def may_lay(panel: Panel) -> bool:
    """Whether everything staged can be laid now."""
    ready = panel.staging.groups and is_turn(panel, "play")
    return bool(ready) and refusal(panel.table, panel.seat, panel.staging) is None


def take_of(panel: Panel) -> Take | None:
    """The take that what is staged could be, when it is time to draw."""
    upcard = panel.view.upcard
    if upcard is None or not is_turn(panel, "draw"):
        return None
    return panel.staging.take(upcard)


def may_take(panel: Panel) -> bool:
    """Whether the pile can be taken with what is staged."""
    take = take_of(panel)
    return take is not None and engine.check(panel.table, panel.seat, take) is None


def many_select(panel: Panel, place: int) -> list[Item]:
    """How many of the rank at that place, with which wild cards, and where they go."""
    found, put_aside = buildable(panel, pickable(panel)[place]), len(panel.staging.groups)
    labels = [(n, group_label(group, panel.live, panel.seat), "") for n, group in enumerate(found)]
    if len(labels) == 1:
        alone = say("panel.pick_it", cards=labels[0][1])
        return [row(panel.button(verbs.MANYIT, place, put_aside, label=alone, style=Style.primary))]
    return [
        panel.select(verbs.MANY, place, put_aside, labels=labels, placeholder=say("panel.many"))
    ]


def buildable(panel: Panel, rank: int) -> list[Group]:
    """The groups that can be staged of a rank; at most 25."""
    found = groups(unstaged(panel), panel.seat, rank)
    if is_turn(panel, "draw"):
        found += take_groups(panel.table, panel.seat, rank)
    return list(dict.fromkeys(found))[:OPTIONS]


def pickable(panel: Panel) -> list[int]:
    """The ranks of which something can be staged, in their order."""
    table, ranks = unstaged(panel), sorted(set(remaining(panel).translate(RANK)))
    takes = is_turn(panel, "draw")
    return [
        rank
        for rank in ranks
        if has_groups(table, panel.seat, rank)
        or (takes and take_groups(panel.table, panel.seat, rank))
    ]


def unstaged(panel: Panel) -> engine.FaceDown:
    """The table to plan on, without the cards that are staged already."""
    return holding(ahead(panel.table, panel.seat), panel.seat, panel.staging.cards)


def remaining(panel: Panel) -> bytes:
    """The hand without what is staged."""
    return without(panel.view.hand, panel.staging.cards)


def count_words(hand: bytes, rank: int) -> str:
    """How many cards of a rank there are, and which."""
    own = of_rank(hand, rank)
    return say("panel.count", n=len(own), cards=hand_words(own))


def staged(panel: Panel) -> list[str]:
    """What is staged, and what is still missing."""
    if not panel.staging.groups:
        return [say("panel.nothing_staged" if pickable(panel) else "panel.nothing_fits")]
    lines = [
        say("panel.staged", cards=group_label(group, panel.live, panel.seat))
        for group in panel.staging.groups
    ]
    return [*lines, verdict(panel)]


def verdict(panel: Panel) -> str:
    """Whether what is staged can be laid; if not yet, how far it has come."""
    take = take_of(panel)
    if take is not None:
        refused = engine.check(panel.table, panel.seat, take)
    else:
        refused = refusal(ahead(panel.table, panel.seat), panel.seat, panel.staging)
    if refused is None:
        now = take is not None or is_turn(panel, "play")
        return say("panel.ready" if now else "panel.ready_later")
    if refused.code in UNFINISHED:
        return say(f"panel.running_{refused.code}", **refused.facts)
    return refusal_words(refused)
