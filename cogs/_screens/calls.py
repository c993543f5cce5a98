"""What a member is called for, and until when, in words."""

import engine
from cogs._game.live import Live
from cogs._kit.texts import say
from cogs._story.labels import drawing
from engine.model.moves import BUY, Take
from engine.model.view import View
from render.text.catalogue import number, signed
from render.text.names import side_title


def needed(live: Live, seat: int) -> str:
    """What a seat has to decide, in words."""
    return say(f"clock.needs_{asked_for(live, seat)}")


def asked_for(live: Live, seat: int) -> str:
    """What a seat has to decide; of a draw, what there is to be had, and how."""
    kind, view = decision_of(live, seat), live.view(None)
    if kind != "draw":
        return kind
    if view.takes == "pile":
        return drawing(view)
    table = live.seen(seat)
    if engine.check(table, seat, BUY) is None:
        return "buy"
    return "upcard" if engine.check(table, seat, Take()) is None else "stock"


def decision_of(live: Live, seat: int) -> str:
    """The kind of what is open to a seat."""
    return next(one.kind for one in engine.pending(live.game.table) if one.seat == seat)


def until(deadline: float) -> str:
    """A moment as Discord shows it, in everybody's own time zone."""
    return say("clock.until", at=round(deadline))


def heading(live: Live, view: View) -> str:
    """The game and the round."""
    return say("board.heading", game=game_name(live), round=view.round)


def game_name(live: Live) -> str:
    """What the game is called."""
    return engine.GAMES[live.row.game].name


def scores(live: Live, view: View) -> str:
    """Every side's score, and what this round would bring it now."""
    shown = tuple(live.called(seat.seat) for seat in view.seats)
    parts = [
        say(
            "board.score" if view.so_far(side) else "board.score_only",
            side=side_title(side, shown),
            score=number(side.score),
            change=signed(view.so_far(side)),
        )
        for side in view.sides
    ]
    return say("board.scores", scores=say("board.between").join(parts))


def asked(live: Live, seat: int) -> str:
    """A seat that has to decide: a member by mention, a computer player by name."""
    driver = live.driver(seat)
    return f"<@{driver.user_id}>" if driver.kind == "member" else live.called(seat)
