"""Words: sentences from the catalogue, and cards as people read them."""

import re
from collections.abc import Iterable
from typing import Final

from engine.model.cards import FACES, JOKER, JOKER_RANK, NAMES, RANK, Cards
from engine.model.view import MeldView
from render.text import cards_in_words
from render.text.catalogue import Catalogue

AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Keeps a suit a character: Discord's spades and clubs as emoji are dark on dark."""
SUITS: Final = {suit: sign + AS_TEXT for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)}


NOTATED: Final = re.compile(r"\b(?:[3-9TJQKA2][SHDC]|Jo)\b")
"""A card in the text of a move."""
VERB: Final = re.compile(r"\b[a-z]{2,}\b")
say = cards_in_words.say


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


def as_typed(move: str) -> str:
    """A move's text as it may be typed in the language spoken: `discard 5S`, `abwerfen Pik 5`."""
    words = VERB.sub(lambda verb: say(f"typed.word.{verb[0]}"), move)
    return NOTATED.sub(lambda name: card_as_typed(FACES[name[0]]), words)


def card_as_typed(face: int) -> str:
    """A card as it may be typed."""
    if face == JOKER:
        return say("typed.joker")
    suit, rank = say(f"typed.suit.{face % 4}"), say(f"typed.rank.{RANK[face]}")
    return say("typed.card", suit=suit, rank=rank)


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


def cut_inside(text: str, most: int) -> str:
    """A text cut to `most` characters in its middle: who did it and what came last stay."""
    if len(text) <= most:
        return text
    first, last = most // 3, most - most // 3 - 3
    return f"{text[:first].rpartition(' ')[0]} … {text[-last:].partition(' ')[2]}"


def shortened(text: str, most: int) -> str:
    """A text cut to `most` characters, the last of them an ellipsis if something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
