"""A hand in words: alt text for its owner, at most 1,024 characters."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.model.view import View
from render.text import display_names
from render.text.card_words import cards, rank_words, suit_words, text
from render.text.catalogue import format_number
from render.text.hand_order import Order, hand_groups

LONGEST: Final = 1024
"""Discord's limit for the description of an attachment, in characters."""


def hand_text(view: View, fresh: bytes | None = None, order: Order = "rank") -> str:
    """Return the viewer's own hand in words.

    `fresh` has the cards to name as new; None means those of this turn. A text that would be too
    long does not name new and locked cards. Raises `ValueError` for a view without a viewer.
    """
    if view.viewer is None:
        raise ValueError("the public has no hand")
    text = " ".join(
        filter(None, hand_sentences(view, new_cards_text(view) if fresh is None else fresh, order))
    )
    if len(text) > LONGEST:
        text = " ".join(filter(None, hand_sentences(replace(view, locked=b""), b"", order)))
    return display_names.cut_end(text, LONGEST)


def new_cards_text(view: View) -> bytes:
    """Return the cards of the viewer's hand that were drawn or taken this turn."""
    # Everybody knows the taken upcard, but only the player on turn has it.
    came = view.fresh + (view.taken if view.viewer == view.turn else b"")
    return bytes((Counter(view.hand) & Counter(came)).elements())


def hand_sentences(view: View, fresh: bytes, order: Order) -> Iterator[str]:
    """Yield the sentences of a hand in order."""
    seat = view.seats[view.viewer or 0]
    yield text(
        "alt.hand.count", n=len(view.hand), points=format_number(view.values.in_hand(view.hand))
    )
    if view.turn == seat.seat and view.phase != "over":
        yield text("alt.hand.your_turn")
    if seat.minimum is not None:
        yield text("alt.hand.opens", points=seat.minimum)
    yield from map(suit_words if order == "suit" else rank_words, hand_groups(view, order))
    if fresh:
        yield text("alt.hand.new", cards=cards(fresh))
    if view.locked:
        yield text("alt.hand.locked", cards=cards(view.locked))
    if view.packet and seat.foot_count:
        yield text(f"alt.hand.{view.packet}", n=seat.foot_count)
