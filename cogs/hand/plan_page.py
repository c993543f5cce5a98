"""The panel's page for planning ahead: what is to be done when the turn comes.

It is open while others play. What is chosen is kept at once; it is played only after it was set.
"""

from typing import Final

import discord

import engine
from cogs.hand.panel import HandPanel
from cogs.narration.labels import move_label, reason
from cogs.ui.actions import Action
from cogs.ui.layout import MAX_OPTIONS, Item, Style, action_row
from cogs.ui.texts import card, cards_title, cards_words, join_words, say
from engine.advice.turn_plan import (
    LASTS,
    LAYS,
    MOST_CARDS,
    STARTS,
    Lay,
    Plan,
    PlanStopped,
    Start,
    turn_of,
)
from engine.model.cards import Cards
from engine.model.moves import Move
from engine.model.view import View

TYPED_LAY_OPTION: Final = 4000
"""Characters of typed melds, the most that Discord takes: all cards of ten packs fit twice."""


def may_plan(panel: HandPanel) -> bool:
    """Whether there is a next turn to plan: the game goes on, and it is not this seat's turn."""
    plays = panel.view.result is None and bool(panel.view.hand)
    return plays and turn_of(panel.view) is None


def plan_button(panel: HandPanel) -> list[Item]:
    """The way to this page, while others play."""
    return [panel.button(Action.PLAN, label=say("plan.ahead"))] if may_plan(panel) else []


