"""Scores: the sheet of a round that has ended, the standing now, and the end of the game."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ui

import engine
from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, gallery, row, screen, text
from cogs._kit.texts import known, listed, say
from cogs._lobby.agreement import start_line
from cogs._screens.calls import game_name, heading, scores
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.score import Result, Score
from engine.model.view import View
from engine.record import commitments
from render.artist import Picture
from render.scenes.sheets import FinalPlace, Finished, Purse, ScoreSheet, SheetSide
from render.text.catalogue import number, signed
from render.text.names import shown as shown_names
from render.text.names import side_title

ROUNDS: Final = 20
"""Rounds listed with the standing: the latest ones."""


def sheets(live: Live) -> list[ScoreSheet]:
    """The sheets of all rounds that have ended, in their order."""
    history: list[tuple[int, ...]] = []
    made: list[ScoreSheet] = []
    for event in scored(live):
        history.append(event.totals)
        made.append(sheet(live, event, tuple(history)))
    return made


def scored(live: Live) -> Iterator[RoundScored]:
    """The scores of each round that has ended."""
    for step in live.game.steps:
        yield from (event for event in step.events if isinstance(event, RoundScored))


def sheet(live: Live, event: RoundScored, history: tuple[tuple[int, ...], ...]) -> ScoreSheet:
    """One round's sheet."""
    view = live.view(None)
    result = view.result
    return ScoreSheet(
        round=event.round,
        target=view.target,
        sides=tuple(sheet_side(live, score, event.totals) for score in event.scores),
        history=history,
        last_round=view.last_round,
        final=result is not None and event.round == view.round,
        lowest_wins=view.lowest_wins,
    )


def sheet_side(live: Live, score: Score, totals: tuple[int, ...]) -> SheetSide:
    """One side of a sheet."""
    seats = live.view(None).sides[score.side].seats
    names = drawn_names(live)
    members = tuple(names[seat] for seat in seats)
    items = {item_key(live, str(name)): points for name, points in score.items.items()}
    return SheetSide(score.side, members, items, score.total, totals[score.side])


def drawn_names(live: Live) -> tuple[str, ...]:
    """Everybody's name as it can be drawn; the seat where nothing of it can."""
    return shown_names(live.names(), len(live.view(None).seats))


def item_key(live: Live, item: str) -> str:
    """What an item is called in the catalogue: feet are ponytails here, and a grab a cut."""
    if item == ScoreItem.GRAB and live.game.table.rules.cuts:
        return "cut"
    return "ponies" if item == ScoreItem.FEET and live.view(None).packet == "pony" else item


def score_screen(
    one: ScoreSheet, picture: Picture, live: Live, story: Sequence[str]
) -> ui.LayoutView:
    """The message for a round that has ended, with its story."""
    lines = [side_line(live, side) for side in one.sides]
    told = text(*lines, *story)
    return screen(text(say("sheet.heading", round=one.round)), gallery(picture), told)


def side_line(live: Live, side: SheetSide) -> str:
    """A side's round, item by item, in words; what is paid in pennies is no part of the sum."""
    items = [
        say("sheet.item", item=item_name(name), points=signed(points))
        for name, points in side.items.items()
        if points and name != ScoreItem.PAID
    ]
    paid = side.items.get(ScoreItem.PAID, 0)
    return say(
        "sheet.side",
        side=side_name(live, side.side),
        total=signed(side.total),
        items=say("list.comma").join(items) or say("sheet.nothing"),
        score=number(side.score),
        paid=say("sheet.paid", n=paid) if paid else "",
    )


def item_name(name: str) -> str:
    """What an item of a score is called."""
    key = f"score.item.{name}"
    return say(key) if known(key) else name


def side_name(live: Live, side: int) -> str:
    """What a side is called, with its players."""
    view = live.view(None)
    shown = tuple(live.called(seat.seat) for seat in view.seats)
    players = [shown[seat] for seat in view.sides[side].seats]
    title = side_title(view.sides[side], shown)
    return title if len(players) == 1 else say("sheet.team", side=title, players=listed(players))


def standing_screen(live: Live) -> ui.LayoutView:
    """The score so far, and what the round would bring if it ended now."""
    view = live.view(None)
    return screen(text(heading(live, view), scores(live, view), *rounds(live), aim(view)))


def rounds(live: Live) -> list[str]:
    """What each side made in the latest rounds, under a line that says whose is whose."""
    events = [*scored(live)][-ROUNDS:]
    if not events:
        return []
    view, shown = live.view(None), tuple(live.called(seat.seat) for seat in live.view(None).seats)
    between = say("sheet.between")
    sides = between.join(side_title(side, shown) for side in view.sides)
    return [
        say("sheet.past_head", n=len(events), sides=sides),
        *(
            say(
                "sheet.past",
                round=event.round,
                points=between.join(signed(score.total) for score in event.scores),
            )
            for event in events
        ),
    ]


