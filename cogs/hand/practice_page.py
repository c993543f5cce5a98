"""Practice games in the hand panel: the coach's lines, and the layout of a scored round.

`cogs.lessons.coach` chooses what the coach says. `cogs.learning` handles the buttons.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from discord import ui

import engine
from cogs.game.private_tables import is_practice, unread_round_score
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.hand.panel import HandPage, HandPanel
from cogs.lessons.coach import CoachLine, next_coach_line, remember_hint
from cogs.lessons.coach_rows import LearnerView
from cogs.lessons.slip import Slip, slip_of, without_slip
from cogs.narration.events import ending_of_round
from cogs.table.scores import score_sheets, side_line, target_score_text
from cogs.ui.actions import Action
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Item, Style, action_row, layout_view, picture_item, text_display
from cogs.ui.texts import card, join_words, rank_words, say
from data.models.members import CoachingRow
from data.models.tables import TableStatus
from data.repositories.lessons import LessonRepository
from engine.advice.judgement import judge
from engine.model.events import RoundScored
from engine.model.moves import Move
from render.renderer import Picture
from render.text.alt_text import own_first
from render.text.catalogue import format_number
from render.text.display_names import side_title

NAMED: Final = {"who", "rank", "card"}
"""Facts of a coach's line that are names, not numbers."""


def coach_words(coach_line: CoachLine, state: TableState) -> str:
    """The coach's line in words. "" if the coach has nothing to say."""
    if coach_line.row is None:
        return ""
    facts: dict[str, object] = {
        name: n for name, n in coach_line.facts.items() if name not in NAMED
    }
    if "who" in coach_line.facts:
        facts["who"] = state.player_name(coach_line.facts["who"])
    if "rank" in coach_line.facts:
        facts["rank"] = rank_words(coach_line.facts["rank"])
    if "card" in coach_line.facts:
        facts["card"] = card(coach_line.facts["card"])
    return say(f"coach.{coach_line.row}", **facts)


def practice_head(panel: HandPanel) -> list[str]:
    """The heading of a practice game. Empty in other games."""
    game = engine.GAMES[panel.state.row.game].name
    return [say("coach.place", game=game)] if is_practice(panel.state) else []


def coach_line(panel: HandPanel) -> str:
    return say("coach.line", text=panel.page.coach) if panel.page.coach else ""


def practice_rows(panel: HandPanel) -> list[Item]:
    """Buttons that switch the coach, and start another practice game.

    The buttons are on the About page and below a scored round. Below a hand, a phone has no room
    for them.
    """
    shown = panel.page.about or not is_playing(panel) or unread_round_score(panel.state)
    if not is_practice(panel.state) or not shown:
        return []
    number = list(engine.GAMES).index(panel.state.row.game)
    anew = Action.PRACTISE.button(*NO_TABLE, number, 1, label=say("coach.anew"))
    title = say("coach.on" if panel.is_coached else "coach.off")
    switch = [panel.button(Action.COACH, label=title)] if is_playing(panel) else []
    return [action_row(*switch, anew)]


# ---- a scored round


def round_over_layout(panel: HandPanel, picture: Picture, scored: RoundScored) -> ui.LayoutView:
    """Layout of a scored round, with a button for the next one."""
    sides = {one.side: one for one in score_sheets(panel.state)[-1].sides}
    own_then_others = [sides[side.side] for side in own_first(panel.view)[1]]
    lines = [
        *ending_of_round(panel.state),
        *(say("board.line", words=side_line(panel.state, one)) for one in own_then_others),
        target_score_text(panel.view),
    ]
    head = text_display(*practice_head(panel), heading(panel, scored), standing(panel, scored))
    return layout_view(head, picture_item(picture), text_display(*lines), *rows(panel, scored))


def heading(panel: HandPanel, scored: RoundScored) -> str:
    """Line that says that the round is over, with all totals, the member's own first."""
    (own, *others), shown = own_first(panel.view)[1], panel.state.names()
    if len(others) == 1 and len(own.seats) > 1:
        theirs = say("coach.they", score=format_number(scored.totals[others[0].side]))
    else:
        named = ((side_title(one, shown), scored.totals[one.side]) for one in others)
        theirs = join_words(say("coach.other", who=who, score=format_number(n)) for who, n in named)
    key = "coach.round_over" if is_playing(panel) else "coach.game_over"
    return say(key, round=scored.round, own=format_number(scored.totals[own.side]), others=theirs)


def standing(panel: HandPanel, scored: RoundScored) -> str:
    """Sentence that says whether the member's side is ahead."""
    own = panel.view.side_of(panel.seat)
    others = [total for side, total in enumerate(scored.totals) if side != own]
    best, mine = max(others), scored.totals[own]
    if panel.view.lowest_wins:
        best, mine = -min(others), -mine
    stand = "level" if mine == best else "ahead" if mine > best else "behind"
    lowest = say("coach.lowest") if panel.view.lowest_wins else ""
    return " ".join(filter(None, (say(f"coach.{stand}"), lowest)))


