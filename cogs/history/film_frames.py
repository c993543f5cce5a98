"""Films of a finished game: which of its moments they show, and what is said of each."""

from collections.abc import Iterator
from itertools import chain, pairwise

from cogs.game.state import TableState
from cogs.history.moments import WHOLE_GAME, Replay, briefly_filmed
from cogs.narration.table_words import game_name
from cogs.ui.texts import say, without_markdown
from render.animation import ReplayAnimation
from render.pictures.replay import Frame
from render.renderer import PictureStyle
from render.text.catalogue import current_language
from render.text.catalogue import format_number as figures
from render.text.display_names import side_title


def frames(replay: Replay, number: int) -> list[Frame]:
    """A round as the frames of a film, a frame each move; of the whole game, each turn.

    Moves of which there is nothing to say, such as to answer an offer, are left out.
    """
    if number == WHOLE_GAME:
        turns = pairwise(chain([0], turn_ends(replay)))
        return [frame(replay, at, of_game(replay, before + 1, at)) for before, at in turns]
    return [frame(replay, at, of_round(replay, at)) for at in moves(replay, number)]


def frame(replay: Replay, moment: int, caption: str) -> Frame:
    """A moment as a frame, its words without markup."""
    return Frame(replay.view(moment), without_markdown(caption), hands=replay.hands(moment))


def moves(replay: Replay, number: int) -> Iterator[int]:
    """The moments of a round: its deal, every move that can be told, and its end."""
    begin, end = replay.begins(number), replay.ends(number)
    for moment in range(begin, end + 1):
        if moment in {begin, end} or replay.said(moment):
            yield moment


def turn_ends(replay: Replay) -> Iterator[int]:
    """The moment after the last move of every turn; the last of a round is the round's end."""
    for number in replay.rounds:
        yield from map(replay.at, replay.turns(number))


def of_round(replay: Replay, moment: int) -> str:
    """The words of a frame of a round: its turn and what was done; at its end, the score."""
    told = [] if is_edge(replay, moment) else replay.said(moment)
    deeds = [one.filmed(replay.live) for one in told if one.seat is not None]
    did = say("list.semicolon").join(deeds) or without_seat(replay, moment)
    turn = replay.turn(moment)
    return say("replay.turn_filmed" if turn else "replay.deal_filmed", turn=turn, did=did)


def of_game(replay: Replay, since: int, moment: int) -> str:
    """The words of a frame of a game: round, turn and what was done in it, from a moment on.

    At the end of a round it is the score.
    """
    number = replay.table(moment).round
    turn = range(max(since, replay.begins(number) + 1), moment + 1)
    events = () if is_edge(replay, moment) else (one for at in turn for one in replay.events(at))
    did = briefly_filmed(replay.live, events) or without_seat(replay, moment)
    return say("replay.turn_of_round_filmed", round=number, turn=replay.turn(moment), did=did)


def is_edge(replay: Replay, moment: int) -> bool:
    """Whether a moment is a deal or the end of a round, of which no seat's deeds are told."""
    number = replay.table(moment).round
    return moment in {replay.begins(number), replay.ends(number)}


def without_seat(replay: Replay, moment: int) -> str:
    """What is said of a moment that belongs to no seat."""
    if not moment:
        return say("replay.begun")
    return " ".join(one.filmed(replay.live) for one in replay.said(moment) if one.seat is None)


# ---- the words beside a film


def film_title(live: TableState, number: int) -> str:
    """What a film shows, without markup."""
    key = "replay.film_of_game" if number == WHOLE_GAME else "replay.film_of_round"
    return say(key, game=game_name(live), table=live.row.id, round=number)


def film_turns(replay: Replay, number: int) -> int:
    """How many turns a film tells, whether it has a frame for each or not."""
    told = replay.rounds if number == WHOLE_GAME else (number,)
    return sum(len(replay.turns(one)) for one in told)


def film_result(replay: Replay, number: int) -> str:
    """How a game, or a round of it, ended: every side's points, without markup."""
    result = replay.live.game.table.result
    if number == WHOLE_GAME:
        return points(replay, result.scores if result else ())
    scored = replay.scored(replay.ends(number))
    return points(replay, tuple(one.total for one in scored.scores) if scored else ())


def points(replay: Replay, scores: tuple[int, ...]) -> str:
    """Points by side."""
    names, sides = replay.live.names(), replay.live.view(None).sides
    told = (
        say("replay.side_points", side=side_title(side, names), points=figures(score))
        for side, score in zip(sides, scores, strict=False)
    )
    return say("replay.points", list=say("list.comma").join(told)) if scores else ""


def film_input(replay: Replay, number: int, look: PictureStyle) -> ReplayAnimation:
    """What a film is drawn from. Takes long: for `BackgroundThread`."""
    return ReplayAnimation(
        frames(replay, number),
        replay.live.names(),
        film_title(replay.live, number),
        film_turns(replay, number),
        film_result(replay, number),
        current_language(),
        look,
    )
