"""Scores of a table: the sheet of an ended round, the score now, and the end of the game.

Their pictures are drawn in `render`; when they are posted is decided in `painter`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ui

import engine
from cogs.game.state import TableState
from cogs.narration.table_words import game_name, heading, scores, start_line
from cogs.ui.actions import Action
from cogs.ui.layout import Item, Style, action_row, button, layout_view, picture_item, text_display
from cogs.ui.texts import has_text, join_words, say
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.score import Result, Score
from engine.model.view import View
from engine.record import commitments
from render.pictures.models import FinalPlace, FinishedGame, Purse, ScoreSheet, SheetSide
from render.renderer import Picture
from render.text.catalogue import format_number, format_signed
from render.text.display_names import display_names as shown_names
from render.text.display_names import side_title

ROUNDS: Final = 20
"""Rounds that are listed with the score: the latest ones."""


def score_sheets(state: TableState) -> list[ScoreSheet]:
    """Score sheets of all ended rounds, in their order."""
    history: list[tuple[int, ...]] = []
    made: list[ScoreSheet] = []
    for event in scored(state):
        history.append(event.totals)
        made.append(sheet(state, event, tuple(history)))
    return made


def scored(state: TableState) -> Iterator[RoundScored]:
    """The scoring events of all ended rounds."""
    for step in state.game.steps:
        yield from (event for event in step.events if isinstance(event, RoundScored))


def sheet(
    state: TableState, event: RoundScored, history: tuple[tuple[int, ...], ...]
) -> ScoreSheet:
    """Score sheet of one round. `history` has the totals of the rounds up to it."""
    view = state.view(None)
    result = view.result
    return ScoreSheet(
        round=event.round,
        target=view.target,
        sides=tuple(sheet_side(state, score, event.totals) for score in event.scores),
        history=history,
        last_round=view.last_round,
        final=result is not None and event.round == view.round,
        lowest_wins=view.lowest_wins,
    )


def sheet_side(state: TableState, score: Score, totals: tuple[int, ...]) -> SheetSide:
    seats = state.view(None).sides[score.side].seats
    names = drawn_names(state)
    members = tuple(names[seat] for seat in seats)
    items = {item_key(state, str(name)): points for name, points in score.items.items()}
    return SheetSide(score.side, members, items, score.total, totals[score.side])


def drawn_names(state: TableState) -> tuple[str, ...]:
    """Names of all players as the pictures can draw them."""
    return shown_names(state.names(), len(state.view(None).seats))


def item_key(state: TableState, item: str) -> str:
    """Name of a score item in the catalogue. Some games call feet ponytails, and a grab a cut."""
    if item == ScoreItem.GRAB and state.game.table.rules.cuts:
        return "cut"
    return "ponies" if item == ScoreItem.FEET and state.view(None).packet == "pony" else item


def round_score_layout(
    one: ScoreSheet, picture: Picture, state: TableState, story: Sequence[str]
) -> ui.LayoutView:
    """Message for an ended round, with its story.

    Args:
        one: The score sheet.
        picture: The sheet as a picture.
        state: The table.
        story: Sentences about the round.
    """
    lines = [side_line(state, side) for side in one.sides]
    words = text_display(*lines, *story)
    return layout_view(
        text_display(say("sheet.heading", round=one.round)), picture_item(picture), words
    )


def side_line(state: TableState, side: SheetSide) -> str:
    """A side's round in words, item by item. Pennies that were paid do not count in the total."""
    items = [
        say("sheet.item", item=item_name(name), points=format_signed(points))
        for name, points in side.items.items()
        if points and name != ScoreItem.PAID
    ]
    paid = side.items.get(ScoreItem.PAID, 0)
    return say(
        "sheet.side",
        side=side_name(state, side.side),
        total=format_signed(side.total),
        items=say("list.comma").join(items) or say("sheet.nothing"),
        score=format_number(side.score),
        paid=say("sheet.paid", n=paid) if paid else "",
    )


def item_name(name: str) -> str:
    key = f"score.item.{name}"
    return say(key) if has_text(key) else name


def side_name(state: TableState, side: int) -> str:
    """Name of a side, with its players if they are several."""
    view = state.view(None)
    shown = tuple(state.player_name(seat.seat) for seat in view.seats)
    players = [shown[seat] for seat in view.sides[side].seats]
    title = side_title(view.sides[side], shown)
    return (
        title if len(players) == 1 else say("sheet.team", side=title, players=join_words(players))
    )


def score_layout(state: TableState) -> ui.LayoutView:
    """The score so far, with the points of the latest rounds."""
    view = state.view(None)
    return layout_view(
        text_display(
            heading(state, view), scores(state, view), *rounds(state), target_score_text(view)
        )
    )


