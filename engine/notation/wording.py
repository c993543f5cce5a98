"""Wording: words of the card table, turned into the signs of notation.

All of it is a list of what people say and what they mean by it. A word that could mean two
things stands in no list: "queens" may name a meld, but never so many cards.
"""

import re
from typing import Final

from engine.model.cards import JOKER_RANK, RANKS
from engine.notation.german import in_english

_WORDS: Final = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack")
_ONE: Final = dict(zip((*_WORDS, "queen", "king", "ace", "two"), RANKS.lower(), strict=True))
"""Singular -> the letter of the rank."""
_WILDS: Final = ("wild", "wilds", "jokers")
MELD_NAMES: Final = {
    **{word + ("es" if word == "six" else "s"): rank for rank, word in enumerate(_ONE)},
    **dict.fromkeys(_WILDS, JOKER_RANK),
}
"""What a meld is called by its rank: "eights" -> the index of the eights."""

_SIGNS: Final = str.maketrans("♠♥♦♣♤♡♢♧,", "shdcshdc ", "\ufe0e\ufe0f")
_RANK: Final = "|".join(_ONE)
_NAME: Final = "|".join((*MELD_NAMES, *_ONE))
# A move begins the text, or a step of a plan.
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
        # "add eight 8h" is not to be read: meld number eight, the eights, or two cards?
        (rf"{_BEGIN}add\s+(\d+|{_NAME})\s+(?=[^\s:;])", r" add \1: "),
        (r"\bjoker\b|🃏", " jo "),
        # A meld's number is not a ten: it stands before a colon.
        (r"(?<!\d)10(?!\s*:|\d)", "t"),
    )
)
_FILLER: Final = re.compile(r"\b(?:the|your|and|with|cards?)\b")
_WHOLE: Final = re.compile(
    rf"\b({_RANK}|10|[2-9tjqka])\s+of\s+([shdc])(?:pade|eart|iamond|lub)s?\b"
)
_LONE: Final = re.compile(rf"\b({_RANK})\b(?!\s*:)")


def notated(text: str) -> str:
    """What somebody typed, in small letters, with notation for the words that are known."""
    # Single blanks: runs of them would keep the patterns busy for seconds.
    text = " ".join(text.lower().translate(_SIGNS).split())
    text = " ".join(_FILLER.sub(" ", in_english(text)).split())
    text = _WHOLE.sub(lambda found: _ONE.get(found[1], found[1]) + found[2], text)
    for pattern, meant in _SAID:
        text = pattern.sub(meant, text)
    return _LONE.sub(lambda found: _ONE[found[1]], text)
