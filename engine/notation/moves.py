"""Notation: moves as text, in both directions.

`write` returns the only canonical text of a move. `read` accepts what people type, too: lower case,
`10`, suit signs, words (see `wording`), rank and suit in either order. A rank alone is enough if
only one card in hand can be meant, and `add` needs no number if only one meld can be.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.model.cards import FACES, NAMES, Cards, write_cards
from engine.model.moves import (
    BUY,
    DISCARDS,
    DRAW,
    FOOT,
    NO,
    PASS,
    YES,
    Add,
    Ask,
    Buy,
    Discard,
    Draw,
    Foot,
    Group,
    Meld,
    Move,
    No,
    Pass,
    Take,
    Yes,
)
from engine.model.refusals import Ambiguous, Code, SyntaxRefused
from engine.notation.card_assignment import SeveralWaysError, Words, shared_out
from engine.notation.wording import MELD_NAMES, notated

Place = Callable[[Cards, int | None], int]
"""Finds the number of the meld that cards may go on, given a rank or None; see `meld_target`."""

PLAIN: Final[dict[str, Move]] = {
    "draw": DRAW,
    "take": Take(),
    "buy": BUY,
    "pass": PASS,
    "foot": FOOT,
    "yes": YES,
    "no": NO,
}
_PLAIN_WORDS: Final = {Draw: "draw", Buy: "buy", Pass: "pass", Foot: "foot", Yes: "yes", No: "no"}
_CARD: Final = re.compile(r"([3456789tjqka2])([shdc]?)|([shdc])([3456789tjqka2])|(jo)")
# In characters: the limit bounds the time that reading takes, whatever is typed.
_LONGEST: Final = 2000


class _NotCanonicalError(Exception):
    """The text may still be a move, but not in canonical form."""


def write(move: Move) -> str:
    """Return the canonical text of a move: `read(write(move)) == move`.

    Raises:
        TypeError: the value is not a move.

    """
    if type(move) in _PLAIN_WORDS:
        return _PLAIN_WORDS[type(move)]
    match move:
        case Discard(card):
            return f"discard {NAMES[card]}"
        case Meld(melds):
            return "meld " + " / ".join(write_cards(cards) for cards in melds)
        case Add(number, cards):
            return f"add {number}: {write_cards(cards)}"
        case Take(cards, also):
            return " / ".join([f"take {write_cards(cards)}".rstrip(), *map(_write_group, also)])
        case Ask(seat, plan):
            return f"ask {seat}: " + "; ".join(map(write, plan))
    raise TypeError(f"not a move: {move!r}")


def _write_group(group: Group) -> str:
    text = write_cards(group.cards)
    return text if group.meld is None else f"{group.meld}: {text}"


def read(
    text: str,
    hand: Cards = b"",
    rules: tuple[str, str] = ("", ""),
    place: Place | None = None,
    *,
    bans_duplicates: bool = False,
) -> Move:
    """Return the move that a text means for a player who holds `hand`.

    Args:
        text: what the player typed, or the canonical text of a move.
        hand: the player's cards, for ranks named without a suit.
        rules: the rule ids to cite if the text is no move, and if it is ambiguous.
        place: finds the meld for `add 8H`. With None, such a text is not a move.
        bans_duplicates: no meld may hold two equal cards. Ranks named alone in several melds are
            then distributed so that no meld does.

    Raises:
        SyntaxRefused: the text is not a move.
        Ambiguous: the text could mean several cards of the hand, several melds, or several
            distributions of the same cards over the melds.
    """
    try:
        return canonical(text)
    except _NotCanonicalError:
        return _Reader(text, hand, rules, place, bans_duplicates=bans_duplicates).move()


# Cached: logs are replayed from text, and most of their lines occur again and again. The hand is
# not needed for canonical text, so the text alone is the key.
@lru_cache(maxsize=16384)
def canonical(text: str) -> Move:
    """Return the move that a canonical text means; any other text raises."""
    if text in PLAIN:
        return PLAIN[text]
    verb, _, rest = text.partition(" ")
    try:
        move = _READERS[verb](rest)
    except (KeyError, ValueError) as error:
        raise _NotCanonicalError(text) from error
    # The parsers above are lenient; only what `write` would return is canonical.
    if write(move) != text:
        raise _NotCanonicalError(text)
    return move


def _cards(text: str) -> Cards:
    return bytes([FACES[name] for name in text.split(" ")])


def _number(text: str) -> int:
    # `int()` would also accept underscores, digits of other scripts and surrounding blanks.
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValueError(text)
    return int(text)


def _group(text: str) -> Group:
    number, colon, cards = text.partition(": ")
    return Group(_cards(cards), _number(number)) if colon else Group(_cards(text))


def _take(rest: str) -> Move:
    first, *others = rest.split(" / ")
    if not first.startswith("/ "):
        return Take(_cards(first), tuple(map(_group, others)))
    return Take(b"", tuple(map(_group, (first[2:], *others))))


def _meld(rest: str) -> Move:
    return Meld(tuple(_cards(cards) for cards in rest.split(" / ")))


def _add(rest: str) -> Move:
    number, _, cards = rest.partition(": ")
    return Add(_number(number), _cards(cards))


def _discard(rest: str) -> Move:
    return DISCARDS[FACES[rest]]


def _ask(rest: str) -> Move:
    seat, _, plan = rest.partition(": ")
    return Ask(_number(seat), tuple(_planned(part) for part in plan.split("; ")))


def _planned(text: str) -> Move:
    # A plan may not contain a question: plans would nest without end.
    if text.startswith("ask"):
        raise ValueError(text)
    try:
        return canonical(text)
    except _NotCanonicalError as error:
        raise ValueError(text) from error


_READERS: Final = {"take": _take, "meld": _meld, "add": _add, "discard": _discard, "ask": _ask}


class _Reader:
    """Converts typed text into canonical text, with the help of the hand."""

    def __init__(
        self,
        text: str,
        hand: Cards,
        rules: tuple[str, str],
        place: Place | None,
        *,
        bans_duplicates: bool,
    ) -> None:
        self.text = text
        self.hand = hand
        self.rules = rules
        self.place = place
        self.bans_duplicates = bans_duplicates

    def move(self) -> Move:
        # Refuse a text that is too long, do not shorten it: the shorter text could be another move.
        if len(self.text) > _LONGEST:
            raise self._refusal()
        try:
            return canonical(self._tidied(notated(self.text), self.hand))
        except (_NotCanonicalError, KeyError, ValueError) as error:
            raise self._refusal() from error

    def _refusal(self) -> SyntaxRefused:
        return SyntaxRefused(self.rules[0], Code.SYNTAX, {"text": self.text[:80]})

    def _tidied(self, words: str, hand: Cards) -> str:
        verb, _, rest = words.strip().partition(" ")
        if not rest.strip():
            return verb
        if verb == "ask":
            return self._tidied_plan(rest, hand)
        if verb == "add":
            return self._tidied_add(rest, hand)
        return f"{verb} {self._tidied_groups(rest, hand)}".replace("  ", " ")

    def _tidied_plan(self, rest: str, hand: Cards) -> str:
        seat, _, plan = rest.partition(":")
        parts: list[str] = []
        for part in plan.split(";"):
            parts.append(self._tidied(part, hand))
            hand = _less(hand, parts[-1])
        return f"ask {seat.strip()}: " + "; ".join(parts)

    def _tidied_add(self, rest: str, hand: Cards) -> str:
        name, _, cards = rest.rpartition(":")
        laid, name = self._tidied_groups(cards, hand), name.strip()
        if name and name not in MELD_NAMES:
            return f"add {name}: {laid}"
        if self.place is None:
            raise ValueError(rest)
        return f"add {self.place(_cards(laid), MELD_NAMES.get(name))}: {laid}"

    def _tidied_groups(self, rest: str, hand: Cards) -> str:
        groups = [part.rpartition(":") for part in rest.split("/")]
        named = [_named(cards) for _, _, cards in groups]
        lines = []
        for (number, colon, _), cards in zip(groups, self._meant(named, hand), strict=True):
            lines.append(f"{number.strip()}{colon} {' '.join(cards)}".strip())
        return " / ".join(lines)

    def _meant(self, named: list[Words], hand: Cards) -> list[list[str]]:
        try:
            return shared_out(named, hand, bans_duplicates=self.bans_duplicates)
        except SeveralWaysError as several:
            facts = {"text": several.rank, "choices": " ".join(dict.fromkeys(several.cards))}
            raise Ambiguous(self.rules[1], Code.AMBIGUOUS, facts) from several


def _named(text: str) -> Words:
    return [_one(word) for word in text.split()]


def _one(word: str) -> tuple[str, str]:
    found = _CARD.fullmatch(word)
    if not found:
        raise ValueError(word)
    rank, suit, suit_first, rank_after, joker = found.groups(default="")
    if joker:
        return "J", "o"
    return (rank or rank_after).upper(), (suit or suit_first).upper()


def _less(hand: Cards, text: str) -> Cards:
    """Return the hand without the cards of a step: later steps of a plan refer to that hand."""
    for name in re.findall(r"\b(?:[3456789TJQKA2][SHDC]|Jo)\b", text):
        hand = hand.replace(bytes((FACES[name],)), b"", 1)
    return hand
