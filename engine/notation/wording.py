"""Wording: words of the card table, translated into the signs of notation.

The module lists common words and their meaning. A word with two meanings is left out: "queens" may
name a meld, but never a number of cards.
"""

import re
import unicodedata
from typing import Final

from engine.model.cards import JOKER_RANK, RANKS
from engine.notation.german import in_english

_WORDS: Final = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack")
_ONE: Final = dict(zip((*_WORDS, "queen", "king", "ace", "two"), RANKS.lower(), strict=True))
"""Singular word to the letter of its rank."""
_WILDS: Final = ("wild", "wilds", "jokers")
MELD_NAMES: Final = {
    **{word + ("es" if word == "six" else "s"): rank for rank, word in enumerate(_ONE)},
    **dict.fromkeys(_WILDS, JOKER_RANK),
}
"""Name of a meld to its rank: "eights" to the index of the eights."""

_VARIANTS: Final = str.maketrans("", "", "\ufe0e\ufe0f")
_SIGNS: Final = str.maketrans("♠♥♦♣♤♡♢♧,", "shdcshdc ")
_RANK: Final = "|".join(_ONE)
_NAME: Final = "|".join((*MELD_NAMES, *_ONE))
# A move is at the start of the text, or at the start of a step of a plan.
_BEGIN: Final = r"(?:^|(?<=[;:]))\s*"
_END: Final = r"\s*(?=;|$)"
_SAID: Final = tuple(
    (re.compile(pattern), meant)
    for pattern, meant in (
        (rf"{_BEGIN}(?:take|pick up)\s+(?:discard\s+)?(?:pile|upcard)\b", " take"),
        (rf"{_BEGIN}draw(?:\s+(?:an?|from|stock))+{_END}", " draw"),
        (rf"{_BEGIN}lay\s+off\b", " add"),
        (rf"{_BEGIN}lay(?:\s+down)?\b", " meld"),
        (rf"{_BEGIN}throw(?:\s+away)?\b", " discard"),
        (rf"{_BEGIN}add\s+([^;:]+?)\s+(?:to|onto|on)\s+(?:meld\s+)?(\w+){_END}", r" add \2: \1"),
        # "add eight 8h" is refused: "eight" could mean meld number eight, the rank, or two cards.
        (rf"{_BEGIN}add\s+(\d+|{_NAME})\s+(?=[^\s:;])", r" add \1: "),
        (r"\bjoker\b|🃏", " jo "),
        # A 10 before a colon is the number of a meld, not a ten.
        (r"(?<!\d)10(?!\s*:|\d)", "t"),
    )
)
_FILLER: Final = re.compile(r"\b(?:the|your|and|with|cards?)\b")
_SUIT: Final = r"([shdc])(?:pade|eart|iamond|lub)s?"
# Dictation drops "of" and writes blanks. "a spade" has an article, and names no ace.
_WHOLE: Final = (
    re.compile(rf"\b({_RANK}|10|[2-9tjqka])\s+of\s+{_SUIT}\b"),
    re.compile(rf"\b({_RANK}|10|[2-9tjqk])\s+{_SUIT}\b"),
    re.compile(rf"\b({_RANK}|10|[2-9tjqka])\s+([shdc])\b"),
)
_SUIT_FIRST: Final = re.compile(r"(?<![0-9tjqka])(?<![0-9tjqka] )([♠♥♦♣♤♡♢♧]) (10|[2-9tjqka])\b")
_FINAL: Final = ".!?…。"
"""Punctuation at the end of a dictated sentence."""
_LONE: Final = re.compile(rf"\b({_RANK})\b(?!\s*:)")


def notated(text: str) -> str:
    """Return a typed text in lower case, with its known words replaced by notation."""
    # Single blanks only: the patterns below would take seconds on long runs of blanks.
    text = " ".join(unicodedata.normalize("NFKC", text).lower().translate(_VARIANTS).split())
    text = _SUIT_FIRST.sub(r"\1\2", text.rstrip(_FINAL + " ")).translate(_SIGNS)
    text = " ".join(_FILLER.sub(" ", in_english(text)).split())
    for card in _WHOLE:
        text = card.sub(lambda found: _ONE.get(found[1], found[1]) + found[2], text)
    for pattern, meant in _SAID:
        text = pattern.sub(meant, text)
    return _LONE.sub(lambda found: _ONE[found[1]], text)
