"""German words of the card table, translated into English words that `wording` knows.

The verb of a step is its first or last word: "wirf Pik 5 ab", "Pik 5 abwerfen". A card is named
suit first, "Herz Zehn". A rank alone has the same meaning as in English.
"""

import re
from typing import Final

_SUITS: Final = {"pik": "s", "herz": "h", "karo": "d", "kreuz": "c", "treff": "c"}
_GERMAN: Final = "drei vier fünf sechs sieben acht neun zehn bube dame könig ass zwei"
_ENGLISH: Final = "three four five six seven eight nine ten jack queen king ace two"
_RANKS: Final = dict(zip(_GERMAN.split(), _ENGLISH.split(), strict=True))
_SIGNS: Final = dict(zip(_RANKS, "3456789tjqka2", strict=True))
_MELDS: Final = (
    *("dreien", "vieren", "fünfen", "sechsen", "siebenen", "achten", "neunen", "zehnen"),
    *("buben", "damen", "könige", "asse", "zweien"),
)
_MEANT_BY: Final = dict(zip(_MELDS, _RANKS.values(), strict=True))
_MANY: Final = {
    **{many: one + ("es" if one == "six" else "s") for many, one in _MEANT_BY.items()},
    "königen": "kings",
    "assen": "aces",
    "wilden": "wilds",
}
_SUIT: Final = "|".join(_SUITS)
_RANK: Final = "|".join(_RANKS)
_CARD: Final = re.compile(rf"\b({_SUIT})[ -]?({_RANK}|10|[2-9tjqka])\b")
_NAMED: Final = re.compile(rf"\b({'|'.join((*_MANY, *_RANKS))})\b")
_FILLER: Final = re.compile(
    r"\b(?:der|die|das|den|dem|ein|eine|einen|und|mit|karten?|offenen?|stapel|stock|vom|von|auf)\b"
)
_ONTO: Final = re.compile(r"\ban\b")
_FOOT: Final = re.compile(r"\b(?:fuß|fuss|zopf)\b")
_VERBS: Final = {
    "draw": ("ziehen", "ziehe", "zieh"),
    "foot": ("aufnehmen",),
    "take": ("nehmen", "nehme", "nimm"),
    "buy": ("kaufen", "kaufe", "kauf"),
    "add": ("anlegen",),
    "meld": ("auslegen", "melden", "melde", "lege", "leg"),
    "discard": ("abwerfen", "wegwerfen", "werfe", "wirf"),
    "pass": ("passen", "passe"),
    "yes": ("ja",),
    "no": ("nein",),
}
_MEANT: Final = {said: verb for verb, words in _VERBS.items() for said in words}
_ASKED: Final = re.compile(r"^frag(?:en?|e)?\s+(\d+)\s*:\s*")
_PARTICLES: Final = {"ab": "discard", "weg": "discard", "an": "add", "aus": "meld"}


def in_english(text: str) -> str:
    """Return a lower-case text with its German words in English; other words are unchanged."""
    asked = _ASKED.match(text)
    if asked is None:
        return ";".join(map(_step, text.split(";")))
    return f"ask {asked[1]}: {in_english(text[asked.end() :])}"


def _step(text: str) -> str:
    words = _CARD.sub(_card, text).split()
    found = _verb(words)
    if found is None:
        return text
    verb, rest = found
    if verb == "take" and _FOOT.search(rest):
        return "foot"
    said = _FILLER.sub(" ", _FOOT.sub(" ", rest)).replace("meldung ", "")
    return f"{verb} {_NAMED.sub(_rank, _ONTO.sub('to', said))}"


def _verb(words: list[str]) -> tuple[str, str] | None:
    """Return the English verb of a step and its other words; None if no word is a known verb."""
    if not words:
        return None
    if words[0] in _MEANT:
        return _first(words)
    if words[-1] in _MEANT:
        return _MEANT[words[-1]], " ".join(words[:-1])
    return None


def _first(words: list[str]) -> tuple[str, str]:
    """Return a leading verb and the other words. The last word can change the verb ("leg … an")."""
    verb, last = _MEANT[words[0]], words[-1]
    if verb not in {"meld", "discard"} or len(words) == 1 or words[0] == "melden":
        return verb, " ".join(words[1:])
    if last in _PARTICLES:
        return _PARTICLES[last], " ".join(words[1:-1])
    return "add" if verb == "meld" and "an" in words else verb, " ".join(words[1:])


def _card(found: re.Match[str]) -> str:
    rank = _SIGNS.get(found[2], found[2])
    return f" {rank}{_SUITS[found[1]]} "


def _rank(found: re.Match[str]) -> str:
    return _MANY.get(found[1]) or _RANKS[found[1]]
