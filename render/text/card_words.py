"""Cards and melds in words, for all alt texts, hands and choices."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.model.cards import JOKER, JOKER_RANK, RANK
from engine.model.view import MeldView, SeatView, SideView
from render.text.catalogue import Catalogue, current_language


def text(key: str, /, **facts: object) -> str:
    """Return a text of the message catalogue, in the current language."""
    return Catalogue.load().words(key, **facts)


def card(face: int) -> str:
    """Return a card in full: "9 of clubs"."""
    return card_in(face, current_language())


# Alt texts of every picture repeat these phrases. They are cached, with the language as part of the
# key: without it, a German picture could get English words.
@lru_cache(maxsize=256)
def card_in(face: int, _language: str) -> str:
    if face == JOKER:
        return text("card.joker")
    return text("card.of", rank=text(f"card.rank.{RANK[face]}"), suit=text(f"card.suit.{face % 4}"))


def cards(faces: Iterable[int]) -> str:
    """Return cards in full, sorted."""
    return text("list.comma").join(card(face) for face in sorted(faces))


def short_rank(rank: int) -> str:
    """Return a rank in one or two characters; "wild" for a meld of wild cards."""
    return text(f"card.short.{rank}")


def suit_words(faces: bytes) -> str:
    """Return the cards of one suit: "Spades: 4, K, K."; jokers by their number."""
    if faces[0] == JOKER:
        return rank_words(faces)
    ranks = text("list.comma").join(short_rank(RANK[face]) for face in faces)
    return text("alt.hand.suit", suit=text(f"card.suit_title.{faces[0] % 4}"), ranks=ranks)


def rank_words(faces: bytes) -> str:
    """Return the cards of one rank, as in "Fours: hearts, 2 spades"."""
    return rank_words_in(faces, current_language())


# Hands repeat from picture to picture, and one change leaves most of their ranks as they were.
@lru_cache(maxsize=4096)
def rank_words_in(faces: bytes, _language: str) -> str:
    rank = RANK[faces[0]]
    if rank == JOKER_RANK:
        return text("alt.hand.jokers", n=len(faces))
    suits = Counter(face % 4 for face in faces)
    named = [f"{n} " * (n > 1) + text(f"card.suit.{suit}") for suit, n in suits.items()]
    return text("alt.hand.rank", rank=text(f"card.title.{rank}"), suits=", ".join(named))


# ---- melds


def kind_words(kind: str, ranks: Sequence[str], *, named: bool) -> str:
    """Return the number of canastas of a kind, with their ranks if `named`."""
    told = named and kind not in ("wild", "sevens")
    of = text("alt.ranks", ranks=", ".join(ranks)) if told else ""
    return text("alt.canasta", n=len(ranks), kind=text(f"alt.kind.{kind}"), ranks=of)


def meld_list(
    side: SideView,
    melds: Sequence[MeldView],
    seats: Sequence[SeatView],
    shown: Sequence[str],
    *,
    wilds: bool,
) -> str:
    """Return open melds in words, grouped by owner if they belong to the players."""
    if not side.personal_melds:
        return ", ".join(meld_words(meld, wilds=wilds) for meld in melds)
    groups = []
    for seat in seats:
        own = [meld_words(meld, wilds=wilds) for meld in melds if meld.owner == seat.seat]
        if own:
            groups.append(f"{shown[seat.seat]} {', '.join(own)}")
    return "; ".join(groups)


def meld_words(meld: MeldView, *, wilds: bool) -> str:
    """Return one meld: its rank and number of cards; with `wilds` also its wild cards."""
    mixed = wilds and 0 < meld.wilds < len(meld.cards)
    shown = meld.wilds if mixed else 0
    return meld_words_in(meld.rank, is_of_jokers(meld), len(meld.cards), shown, current_language())


# The facts are the key, not the meld: equal facts of another table's meld share the words.
@lru_cache(maxsize=4096)
def meld_words_in(rank: int, jokers: bool, count: int, wilds: int, _language: str) -> str:  # noqa: FBT001 - part of the cache key
    wild = text("alt.wild", n=wilds) if wilds else ""
    named = text("card.joker") if jokers else short_rank(rank)
    return text("alt.meld", rank=named, n=count, wild=wild)


def meld_rank(meld: MeldView) -> str:
    """Return the rank that a meld collects. Jokers are a rank in sets; elsewhere they are wild."""
    return text("card.joker") if is_of_jokers(meld) else short_rank(meld.rank)


def is_of_jokers(meld: MeldView) -> bool:
    """Whether a meld is a set of jokers, in games where jokers are a rank."""
    return meld.kind == "set" and meld.rank == JOKER_RANK
