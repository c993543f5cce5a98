"""Events in words: what was done, as verbs in the past."""

from functools import lru_cache

from cogs._kit.texts import card, cards, cards_words, rank_words, say
from engine.model.cards import JOKER_RANK
from engine.model.deeds import Deed
from engine.model.events import Dealt, GameOver, RoundEnded, RoundScored
from engine.model.table import Event
from engine.model.view import Packet
from render.text.catalogue import number
from render.text.catalogue import spoken as language


def spoken(event: Event, packet: Packet) -> list[str]:
    """What an event says at a table whose second hands are a `packet`: feet or ponytails."""
    match event:
        case RoundEnded(reason):
            return [say(f"story.ended_{reason}")]
        case RoundScored():
            totals = " : ".join(map(number, event.totals))
            return [say("story.scored", round=event.round, totals=totals)]
        case Dealt(dealt):
            return [say("story.dealt", round=dealt)]
        case GameOver():
            return [say("story.over")]
        case _:
            return [phrase(deed, packet) for deed in event.deeds()]


def phrase(deed: Deed, packet: Packet) -> str:
    """What was done, as a verb in the past."""
    return phrase_in(deed, packet, language())


@lru_cache(maxsize=4096)
def phrase_in(deed: Deed, packet: Packet, _language: str) -> str:
    """The same in the language spoken now. Every look at a table tells its last turns anew."""
    return say(
        f"story.{key(deed, packet)}",
        n=deed.count,
        cards=cards(deed.cards),
        card="" if deed.card is None else card(deed.card),
        rank=rank_words(JOKER_RANK) if deed.rank is None else cards_words(deed.rank),
        target=deed.target,
    )


def key(deed: Deed, packet: Packet) -> str:
    """Its sentence in the catalogue, which depends on what its reader may see."""
    match deed.kind:
        case "drew":
            return "drew_seen" if deed.cards else "drew"
        case "took":
            return "took" if deed.cards else "took_alone"
        case "foot":
            return packet
        case "foot_earned":
            return f"{packet}_earned"
        case _:
            return deed.kind
