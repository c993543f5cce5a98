"""What the others did since one's own move, a line for each of them; the cards are in the log."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from cogs._game.live import Live
from cogs._game.luck import HASTY
from cogs._game.practice import is_practice
from cogs._kit.texts import card, listed, say
from cogs._story.events import phrase, spoken
from cogs._story.turns import ending, own_last, told
from engine.model.deeds import Deed
from engine.model.view import Packet

UNTOLD: Final = frozenset(
    {
        "drew",
        "reshuffled",
        "upcard_declined",
        "offer_yes",
        "offer_no",
        "offer_lapsed",
        "foot_earned",
    }
)
"""What is done at every turn, or says nothing by itself."""


@dataclass
class Brief:
    """What one player did, added up."""

    counts: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)
    threw: int | None = None
    late: bool = False
    hasty: bool = False

    def note(self, deed: Deed, packet: Packet) -> None:
        """Add one deed."""
        match deed.kind:
            case "laid" | "added":
                self.counts[deed.kind] += 1 if deed.kind == "laid" else len(deed.cards)
            case "took":
                self.said.append(say("brief.took", n=deed.count))
            case "discarded":
                self.threw = deed.card
            case kind if kind not in UNTOLD:
                self.said.append(phrase(deed, packet))

    def words(self) -> str:
        """All of it, the discard last."""
        laid = [say(f"brief.{kind}", n=n) for kind, n in self.counts.items() if n]
        threw = [] if self.threw is None else [say("brief.threw", card=card(self.threw))]
        return listed([*laid, *self.said, *threw])


def briefly(live: Live, seat: int) -> list[str]:
    """A line for each other player who did something, and what belongs to nobody's turn.

    A round's end stands between what was done before it and after it. Who practises has read the
    score of a round by itself.
    """
    packet, briefs, lines = live.view(None).packet, dict[int, Brief](), list[str]()
    for step, whose, event in told(live, seat, last_told(live, seat)):
        if event.between_turns:
            lines += told_so_far(live, seat, briefs)
            words = spoken(event, packet)
            lines += [ending(live, event, words)] if words else []
            continue
        brief = briefs.setdefault(whose, Brief())
        brief.late = brief.late or step.by == "clock"
        brief.hasty = brief.hasty or step.press.endswith(HASTY)
        for deed in event.deeds():
            brief.note(deed, packet)
    return [*lines, *told_so_far(live, seat, briefs)]


def last_told(live: Live, seat: int) -> int:
    """The entry of the log up to which a seat's member knows what was done."""
    own = own_last(live, seat)
    return max(own, live.round_began) if is_practice(live) else own


def told_so_far(live: Live, seat: int, briefs: dict[int, Brief]) -> list[str]:
    """The others' lines, which then begin anew."""
    lines = [line(live, one, brief) for one, brief in briefs.items() if one != seat]
    briefs.clear()
    return [*filter(None, lines)]


def line(live: Live, seat: int, brief: Brief) -> str:
    """One player's line; nothing for one who only drew."""
    did = brief.words()
    if not did:
        return ""
    words = say("brief.line", who=live.called(seat), did=did)
    words = say("story.hasty", words=words) if brief.hasty else words
    return say("story.late", words=words) if brief.late else words