def rows(panel: HandPanel, scored: RoundScored) -> list[Item]:
    """Buttons for the next round, if there is one, and for another practice game."""
    title = say("coach.next_round", round=scored.round + 1)
    onward = panel.button(Action.NEXT_PRACTICE_ROUND, label=title, style=Style.success)
    return [*([action_row(onward)] if is_playing(panel) else []), *practice_rows(panel)]


def is_playing(panel: HandPanel) -> bool:
    return panel.state.row.status is TableStatus.PLAYING


# ---- the coach's memory


async def with_coach_line(
    store: LessonRepository, tables: TableSessions, state: TableState, seat: int, page: HandPage
) -> HandPage:
    """Return the page with the coach's line, and save which lines the coach has said.

    The page is unchanged outside practice games, and while the coach has nothing to say.

    Args:
        store: Saves which lines the coach has said.
        tables: Drops the cached state of the table.
        state: The table.
        seat: The member's seat.
        page: The page.
    """
    if not is_practice(state) or unread_round_score(state) is not None:
        return page
    row = state.circumstances.coaching or CoachingRow()
    slip = Slip.read(row.heard) if row.heard.get("table") == state.row.id else None
    if row.silent:
        return page
    if slip is not None and (told := slip_words(slip, state, seat)):
        return replace(page, coach=told, slipped=True)
    if not any(one.seat == seat for one in state.view(seat).pending):
        return page
    seen = learner(state, seat)
    actions_done = actions_since(state, seat, row.heard.get("turn", 0))
    coach_line = next_coach_line(row.heard, state.row.id, state.game.turn_seq, seen, actions_done)
    if coach_line.heard != row.heard:
        await store.save_coaching_row(state.member(seat), CoachingRow(heard=coach_line.heard))
        tables.changed(state.row.id)  # the cached state has the old row
    return replace(page, coach=coach_words(coach_line, state))


def learner(state: TableState, seat: int) -> LearnerView:
    """Return what the coached member sees, with the advice."""
    return LearnerView(state.view(seat), state.seen(seat), seat, state.game.known(judge, seat))


# ---- after a blunder


def slip_words(slip: Slip, state: TableState, seat: int) -> str:
    """Text of what a blunder cost, and what was better.

    "" if the blunder had no consequence yet.
    """
    facts: dict[str, object] = {"n": slip.n}
    if slip.card >= 0:
        facts |= {"card": card(slip.card), "better": card(slip.better)}
    if slip.key == "fed":
        who = taker(slip, state, seat)
        if who is None:
            return ""
        facts["who"] = state.player_name(who)
    fits_any = slip.key == "wild" and state.view(seat).lowest_wins
    return say(f"coach.slip_{slip.key}{'_any' if fits_any else ''}", **facts)


def taker(slip: Slip, state: TableState, seat: int) -> int | None:
    """Return the player who took the pile right after the member's discard, or None."""
    later = (step for step in state.game.steps if step.seq > slip.at and step.seat != seat)
    for step in later:
        took = any(deed.kind == "took" for event in step.events for deed in event.deeds())
        return step.seat if took else None
    return None


async def remember_slip(
    store: LessonRepository, before: TableState, after: TableState, seat: int, moves: Sequence[Move]
) -> bool:
    """Save a blunder in a practice game. If there was no blunder, delete the saved one.

    Args:
        store: Saves the blunder.
        before: The table before the moves.
        after: The table after them.
        seat: The member's seat.
        moves: The moves of one interaction. Empty for an undo.

    Returns:
        Whether the saved row has changed.
    """
    row = before.circumstances.coaching or CoachingRow()
    if row.silent:
        return False
    slip = slip_of(learner(before, seat), moves) if moves else None
    heard = without_slip(row.heard)
    if slip is not None:
        heard = {**heard, **replace(slip, at=after.game.seq).remembered()}
    if heard != row.heard:
        await store.save_coaching_row(before.member(seat), replace(row, heard=heard))
    return heard != row.heard


async def record_hint_request(
    store: LessonRepository, tables: TableSessions, state: TableState, seat: int
) -> None:
    """In a practice game, save that the member has asked for a hint."""
    row = state.circumstances.coaching
    if not is_practice(state) or row is None:
        return
    await store.save_coaching_row(state.member(seat), replace(row, heard=remember_hint(row.heard)))
    tables.changed(state.row.id)


def actions_since(state: TableState, seat: int, seq: int) -> frozenset[str]:
    """Return the kinds of actions that a seat has done after a log entry."""
    own = (step for step in state.game.steps if step.seq > seq and step.seat == seat)
    return frozenset(
        action.kind for step in own for event in step.events for action in event.deeds()
    )
