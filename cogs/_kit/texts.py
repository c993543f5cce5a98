"""Words: sentences from the catalogue, and cards as people read them."""

from collections.abc import Iterable
from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, NAMES, Cards
from engine.model.view import MeldView
from render.text.catalogue import Catalogue

AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Keeps a suit a character: Discord's spades and clubs as emoji are dark on dark."""
SUITS: Final = {suit: sign + AS_TEXT for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)}


def say(key: str, /, **facts: object) -> str:
    """The text at `key` of the catalogue, with its facts. Raises `MissingWords`."""
    return Catalogue.load().words(key, **facts)


def known(key: str) -> bool:
    """Whether the catalogue has words for `key`."""
    return Catalogue.load().has(key)


def listed(items: Iterable[str]) -> str:
    """Items as a person would say them; empty for none."""
    named = tuple(items)
    return Catalogue.load().listing(named) if named else ""


def card(face: int) -> str:
    """A card as people write it: `10♥`, `Joker`."""
    if face == JOKER:
        return say("cards.joker")
    name = NAMES[face]
    return name[0].replace("T", "10") + SUITS[name[1]]


def cards(faces: Cards) -> str:
    """Cards as people write them, in the order given."""
    return " ".join(map(card, faces))


def rank_title(rank: int) -> str:
    """A rank in words: "Kings"."""
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.title.{rank}")


def rank_words(rank: int) -> str:
    """The same inside a sentence: "kings"; a language may keep its capital."""
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.many.{rank}")


def collected(meld: MeldView) -> str:
    """What a meld collects: jokers where they are a rank, wild cards where they are not."""
    return cards_words(meld.rank) if meld.kind == "set" else rank_words(meld.rank)


def cards_title(rank: int) -> str:
    """The cards of a rank: "Kings", "Jokers"; a meld of jokers and twos is one of wild cards."""
    return say("cards.jokers_title") if rank == JOKER_RANK else rank_title(rank)


def cards_words(rank: int) -> str:
    """The same inside a sentence."""
    return say("cards.jokers") if rank == JOKER_RANK else rank_words(rank)


def shortened(text: str, most: int) -> str:
    """A text cut to `most` characters, the last of them an ellipsis if something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
