"""A finished game step by step: what one moment of it looks like, and the story of a round.

What everybody could see is shown. Hands stay hidden after the game as well, unless its members
agreed at the start that the replay should show them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from discord import ui

import engine
from cogs._events import spoken
from cogs._parts import OPTIONS, Item, button, card, gallery, row, select, text
from cogs._round_story import story_lines
from cogs._table_card import game_name
from cogs._tables import Live
from cogs._texts import cards, listed, say, shortened
from data.rows import Status
from engine.feats import first_table
from engine.table import Table
from engine.view import View
from render.artist import Picture
from render.replay import Frame
from render.sorting import groups

WHOLE_GAME: Final = 0
"""The number that stands for all rounds."""
LONGEST_HAND: Final = 300
"""Characters of one hand in words: eight fit a message."""


@dataclass(frozen=True)
class Replay:
    """A finished game as moments: number 0 is the deal, number n what stood after move n."""

    live: Live

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The table at each moment."""
        table = first_table(self.live.course.table)
        found = [table]
        for step in self.live.course.steps:
            for event in step.events:
                table = engine.evolve(table, event)
            found.append(table)
        return found

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.tables) - 1

    def rounds(self) -> list[tuple[int, int]]:
        """Each round and the moment it was dealt."""
        found: dict[int, int] = {}
        for moment, table in enumerate(self.tables):
            found.setdefault(table.round, moment)
        return list(found.items())

    def ends(self, number: int) -> int:
        """The last moment before the next round was dealt."""
        later = [moment for round_, moment in self.rounds() if round_ > number]
        return later[0] - 1 if later else self.last

    def held(self, moment: int) -> int:
        """A moment there is, however far off the one asked for."""
        return max(0, min(moment, self.last))

    def view(self, moment: int) -> View:
        """What everybody saw."""
        return engine.view(self.tables[moment], None)

    @property
    def opens_hands(self) -> bool:
        """Whether all hands may be seen: the game is over, and its table agreed at the start."""
        return self.live.row.status is Status.FINISHED and self.live.row.open_hands

    def hands(self, moment: int) -> tuple[View, ...]:
        """What each seat knew at a moment; nothing where hands stay hidden."""
        if not self.opens_hands:
            return ()
        table = self.tables[moment]
        return tuple(engine.view(table, seat.seat) for seat in self.live.row.seats)

    def caption(self, moment: int) -> str:
        """The move that led to a moment, in words."""
        if not moment:
            return say("replay.begun")
        step = self.live.course.steps[moment - 1]
        seen = [engine.project(event, None) for event in step.events]
        packet = self.live.view(None).packet
        said = [words for event in seen for words in spoken(event, packet)]
        who = self.live.called(step.seat)
        return say("story.turn", who=who, did=listed(said)) if said else who

    def frames(self, number: int) -> list[Frame]:
        """A round as the frames of a film, a frame each move; of the whole game, each turn."""
        if number == WHOLE_GAME:
            return [self.frame(moment, self.turn_caption(moment)) for moment in self.turns()]
        moments = range(dict(self.rounds())[number], self.ends(number) + 1)
        return [self.frame(moment, self.caption(moment)) for moment in moments]

    def frame(self, moment: int, caption: str) -> Frame:
        """One frame of a film."""
        return Frame(self.view(moment), caption, hands=self.hands(moment))

    def turns(self) -> Iterator[int]:
        """The last moment of every turn."""
        for moment, (table, after) in enumerate(pairwise(self.tables)):
            if (table.round, table.turn) != (after.round, after.turn):
                yield moment
        yield self.last

    def turn_caption(self, moment: int) -> str:
        """The move that ended a turn, after the number of its round."""
        return say("replay.turn", round=self.tables[moment].round, did=self.caption(moment))


def replay_card(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment, with the controls to go on from it."""
    return card(*shown(replay, moment, pictures), *controls(replay, moment))


def shared_card(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment for everybody, without controls."""
    return card(*shown(replay, moment, pictures))


def shown(replay: Replay, moment: int, pictures: Iterable[Picture]) -> list[Item]:
    """What a moment shows."""
    live, number = replay.live, replay.tables[moment].round
    heading = say("replay.heading", game=game_name(live), table=live.row.id)
    where = say("replay.step", round=number, step=moment, steps=replay.last)
    told = story_lines(replay.live, number) if moment == replay.ends(number) else []
    held = hand_lines(replay, moment)
    words = text(replay.caption(moment), *held, *told)
    return [text(heading, where), *map(gallery, pictures), words]


def hand_lines(replay: Replay, moment: int) -> list[str]:
    """Each seat's cards in words, where they may be seen."""
    return [
        say("replay.hand", who=replay.live.called(seat), n=len(view.hand), cards=held_words(view))
        for seat, view in enumerate(replay.hands(moment))
    ]


def held_words(view: View) -> str:
    """A hand as people write it, rank by rank."""
    return shortened(cards(b"".join(groups(view))), LONGEST_HAND)


def controls(replay: Replay, moment: int) -> list[Item]:
    """Back and on by moves and rounds; a select of rounds; showing and filming."""
    table, number = replay.live.row.id, replay.tables[moment].round
    rounds = replay.rounds()
    begin = dict(rounds)[number]
    before = max((at for _, at in rounds if at < moment), default=0)
    after = min((at for _, at in rounds if at > moment), default=replay.last)
    begun, over = moment == 0, moment == replay.last
    steps = [
        button("step", table, before, 0, label=say("replay.first"), disabled=begun),
        button("step", table, max(moment - 1, 0), 1, label=say("replay.back"), disabled=begun),
        button("step", table, moment + 1, 2, label=say("replay.on"), disabled=over),
        button("step", table, after, 3, label=say("replay.last"), disabled=over),
    ]
    more = [
        button("share", table, moment, label=say("replay.share")),
        button("film", table, begin, number, label=say("replay.film")),
        button("film", table, 0, WHOLE_GAME, label=say("replay.film_game")),
    ]
    labels = [(at, say("replay.round", round=n), "") for n, at in rounds[-OPTIONS:]]
    jump = select("jump", table, moment, labels=labels, placeholder=say("replay.rounds"))
    return [row(*steps), *([jump] if len(rounds) > 1 else []), row(*more)]