def rounds(state: TableState) -> list[str]:
    """Lines with each side's points in the latest rounds, under a line that names the sides."""
    events = [*scored(state)][-ROUNDS:]
    if not events:
        return []
    view, shown = (
        state.view(None),
        tuple(state.player_name(seat.seat) for seat in state.view(None).seats),
    )
    between = say("sheet.between")
    sides = between.join(side_title(side, shown) for side in view.sides)
    return [
        say("sheet.past_head", n=len(events), sides=sides),
        *(
            say(
                "sheet.past",
                round=event.round,
                points=between.join(format_signed(score.total) for score in event.scores),
            )
            for event in events
        ),
    ]


def target_score_text(view: View) -> str:
    """The score or number of rounds that ends the game; "" if neither is set."""
    if view.target:
        key = "sheet.aim_beyond" if view.must_pass_target else "sheet.aim"
        both = "_both" if view.last_round else ""
        return say(key + both, points=format_number(view.target), n=view.last_round)
    return say("sheet.aim_rounds", n=view.last_round) if view.last_round else ""


def final_score_layout(state: TableState, picture: Picture, rematch: str = "") -> ui.LayoutView:
    """Message for the end of a game: scores, pennies, checks of the shuffle, rematch.

    Args:
        state: The table.
        picture: The podium.
        rematch: Line that names who plays again, and where; "" before any player wants to.
    """
    result = engine.result(state.game.table)
    assert result is not None  # called at the end only
    winners = join_words(side_name(state, side) for side in result.winners)
    lines = [
        say(
            "sheet.final_side", place=place, side=side_name(state, side), score=format_number(score)
        )
        + purse_words(purse(state, result, side))
        for place, side, score in places(state, result)
    ]
    title = text_display(
        say("sheet.final", game=game_name(state), n=len(result.winners), winners=winners)
    )
    facts = text_display(
        *lines,
        bowl_words(state, winners),
        say(f"sheet.because_{result.reason}"),
        seed_line(state),
        *digest_lines(state, result.scores),
        rematch,
    )
    parts = (title, picture_item(picture), facts)
    again = rematch_button(state, is_open=bool(rematch))
    return layout_view(*parts, action_row(again, *memory_buttons(state)))


def bowl_words(state: TableState, winners: str) -> str:
    """Line about who takes the bowl; "" in games without pennies."""
    view = state.view(None)
    return say("sheet.bowl", n=view.bowl, winners=winners) if view.buys else ""


def purse(state: TableState, result: Result, side: int) -> Purse | None:
    """A player's pennies at the end; None in games without pennies."""
    view = state.view(None)
    if not view.buys:
        return None
    seat = view.seats[side]
    won = result.pennies[side] - seat.pennies
    return Purse(seat.pennies, -seat.purse, won, state.game.table.rules.pennies)


def purse_words(mine: Purse | None) -> str:
    """A player's gain or loss in pennies, with its parts."""
    if mine is None:
        return ""
    parts = [say("sheet.purse_left", n=mine.left, began=mine.began)]
    parts += [say("sheet.purse_owed", n=mine.owed)] if mine.owed else []
    parts += [say("sheet.purse_won", n=mine.won)] if mine.won else []
    why = say("list.comma").join(parts)
    return say("sheet.purse", n=mine.balance, balance=format_signed(mine.balance), why=why)


def seed_line(state: TableState) -> str:
    """Seed of the shuffle if all agreed to open hands, which follow from it; else its seal."""
    if not state.row.open_hands:
        return say("sheet.sealed", hash=state.row.commitment)
    return say("sheet.seed", seed=state.row.lobby_seed.hex())


def digest_lines(state: TableState, scores: Sequence[int]) -> list[str]:
    """Digests of the start and the end, to compare a receipt with."""
    digest = commitments.at_end(state.row.commitment, state.row.id, state.game.log_digest, scores)
    return [*start_line(state.row), say("seal.end", hash=digest)]


def final_standing(state: TableState) -> FinishedGame:
    """Result of the game, for its picture."""
    result = engine.result(state.game.table)
    assert result is not None  # called at the end only
    view, names = state.view(None), drawn_names(state)
    return FinishedGame(
        tuple(
            FinalPlace(
                at,
                side,
                tuple(names[seat] for seat in view.sides[side].seats),
                score,
                purse(state, result, side),
            )
            for at, side, score in places(state, result)
        ),
        view.round,
        view.bowl if view.buys else None,
    )


def memory_buttons(state: TableState) -> list[Item]:
    """Buttons for the receipt of the shuffle and for the replay."""
    return [
        button(Action.VERIFY, state.row.id, state.row.seq, label=say("receipt.button")),
        button(Action.REPLAY, state.row.id, state.row.seq, label=say("replay.button")),
    ]


def rematch_button(state: TableState, *, is_open: bool) -> Item:
    label = say("sheet.rematch_in" if is_open else "sheet.rematch")
    return button(Action.REMATCH, state.row.id, state.row.seq, label=label, style=Style.success)


def places(state: TableState, result: Result) -> list[tuple[int, int, int]]:
    """Place, side and score of every side, best first."""
    lowest = state.view(None).lowest_wins
    return sorted(
        (result.place(side, lowest_wins=lowest), side, score)
        for side, score in enumerate(result.scores)
    )
