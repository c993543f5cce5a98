"""A finished game as moments: the table after each move, what was said of it, and its films.

What everybody could see is shown. Hands stay hidden after the game as well, unless its members
agreed at the start that the replay should show them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import engine
from cogs._game.live import Live
from cogs._kit.names import ISOLATE, POP
from cogs._kit.texts import listed, say
from cogs._story.events import spoken
from cogs._story.rounds import story_lines
from cogs._story.turns import ending
from data.game.rows import Status
from engine.model.table import Table
from engine.model.view import Packet, View
from engine.record.feats import first_table
from render.scenes.replay import Frame

WHOLE_GAME: Final = 0
"""The number that stands for all rounds."""
MARKUP: Final = str.maketrans(dict.fromkeys(f"*\\{ISOLATE}{POP}", ""))
"""What stands in messages only: pictures show it as it is."""


@dataclass(frozen=True)
class Replay:
    """A finished game as moments: number 0 is the deal, number n what stood after move n."""

    live: Live

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The table at each moment."""
        table = first_table(self.live.game.table)
        found = [table]
        for step in self.live.game.steps:
            for event in step.events:
                table = engine.evolve(table, event)
            found.append(table)
        return found

    @cached_property
    def stories(self) -> dict[int, list[str]]:
        """The stories that were told, by round."""
        return {}

    def story(self, number: int) -> list[str]:
        """The story of a round in words."""
        if number not in self.stories:
            self.stories[number] = story_lines(self.live, number)
        return self.stories[number]

    def prepared(self, moment: int) -> int:
        """The moment there is; what takes long about it is worked out then. For `Aside`."""
        moment = self.held(moment)
        if self.is_end(moment):
            self.story(self.tables[moment].round)
        return moment

    def is_end(self, moment: int) -> bool:
        """Whether a round ended with a moment."""
        return moment == self.ends(self.tables[moment].round)

    @cached_property
    def packet(self) -> Packet:
        """What second hands are called here: feet or ponytails."""
        return self.live.view(None).packet

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
        """The move that led to a moment, in words, and what came of it."""
        if not moment:
            return say("replay.begun")
        live, seat = self.live, self.live.game.steps[moment - 1].seat
        did, ended = self.said(moment)
        turn = say("story.turn", who=live.called(seat), did=listed(did)) if did else ""
        silent = "" if did or ended else say("replay.silent", who=live.called(seat))
        return "\n".join(filter(None, (turn, silent, *ended)))

    def said(self, moment: int) -> tuple[list[str], list[str]]:
        """What the seat did that led to a moment; and the lines that belong to no seat."""
        step, packet = self.live.game.steps[moment - 1], self.packet
        did: list[str] = []
        ended: list[str] = []
        for event in (engine.project(event, None) for event in step.events):
            words = spoken(event, packet)
            if words and event.between_turns:
                ended.append(ending(self.live, event, words))
            else:
                did += words
        return did, ended

    def frames(self, number: int) -> list[Frame]:
        """A round as the frames of a film, a frame each move; of the whole game, each turn.

        Moves of which there is nothing to say, such as not to buy a card, are left out.
        """
        moments = self.turns() if number == WHOLE_GAME else self.moves(number)
        return [
            Frame(self.view(moment), self.title(moment, number), hands=self.hands(moment))
            for moment in moments
        ]

    def moves(self, number: int) -> Iterator[int]:
        """The moments of a round: its deal, every move that can be told, and its end."""
        begin, end = dict(self.rounds())[number], self.ends(number)
        for moment in range(begin, end + 1):
            if moment in {begin, end} or any(self.said(moment)):
                yield moment

    def turns(self) -> Iterator[int]:
        """The last moment of every turn."""
        for moment, (table, after) in enumerate(pairwise(self.tables)):
            if (table.round, table.turn) != (after.round, after.turn):
                yield moment
        yield self.last

    def title(self, moment: int, number: int) -> str:
        """The line above a frame, without markup; in a film of all rounds with the round."""
        if not moment:
            return say("replay.begun")
        did, ended = self.said(moment)
        who = self.live.names()[self.live.game.steps[moment - 1].seat]
        words = say("replay.filmed", who=who, did=listed(did)) if did else "".join(ended[:1])
        bare = words.translate(MARKUP) or who
        own = number != WHOLE_GAME
        return bare if own else say("replay.turn", round=self.tables[moment].round, did=bare)
