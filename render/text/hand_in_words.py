"""A hand in words: alt text for whoever holds it, at most 1,024 characters."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.model.view import View
from render.text import names
from render.text.cards_in_words import cards, rank_words, say, suit_words
from render.text.catalogue import number
from render.text.sorting import Order, groups

LONGEST: Final = 1024
"""What Discord takes as the description of an attachment."""


def hand(view: View, fresh: bytes | None = None, order: Order = "rank") -> str:
    """The viewer's own hand in words. Raises `ValueError` for a view of nobody in particular."""
    if view.viewer is None:
        raise ValueError("the public has no hand")
    text = " ".join(filter(None, hand_parts(view, new(view) if fresh is None else fresh, order)))
    if len(text) > LONGEST:
        text = " ".join(filter(None, hand_parts(replace(view, locked=b""), b"", order)))
    return names.shortened(text, LONGEST)


def new(view: View) -> bytes:
    """Of the viewer's hand, the cards drawn or taken this turn."""
    # Which upcard was taken everybody knows; it came to whoever has the turn.
    came = view.fresh + (view.taken if view.viewer == view.turn else b"")
    return bytes((Counter(view.hand) & Counter(came)).elements())


def hand_parts(view: View, fresh: bytes, order: Order) -> Iterator[str]:
    """The sentences of a hand, in their order."""
    seat = view.seats[view.viewer or 0]
    yield say("alt.hand.count", n=len(view.hand), points=number(view.values.in_hand(view.hand)))
    if view.turn == seat.seat and view.phase != "over":
        yield say("alt.hand.your_turn")
    if seat.minimum is not None:
        yield say("alt.hand.opens", points=seat.minimum)
    yield from map(suit_words if order == "suit" else rank_words, groups(view, order))
    if fresh:
        yield say("alt.hand.new", cards=cards(fresh))
    if view.locked:
        yield say("alt.hand.locked", cards=cards(view.locked))
    if view.packet and seat.foot_count:
        yield say(f"alt.hand.{view.packet}", n=seat.foot_count)