def plan_rows(panel: HandPanel) -> list[Item]:
    """The controls of the page."""
    if not may_plan(panel):
        return [action_row(panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")))]
    return [
        start_select(panel),
        *rank_select(panel),
        lay_select(panel),
        *card_select(panel),
        last_select(panel),
        action_row(*plan_buttons(panel)),
    ]


def start_select(panel: HandPanel) -> Item:
    """How to begin."""
    plan, view = panel.planned.plan, panel.view
    labels = [(n, start_words(start, view), "") for n, start in enumerate(STARTS)]
    chosen = STARTS.index(plan.start)
    return panel.select(
        Action.PLANSTART, labels=labels, placeholder=say("plan.start"), chosen=chosen
    )


def start_words(start: Start, view: View) -> str:
    """A way to begin, in words."""
    return say(f"plan.{view.takes}_{start}")


def rank_select(panel: HandPanel) -> list[Item]:
    """The ranks for which the pile is to be taken, where that was chosen."""
    plan, found = panel.planned.plan, ranks(panel.view)
    if plan.start != "ranks":
        return []
    options = [
        discord.SelectOption(value=str(rank), label=cards_title(rank), default=rank in plan.ranks)
        for rank in found
    ]
    table, seen, hint = panel.live.row.id, panel.live.row.seq, say("plan.ranks")
    most = len(found)
    return [
        action_row(Action.PLANRANKS.at(table, seen, options=options, placeholder=hint, most=most))
    ]


def ranks(view: View) -> list[int]:
    """The ranks that an upcard may be wanted for; a whole pile is hardly ever for a wild one.

    A three on top of it is in nobody's reach.
    """
    unwanted = view.values.wild_ranks if view.takes == "pile" else ()
    return [rank for rank in view.values.ranks if rank not in unwanted]


def lay_select(panel: HandPanel) -> Item:
    """What to lay; certain moves once there are some."""
    plan = panel.planned.plan
    named = named_moves(panel)
    labels = [
        (n, lay_words(panel, lay, named), "")
        for n, lay in enumerate(LAYS)
        if lay != "named" or named
    ]
    chosen = LAYS.index(plan.lay)
    return panel.select(Action.PLANLAY, labels=labels, placeholder=say("plan.lay"), chosen=chosen)


def named_moves(panel: HandPanel) -> tuple[Move, ...]:
    """The moves that are laid exactly so, or could be: what Build has put aside, or was typed."""
    plan, staged = panel.planned.plan, panel.staging.moves()
    return plan.moves if plan.lay == "named" else staged or plan.moves


def lay_words(panel: HandPanel, lay: Lay, named: tuple[Move, ...]) -> str:
    """What to lay, in words."""
    moves = join_words(move_label(move, panel.live, panel.seat) for move in named)
    return say(f"plan.lay_{lay}", moves=moves)


def card_select(panel: HandPanel) -> list[Item]:
    """One more card to throw away, while more can be named."""
    plan = panel.planned.plan
    faces = list(enumerate(discardable(panel.view)))
    labels = [(n, card(face), "") for n, face in faces if face not in plan.cards][:MAX_OPTIONS]
    if not labels or len(plan.cards) >= MOST_CARDS:
        return []
    hint = say("plan.another_card" if plan.cards else "plan.first_card")
    return [panel.select(Action.PLANCARD, labels=labels, placeholder=hint)]


def discardable(view: View) -> list[int]:
    """The distinct cards of a hand, wild ones last."""
    return sorted(set(view.hand), key=lambda face: (view.values.is_wild(face), face))


def last_select(panel: HandPanel) -> Item:
    """What if none of the named cards may go."""
    plan = panel.planned.plan
    labels = [(n, last_words(plan.cards, last), "") for n, last in enumerate(LASTS)]
    chosen = LASTS.index(plan.last)
    return panel.select(Action.PLANLAST, labels=labels, placeholder=say("plan.last"), chosen=chosen)


def last_words(named: Cards, last: str) -> str:
    """The same in words, which depend on whether any card is named."""
    return say(f"plan.{'else' if named else 'end'}_{last}")


def plan_buttons(panel: HandPanel) -> list[Item]:
    """Set it, cancel it, start the list of discards anew, type melds, and the way back."""
    planned = panel.planned
    style = Style.success
    return [
        *(
            []
            if planned.armed
            else [panel.button(Action.PLANON, label=say("plan.on"), style=style)]
        ),
        *([panel.button(Action.PLANOFF, label=say("plan.off"))] if planned.armed else []),
        *([panel.button(Action.PLANCLEAR, label=say("plan.clear"))] if planned.plan.cards else []),
        panel.button(Action.PLAN_LAYS, label=say("plan.type")),
        panel.button(Action.PLAY_PAGE, 1, label=say("panel.back")),
    ]


# ---- words


def plan_words(panel: HandPanel) -> list[str]:
    """The plan as it stands, step by step."""
    if not may_plan(panel):
        return [say("plan.your_turn")]
    plan = panel.planned.plan
    return [
        say("plan.set" if panel.planned.armed else "plan.not_set"),
        say("plan.step", n=1, what=beginning_words(panel, plan)),
        say("plan.step", n=2, what=lay_words(panel, plan.lay, plan.moves)),
        say("plan.step", n=3, what=ending_words(plan)),
        say("plan.promise"),
        say("plan.offers") if panel.view.buys else "",
    ]


def beginning_words(panel: HandPanel, plan: Plan) -> str:
    """How to begin, with the ranks that are wanted."""
    words = start_words(plan.start, panel.view)
    if plan.start != "ranks" or not plan.ranks:
        return words
    return say("plan.with_ranks", what=words, ranks=join_words(map(cards_words, plan.ranks)))


def ending_words(plan: Plan) -> str:
    """What to throw away, in order of liking."""
    last = last_words(plan.cards, plan.last)
    if not plan.cards:
        return last
    return say("plan.throw", cards=say("plan.or").join(map(card, plan.cards)), last=last)


def plan_note(panel: HandPanel) -> str:
    """What a panel says of a plan on its other pages: that it is set, or why it stopped."""
    if panel.planned.halt is not None:
        return say("plan.stopped", why=halt_words(panel, panel.planned.halt))
    shown = panel.page.plan or not may_plan(panel)
    return say("plan.is_set") if panel.planned.armed and not shown else ""


def halt_words(panel: HandPanel, halt: PlanStopped) -> str:
    """Why a plan went no further."""
    move = "" if halt.move is None else move_label(halt.move, panel.live, panel.seat)
    if halt.why == "refused" and halt.move is not None:
        refused = engine.check(panel.table, panel.seat, halt.move)
        if refused is not None:
            return say("plan.halt_rule", move=move, why=reason(refused), rule=refused.rule)
    return say(f"plan.halt_{halt.why}", move=move)
