"""Films of a finished game: which of its moments they show, and what is said of each."""

from collections.abc import Iterator
from itertools import pairwise

from cogs._game.live import Live
from cogs._kit.names import unmarked
from cogs._kit.texts import listed, say
from cogs._past.replay import WHOLE_GAME, Replay
from cogs._screens.table import game_name
from render.artist import Look
from render.film import Film
from render.scenes.replay import Frame
from render.text.catalogue import number as figures
from render.text.catalogue import spoken
from render.text.names import shown, side_title


def frames(replay: Replay, number: int) -> list[Frame]:
    """A round as the frames of a film, a frame each move; of the whole game, each turn.

    Moves of which there is nothing to say, such as not to buy a card, are left out.
    """
    moments = turn_ends(replay) if number == WHOLE_GAME else moves(replay, number)
    return [
        Frame(replay.view(at), title(replay, at, number), hands=replay.hands(at)) for at in moments
    ]


def moves(replay: Replay, number: int) -> Iterator[int]:
    """The moments of a round: its deal, every move that can be told, and its end."""
    begin, end = replay.begins(number), replay.ends(number)
    for moment in range(begin, end + 1):
        if moment in {begin, end} or any(replay.said(moment)):
            yield moment


def turn_ends(replay: Replay) -> Iterator[int]:
    """The last moment of every turn, and the end of every round."""
    ends = {replay.ends(number) for number in replay.rounds}
    for moment, (at, after) in enumerate(pairwise(replay.moments)):
        if moment in ends or at.table.turn != after.table.turn:
            yield moment
    yield replay.last


def title(replay: Replay, moment: int, number: int) -> str:
    """The words of a frame, without markup: its turn and what was done; in a whole game its round.

    At the end of a round it is the score.
    """
    did, ended = replay.said(moment) if moment else ([], [say("replay.begun")])
    words = listed(did) and say("replay.filmed", who=doer(replay, moment), did=listed(did))
    if ended or not words:
        words = " ".join(ended) or doer(replay, moment)
    facts = {"round": replay.table(moment).round, "turn": replay.turn(moment)}
    kind = "turn" if facts["turn"] else "deal"
    key = f"replay.{kind}_filmed" if number != WHOLE_GAME else f"replay.{kind}_of_round_filmed"
    return unmarked(say(key, did=words, **facts))


def doer(replay: Replay, moment: int) -> str:
    """Who made the move that led to a moment."""
    return shown(replay.live.names(), len(replay.live.row.seats))[replay.seat(moment)]


# ---- the words beside a film


def film_title(live: Live, number: int) -> str:
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


def film_of(replay: Replay, number: int, look: Look) -> Film:
    """What a film is drawn from. Takes long: for `Aside`."""
    return Film(
        frames(replay, number),
        replay.live.names(),
        film_title(replay.live, number),
        film_turns(replay, number),
        film_result(replay, number),
        spoken(),
        look,
    )
