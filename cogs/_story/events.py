"""Events in words: what a seat did, as verbs in the past; one function for each kind of event."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Final

from cogs._kit.texts import card, cards, cards_words, rank_words, say
from engine.canasta.melds.open_melds import Laid
from engine.canasta.round.events import (
    FootEarned,
    FootPickedUp,
    Grabbed,
    LeaveAnswered,
    LeaveAsked,
    Melded,
    PileTaken,
    RedThreesLaid,
)
from engine.model.events import Dealt, Discarded, Drawn, GameOver, RoundEnded, RoundScored
from engine.model.table import Event
from engine.model.view import Packet
from engine.rummy.events import (
    LaidOff,
    OfferAnswered,
    OfferLapsed,
    Reshuffled,
    SetsLaid,
    UpcardBought,
    UpcardDeclined,
    UpcardTaken,
)
from render.text.catalogue import number

SEVEN: Final = 7


def spoken(event: Event, packet: Packet) -> list[str]:
    """What an event says at a table whose second hands are a `packet`: feet or ponytails."""
    match event:
        case FootEarned(seats):
            return [say(f"story.{packet}_earned", n=len(seats))]
        case FootPickedUp():
            return [say(f"story.{packet}", n=event.count), *red_threes(event.red_threes)]
        case _:
            return list(phrases(event))


@singledispatch
def phrases(event: Event) -> Iterator[str]:
    """What an event says of the seat it happened to: verbs in the past, nothing if unspoken."""
    raise NotImplementedError(f"{type(event).__name__} has no words")


@phrases.register
def _(event: Drawn) -> Iterator[str]:
    known = event.cards or b""
    drawn = (
        say("story.drew_seen", cards=cards(known)) if known else say("story.drew", n=event.count)
    )
    yield drawn
    yield from red_threes(event.red_threes)


@phrases.register
def _(event: RedThreesLaid) -> Iterator[str]:
    yield from red_threes(event.red_threes)


@phrases.register
def _(event: PileTaken) -> Iterator[str]:
    # The upcard is laid last, with the cards that took it; what opened the way lies before.
    *others, last = event.laid
    held, upcard = last.cards[:-1], last.cards[-1]
    key = "story.took" if held else "story.took_alone"
    yield say(key, n=len(event.rest) + 1, card=card(upcard), cards=cards(held))
    yield from put_down(others)
    yield from red_threes(event.red_threes)
    yield from canastas(event.laid)


@phrases.register
def _(event: Melded) -> Iterator[str]:
    yield from put_down(event.laid)
    yield from canastas(event.laid)


@phrases.register
def _(event: Discarded) -> Iterator[str]:
    yield say("story.discarded", card=card(event.card))


@phrases.register
def _(event: Grabbed) -> Iterator[str]:
    yield say("story.grabbed", n=event.cards, target=event.target)


@phrases.register
def _(_: LeaveAsked) -> Iterator[str]:
    yield say("story.asked")


@phrases.register
def _(event: LeaveAnswered) -> Iterator[str]:
    yield say("story.said_yes" if event.yes else "story.said_no")


@phrases.register
def _(event: RoundEnded) -> Iterator[str]:
    yield say(f"story.ended_{event.reason}")


@phrases.register
def _(event: RoundScored) -> Iterator[str]:
    totals = " : ".join(number(total) for total in event.totals)
    yield say("story.scored", round=event.round, totals=totals)


@phrases.register
def _(event: Dealt) -> Iterator[str]:
    yield say("story.dealt", round=event.round)


@phrases.register
def _(_: GameOver) -> Iterator[str]:
    yield say("story.over")


@phrases.register
def _(event: UpcardTaken) -> Iterator[str]:
    yield say("story.upcard_taken", card=card(event.card))


@phrases.register
def _(_: UpcardDeclined) -> Iterator[str]:
    yield say("story.upcard_declined")


@phrases.register
def _(event: OfferAnswered) -> Iterator[str]:
    if event.yes is not None:
        yield say("story.offer_yes" if event.yes else "story.offer_no")


@phrases.register
def _(_: OfferLapsed) -> Iterator[str]:
    yield say("story.offer_lapsed")


@phrases.register
def _(event: UpcardBought) -> Iterator[str]:
    yield say("story.bought", card=card(event.card), n=event.count)
    if event.cards:
        yield say("story.drew_seen", cards=cards(event.cards))


@phrases.register
def _(event: Reshuffled) -> Iterator[str]:
    yield say("story.reshuffled", n=event.count)


@phrases.register
def _(event: SetsLaid) -> Iterator[str]:
    for meld in event.melds:
        yield say("story.laid", cards=cards(meld.cards))


@phrases.register
def _(event: LaidOff) -> Iterator[str]:
    rank = cards_words(event.meld.rank)
    yield say("story.added", cards=cards(event.cards), rank=rank)


def put_down(laid: Iterable[Laid]) -> Iterator[str]:
    """Melds that were laid, and cards that came to melds."""
    for step in laid:
        is_new = len(step.meld.cards) == len(step.cards)
        key = "story.laid" if is_new else "story.added"
        yield say(key, cards=cards(step.cards), rank=rank_words(step.meld.rank))


def red_threes(faces: bytes) -> Iterator[str]:
    """Red threes that were laid, if any."""
    if faces:
        yield say("story.red_threes", n=len(faces), cards=cards(faces))


def canastas(laid: tuple[Laid, ...]) -> Iterator[str]:
    """Canastas that this action completed."""
    for step in laid:
        if len(step.meld.cards) >= SEVEN > len(step.meld.cards) - len(step.cards):
            yield say("story.canasta", rank=rank_words(step.meld.rank))
