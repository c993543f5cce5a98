"""Scores of a table: the sheet of an ended round, the current score, and the end of the game.

`render` draws their pictures. `publisher` decides when they are posted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from discord import ui

import engine
from cogs.game.state import TableState
from cogs.narration.events import sharing
from cogs.narration.table_words import game_name, heading, scores, short_digest
from cogs.ui.actions import Action
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    container_of,
    layout_view,
    link_button,
    picture_item,
    text_display,
)
from cogs.ui.permissions import install_link
from cogs.ui.texts import has_text, join_words, say
from engine.model.events import RoundScored
from engine.model.score import FinalReason, Result, Score
from engine.model.score import Item as ScoreItem
from engine.model.view import View
from engine.record import commitments
from engine.record.best_meld import MeldRecord, best_meld, melds_of_rounds
from render.pictures.models import (
    BestMeld,
    FinalPlace,
    FinishedGame,
    PosterFoot,
    Purse,
    ScoreSheet,
    SheetSide,
)
from render.pictures.score_panel import ITEMS
from render.renderer import Picture
from render.text.catalogue import format_number, format_signed
from render.text.display_names import display_names as shown_names
from render.text.display_names import side_title

ROUNDS: Final = 20
"""Maximum number of rounds in the list of scores. The latest ones are shown."""


def score_sheets(state: TableState, after: int = 0) -> list[ScoreSheet]:
    """Score sheets of all ended rounds after round `after`, oldest first."""
    events = [*scored(state)]
    history, melds = tuple(event.totals for event in events), game_melds(state)
    return [
        sheet(state, event, history[: at + 1], melds[at])
        for at, event in enumerate(events)
        if event.round > after
    ]


def ended_rounds(state: TableState) -> int:
    """Number of the latest scored round. 0 if there is none."""
    return max((event.round for event in scored(state)), default=0)


def scored(state: TableState) -> Iterator[RoundScored]:
    """Yield the scoring events of all ended rounds."""
    for step in state.game.steps:
        yield from (event for event in step.events if isinstance(event, RoundScored))


def sheet(
    state: TableState,
    event: RoundScored,
    history: tuple[tuple[int, ...], ...],
    melds: Sequence[MeldRecord],
) -> ScoreSheet:
    """Score sheet of one round.

    Args:
        state: The table.
        event: The scores of the round.
        history: The totals after each round up to this one.
        melds: The melds on the table at the end of the round.
    """
    view = state.view(None)
    return ScoreSheet(
        round=event.round,
        target=0 if view.is_shortened else view.target,
        sides=tuple(sheet_side(state, score, event.totals, melds) for score in event.scores),
        history=history,
        last_round=view.last_round,
        final=view.result is not None and event.round == view.round,
        lowest_wins=view.lowest_wins,
        game=engine.GAMES[state.row.game].name,
    )


def game_melds(state: TableState) -> tuple[tuple[MeldRecord, ...], ...]:
    """Return the melds on the table at the end of each round."""
    return melds_of_rounds(state.game.table.rules, (step.events for step in state.game.steps))


def sheet_side(
    state: TableState, score: Score, totals: tuple[int, ...], melds: Sequence[MeldRecord]
) -> SheetSide:
    """One side's part of a score sheet. `melds` are all melds of the round."""
    names, computers = side_members(state, score.side)
    items = {item_key(state, str(name)): points for name, points in score.items.items()}
    kinds = (one.kind for one in melds if one.kind and one.meld.side == score.side)
    return SheetSide(
        score.side,
        names,
        {key: items[key] for key in ITEMS if key in items},
        score.total,
        totals[score.side],
        Counter(kinds),
        computers,
    )


def side_members(state: TableState, side: int) -> tuple[tuple[str, ...], frozenset[int]]:
    """Names of a side's players as pictures can draw them, and which of them are computers."""
    names, faces, seats = drawn_names(state), state.faces(), state.view(None).sides[side].seats
    computers = frozenset(at for at, seat in enumerate(seats) if faces[seat])
    return tuple(names[seat] for seat in seats), computers


def drawn_names(state: TableState) -> tuple[str, ...]:
    """Names of all players in a form for pictures. An erased member is "a player"."""
    names = shown_names(state.names(), len(state.view(None).seats))
    players = (state.player(seat.seat) for seat in state.row.seats)
    return tuple(
        say("people.nameless") if player.kind == "member" and player.user_id is None else name
        for player, name in zip(players, names, strict=True)
    )


def item_key(state: TableState, item: str) -> str:
    """Catalogue key of a score item.

    Some games say "ponytails" for feet, and "cut" for a grab.
    """
    if item == ScoreItem.GRAB and state.game.table.rules.cuts:
        return "cut"
    return "ponies" if item == ScoreItem.FEET and state.view(None).packet == "pony" else item


def round_score_layout(
    one: ScoreSheet, picture: Picture, state: TableState, story: Sequence[str]
) -> ui.LayoutView:
    """Message for an ended round, with its story.

    Args:
        one: The score sheet.
        picture: The picture of the sheet.
        state: The table.
        story: Sentences about the round.
    """
    lines = [side_line(state, side) for side in one.sides]
    partners = (side.side for side in one.sides if ScoreItem.SPLIT in side.items)
    words = text_display(*lines, sharing(state, partners), *story)
    return layout_view(
        text_display(say("sheet.heading", round=one.round)), picture_item(picture), words
    )


def side_line(state: TableState, side: SheetSide) -> str:
    """Line with a side's points in a round, item by item.

    The total does not include pennies that the side paid. They have a text of their own.
    """
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
    """Names of a side's players."""
    return join_words(state.player_name(seat) for seat in state.view(None).sides[side].seats)


