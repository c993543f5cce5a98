"""The story of a round in words: the turning point, the biggest pile, luck, best moments."""

from collections.abc import Iterator
from typing import Final

from cogs._game.live import Live
from cogs._kit.texts import say
from engine.record.feats import KINDS, OUT, PILE
from engine.record.story import RoundStory, TurnStory, stories
from render.text.catalogue import number, signed

MOST_TOLD: Final = 4
"""Best moments told of one round."""


def story_lines(live: Live, number: int) -> list[str]:
    """The story of a round in a few true sentences; none for a round that was not scored."""
    game = live.game
    told = stories(game.table, (step.events for step in game.steps))
    mine = [one for one in told if one.round == number]
    return [line for one in mine for line in lines(live, one)]


def lines(live: Live, told: RoundStory) -> list[str]:
    """A story, with its heading."""
    heading = say("replay.story", round=told.round)
    return [heading, turning_point(live, told), *pile(live, told), *moments(live, told)]


def turning_point(live: Live, told: RoundStory) -> str:
    """Where the lead changed for the last time."""
    if told.turning_point is None:
        return say("story_of_round.never_turned")
    who = live.called(told.turning_point.seat)
    return say("story_of_round.turning_point", turn=told.turning_point.number, who=who)


def pile(live: Live, told: RoundStory) -> Iterator[str]:
    """The biggest pile, and the luck with red threes."""
    if told.pile is not None:
        size, who = told.pile.feats[PILE], live.called(told.pile.seat)
        yield say("story_of_round.pile", n=size, who=who, turn=told.pile.number)
    total, most = sum(told.red_threes), max(told.red_threes)
    if total and told.red_threes.count(most) > 1:
        yield say("story_of_round.red_threes_tied", n=total, most=most)
    elif total:
        who = live.called(told.red_threes.index(most))
        yield say("story_of_round.red_threes", n=total, who=who, most=most)


def moments(live: Live, told: RoundStory) -> list[str]:
    """The best moments, the biggest gains first."""
    best = sorted((turn for turn in told.best if turn), key=lambda turn: -turn.gain)
    return [moment_words(live, turn) for turn in best[:MOST_TOLD]]


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