def aim(view: View) -> str:
    """What the game is played to."""
    if view.target:
        key = "sheet.aim_beyond" if view.must_pass_target else "sheet.aim"
        both = "_both" if view.last_round else ""
        return say(key + both, points=number(view.target), n=view.last_round)
    return say("sheet.aim_rounds", n=view.last_round) if view.last_round else ""


def final_screen(live: Live, picture: Picture, rematch: str = "") -> ui.LayoutView:
    """The end of a game: everybody's score, how its shuffle is checked, and another game.

    `rematch` says who is in for it, and where, once somebody is.
    """
    result = engine.result(live.game.table)
    assert result is not None  # shown at the end only
    winners = listed(side_name(live, side) for side in result.winners)
    lines = [
        say("sheet.final_side", place=place, side=side_name(live, side), score=number(score))
        + purse_words(purse(live, result, side))
        for place, side, score in places(live, result)
    ]
    title = text(say("sheet.final", game=game_name(live), n=len(result.winners), winners=winners))
    said = text(
        *lines,
        bowl_words(live, winners),
        say(f"sheet.because_{result.reason}"),
        seed_line(live),
        *digest_lines(live, result.scores),
        rematch,
    )
    parts = (title, gallery(picture), said)
    again = rematch_button(live, is_open=bool(rematch))
    return screen(*parts, row(again, *memory_buttons(live)))


def bowl_words(live: Live, winners: str) -> str:
    """Who takes the bowl, where pennies are played for."""
    view = live.view(None)
    return say("sheet.bowl", n=view.bowl, winners=winners) if view.buys else ""


def purse(live: Live, result: Result, side: int) -> Purse | None:
    """A player's pennies at the end; None where nobody plays for them."""
    view = live.view(None)
    if not view.buys:
        return None
    seat = view.seats[side]
    won = result.pennies[side] - seat.pennies
    return Purse(seat.pennies, -seat.purse, won, live.game.table.rules.pennies)


def purse_words(mine: Purse | None) -> str:
    """What somebody's pennies have come to, and why."""
    if mine is None:
        return ""
    parts = [say("sheet.purse_left", n=mine.left, began=mine.began)]
    parts += [say("sheet.purse_owed", n=mine.owed)] if mine.owed else []
    parts += [say("sheet.purse_won", n=mine.won)] if mine.won else []
    why = say("list.comma").join(parts)
    return say("sheet.purse", n=mine.balance, balance=signed(mine.balance), why=why)


def seed_line(live: Live) -> str:
    """The seed behind the seal, where the table agreed to open hands: they follow from it."""
    if not live.row.open_hands:
        return say("sheet.sealed", hash=live.row.commitment)
    return say("sheet.seed", seed=live.row.lobby_seed.hex())


def digest_lines(live: Live, scores: Sequence[int]) -> list[str]:
    """The digests of the start and of the end, for a receipt to be compared with."""
    digest = commitments.at_end(live.row.commitment, live.row.id, live.game.trail, scores)
    return [*start_line(live.row), say("seal.end", hash=digest)]


def podium(live: Live) -> Finished:
    """The end of a game, for its picture."""
    result = engine.result(live.game.table)
    assert result is not None  # shown at the end only
    view, names = live.view(None), drawn_names(live)
    return Finished(
        tuple(
            FinalPlace(
                at,
                side,
                tuple(names[seat] for seat in view.sides[side].seats),
                score,
                purse(live, result, side),
            )
            for at, side, score in places(live, result)
        ),
        view.round,
        view.bowl if view.buys else None,
    )


def memory_buttons(live: Live) -> list[Item]:
    """The receipt of the shuffle, and the game move by move."""
    return [
        button(verbs.VERIFY, live.row.id, live.row.seq, label=say("receipt.button")),
        button(verbs.REPLAY, live.row.id, live.row.seq, label=say("replay.button")),
    ]


def rematch_button(live: Live, *, is_open: bool) -> Item:
    """Another game, for each who presses."""
    label = say("sheet.rematch_in" if is_open else "sheet.rematch")
    return button(verbs.REMATCH, live.row.id, live.row.seq, label=label, style=Style.success)


def places(live: Live, result: Result) -> list[tuple[int, int, int]]:
    """Place, side and score of every side, best first."""
    lowest = live.view(None).lowest_wins
    return sorted(
        (result.place(side, lowest_wins=lowest), side, score)
        for side, score in enumerate(result.scores)
    )
