"""The story of a round in words: the turning point, the biggest pile, luck, best moments."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cogs._game.live import Live
from cogs._kit.texts import say
from engine.record.feats import KINDS, OUT, PILE
from engine.record.story import RoundStory, TurnStory, stories
from render.text.catalogue import number, signed

MOST_TOLD: Final = 4
"""Best moments told of one round."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a story, and the turn it tells of, if it is one."""

    words: str
    turn: TurnStory | None = None


def told_rounds(live: Live) -> dict[int, RoundStory]:
    """What there is to tell of each round that was scored. Takes long: for `Aside`."""
    game = live.game
    told = stories(game.table, (step.events for step in game.steps))
    return {one.round: one for one in told}


def story_lines(live: Live, number: int) -> list[str]:
    """The story of a round in a few true sentences; none for a round that was not scored."""
    told = told_rounds(live).get(number)
    return [] if told is None else lines(live, told)


def lines(live: Live, told: RoundStory) -> list[str]:
    """A story, with its heading."""
    heading = say("replay.story", round=told.round)
    return [heading, *(one.words for one in sentences(live, told))]


def sentences(live: Live, told: RoundStory) -> list[Sentence]:
    """A story, sentence by sentence."""
    return [
        turning_point(live, told),
        *pile(live, told),
        *red_threes(live, told),
        *best(live, told),
    ]


def turning_point(live: Live, told: RoundStory) -> Sentence:
    """Where the lead changed for the last time."""
    turn = told.turning_point
    if turn is None:
        return Sentence(say("story_of_round.never_turned"))
    facts = {"turn": turn.number, "who": live.called(turn.seat)}
    return Sentence(say("story_of_round.turning_point", **facts), turn)


def pile(live: Live, told: RoundStory) -> Iterator[Sentence]:
    """The biggest pile."""
    if told.pile is not None:
        size, who = told.pile.feats[PILE], live.called(told.pile.seat)
        words = say("story_of_round.pile", n=size, who=who, turn=told.pile.number)
        yield Sentence(words, told.pile)


def red_threes(live: Live, told: RoundStory) -> Iterator[Sentence]:
    """The luck with red threes."""
    total, most = sum(told.red_threes), max(told.red_threes)
    if total and told.red_threes.count(most) > 1:
        yield Sentence(say("story_of_round.red_threes_tied", n=total, most=most))
    elif total:
        who = live.called(told.red_threes.index(most))
        yield Sentence(say("story_of_round.red_threes", n=total, who=who, most=most))


def best(live: Live, told: RoundStory) -> list[Sentence]:
    """The best moments, the biggest gains first."""
    found = sorted((turn for turn in told.best if turn), key=lambda turn: -turn.gain)
    return [Sentence(moment_words(live, turn), turn) for turn in found[:MOST_TOLD]]


def moment_words(live: Live, turn: TurnStory) -> str:
    """A player's best turn, and what made it so."""
    canastas = sum(turn.feats.get(kind, 0) for kind in KINDS)
    what = [
        say("story_of_round.best_pile", n=turn.feats[PILE]) if PILE in turn.feats else "",
        say("story_of_round.best_canastas", n=canastas) if canastas else "",
        say("story_of_round.best_out") if OUT in turn.feats else "",
    ]
    facts = {"who": live.called(turn.seat), "turn": turn.number, "what": "".join(what)}
    if live.view(None).lowest_wins:  # a gain is what the hand would no longer be caught with
        return say("story_of_round.best_light", **facts, points=number(turn.gain))
    return say("story_of_round.best", **facts, gain=signed(turn.gain))