def score_layout(state: TableState) -> ui.LayoutView:
    """Message with the current score and the points of the latest rounds."""
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
    """The score or number of rounds that ends the game, in words. "" if the game sets neither."""
    if view.target:
        key = "sheet.aim_beyond" if view.must_pass_target else "sheet.aim"
        both = "_both" if view.last_round else ""
        return say(key + both, points=format_number(view.target), n=view.last_round)
    return say("sheet.aim_rounds", n=view.last_round) if view.last_round else ""


def final_score_layout(state: TableState, picture: Picture, rematch: str = "") -> ui.LayoutView:
    """Message for the end of a game: scores, pennies, shuffle seal, rematch.

    Args:
        state: The table.
        picture: The podium.
        rematch: Line that says who wants a rematch, and where. "" before any player wants one.
    """
    title, *lines = final_words(state)
    facts = text_display(*lines, seal_line(state, result_of(state).scores), rematch)
    parts = (text_display(title), picture_item(picture), facts)
    again = rematch_button(state, is_open=bool(rematch))
    return layout_view(*parts, action_row(again, *memory_buttons(state)))


def final_words(state: TableState) -> list[str]:
    """Lines about the result of a finished game: the winners, each side's score, and why."""
    result = result_of(state)
    winners = join_words(side_name(state, side) for side in result.winners)
    sides = [
        say(
            "sheet.final_side", place=place, side=side_name(state, side), score=format_number(score)
        )
        + purse_words(purse(state, result, side))
        for place, side, score in places(state, result)
    ]
    title = say("sheet.final", game=game_name(state), n=len(result.winners), winners=winners)
    return [title, *sides, bowl_words(state, winners), say(f"sheet.because_{result.reason}")]


def result_of(state: TableState) -> Result:
    """Return the result of a finished game."""
    result = engine.result(state.game.table)
    assert result is not None  # called after the game has ended
    return result


def with_install_link(view: ui.LayoutView, application_id: int | None) -> ui.LayoutView:
    """Append a button with the bot's install link to a layout, and return the layout."""
    if application_id is not None:
        link = link_button(say("owners.add"), install_link(application_id))
        container_of(view)["components"].append(action_row(link))
    return view


def bowl_words(state: TableState, winners: str) -> str:
    """Line that says who gets the bowl. "" in games without pennies."""
    view = state.view(None)
    return say("sheet.bowl", n=view.bowl, winners=winners) if view.buys else ""


def purse(state: TableState, result: Result, side: int) -> Purse | None:
    """Return a player's pennies at the end, or None in games without pennies."""
    view = state.view(None)
    if not view.buys:
        return None
    seat = view.seats[side]
    won = result.pennies[side] - seat.pennies
    return Purse(seat.pennies, -seat.purse, won, state.game.table.rules.pennies)


def purse_words(mine: Purse | None) -> str:
    """Text of a player's gain or loss in pennies, with its parts. "" in games without pennies."""
    if mine is None:
        return ""
    parts = [say("sheet.purse_left", n=mine.left, began=mine.began)]
    parts += [say("sheet.purse_owed", n=mine.owed)] if mine.owed else []
    parts += [say("sheet.purse_won", n=mine.won)] if mine.won else []
    why = say("list.comma").join(parts)
    return say("sheet.purse", n=mine.balance, balance=format_signed(mine.balance), why=why)


def seal_line(state: TableState, scores: Sequence[int]) -> str:
    """Line with the first digits of the digest of all moves and scores, and of the fingerprint.

    A member can compare these digits with the receipt, which has the whole digest. The digest
    includes the fingerprint of the shuffle.
    """
    digest = commitments.at_end(state.row.commitment, state.row.id, state.game.log_digest, scores)
    shuffle = short_digest(state.row.commitment)
    return say("seal.end", hash=short_digest(digest), shuffle=shuffle)


def final_standing(state: TableState, server: str = "") -> FinishedGame:
    """Result of a game for its picture. `server` is the guild's name, "" if unknown."""
    result = result_of(state)
    view = state.view(None)
    return FinishedGame(
        places=tuple(final_place(state, result, *place) for place in places(state, result)),
        rounds=view.round,
        bowl=view.bowl if view.buys else None,
        game=engine.GAMES[state.row.game].name,
        target=view.target if result.reason is FinalReason.TARGET else 0,
        lowest_wins=view.lowest_wins,
        best=game_best(state),
        foot=PosterFoot(server, date_text(state.row.updated)),
    )


def final_place(state: TableState, result: Result, place: int, side: int, score: int) -> FinalPlace:
    """One side's place in the result."""
    names, computers = side_members(state, side)
    won = rounds_won(state)[side]
    return FinalPlace(place, side, names, score, purse(state, result, side), computers, won)


def rounds_won(state: TableState) -> Counter[int]:
    """Number of rounds that each side won without a tie."""
    sign = -1 if state.view(None).lowest_wins else 1
    won: Counter[int] = Counter()
    for event in scored(state):
        first, *others = sorted(event.scores, key=lambda score: -sign * score.total)
        if all(other.total != first.total for other in others):
            won[first.side] += 1
    return won


def game_best(state: TableState) -> BestMeld | None:
    """Return the best meld of the game, or None if no meld is good enough to show."""
    best = best_meld(game_melds(state))
    if best is None:
        return None
    meld, owner = best.meld, drawn_names(state)[best.seat]
    return BestMeld(owner, meld.cards, meld.rank, best.bonus, best.wild_ranks, best.at_once)


def date_text(at: float) -> str:
    """A date in words, such as "26 November 2026". `at` is in UTC epoch seconds."""
    day = datetime.fromtimestamp(at, UTC)
    return say("poster.date", day=day.day, month=say(f"month_name.{day.month}"), year=day.year)


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
