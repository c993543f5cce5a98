"""The contents of a film of a finished game: its frames and their texts.

`render.animation` draws the film, and `film_worker` has the queue.
"""

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
    """Return the frames of a film.

    The film of a round has a frame for each move that has a text. A declined offer has none, for
    example. The film of the whole game (`WHOLE_GAME`) has a frame for each turn.
    """
    if number == WHOLE_GAME:
        # A frame describes the moves since the last turn's end. The first one describes those since
        # the deal.
        turns = pairwise(chain([0], _turn_ends(replay)))
        return [
            _frame(replay, at, _caption_in_game(replay, before + 1, at)) for before, at in turns
        ]
    return [
        _frame(replay, at, _caption_in_round(replay, at)) for at in moments_of_round(replay, number)
    ]


def _frame(replay: Replay, moment: int, caption: str) -> Frame:
    return Frame(replay.view(moment), without_markdown(caption), hands=replay.hands(moment))


def moments_of_round(replay: Replay, number: int) -> Iterator[int]:
    """Yield the moments of a round: its deal, every move that has a text, and its end."""
    begin, end = replay.begins(number), replay.ends(number)
    for moment in range(begin, end + 1):
        if moment in {begin, end} or replay.captions(moment):
            yield moment


def _turn_ends(replay: Replay) -> Iterator[int]:
    """Yield the moment after each turn's last move.

    For the last turn of a round, that moment is the end of the round.
    """
    for number in replay.rounds:
        yield from map(replay.at, replay.turns(number))


def _caption_in_round(replay: Replay, moment: int) -> str:
    """Return the text of a frame in a round's film: turn and moves, or the scores at the end."""
    captions = [] if _is_deal_or_end(replay, moment) else replay.captions(moment)
    moved = [one.filmed(replay.state) for one in captions if one.seat is not None]
    did = say("list.semicolon").join(moved) or _caption_without_seat(replay, moment)
    turn = replay.turn(moment)
    return say("replay.turn_filmed" if turn else "replay.deal_filmed", turn=turn, did=did)


def _caption_in_game(replay: Replay, since: int, moment: int) -> str:
    """Return the text of a frame in a game's film: round, turn, and the moves since a moment.

    At the end of a round the text has the scores.
    """
    number = replay.table(moment).round
    turn = range(max(since, replay.begins(number) + 1), moment + 1)
    events = (
        () if _is_deal_or_end(replay, moment) else (one for at in turn for one in replay.events(at))
    )
    did = briefly_filmed(replay.state, events) or _caption_without_seat(replay, moment)
    return say("replay.turn_of_round_filmed", round=number, turn=replay.turn(moment), did=did)


def _is_deal_or_end(replay: Replay, moment: int) -> bool:
    """Return whether a moment is the deal or the end of a round, which belong to no seat."""
    number = replay.table(moment).round
    return moment in {replay.begins(number), replay.ends(number)}


def _caption_without_seat(replay: Replay, moment: int) -> str:
    """Return the text of a moment that belongs to no seat."""
    if not moment:
        return say("replay.begun")
    return " ".join(one.filmed(replay.state) for one in replay.captions(moment) if one.seat is None)


# ---- title and result of a film


def film_title(state: TableState, number: int) -> str:
    """Return the title of a film, without Markdown."""
    key = "replay.film_of_game" if number == WHOLE_GAME else "replay.film_of_round"
    return say(key, game=game_name(state), table=state.row.id, round=number)


def film_turns(replay: Replay, number: int) -> int:
    """Return the number of turns in a film. Turns without a frame also count."""
    told = replay.rounds if number == WHOLE_GAME else (number,)
    return sum(len(replay.turns(one)) for one in told)


def film_result(replay: Replay, number: int) -> str:
    """Return every side's points at the end of the game or round, without Markdown."""
    result = replay.state.game.table.result
    if number == WHOLE_GAME:
        return _points(replay, result.scores if result else ())
    scored = replay.scored(replay.ends(number))
    return _points(replay, tuple(one.total for one in scored.scores) if scored else ())


def _points(replay: Replay, scores: tuple[int, ...]) -> str:
    names, sides = replay.state.names(), replay.state.view(None).sides
    told = (
        say("replay.side_points", side=side_title(side, names), points=figures(score))
        for side, score in zip(sides, scores, strict=False)
    )
    return say("replay.points", list=say("list.comma").join(told)) if scores else ""


def film_input(replay: Replay, number: int, look: PictureStyle) -> ReplayAnimation:
    """Return the input for `render.animation` to draw a film.

    Slow: run it in a `BackgroundThread`.
    """
    return ReplayAnimation(
        frames(replay, number),
        replay.state.names(),
        film_title(replay.state, number),
        film_turns(replay, number),
        film_result(replay, number),
        current_language(),
        look,
    )
