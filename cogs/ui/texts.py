"""Words: sentences from the catalogue, and cards as people read them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from data.models.tables import TableRow, TableStatus
from engine.model.cards import FACES, JOKER, JOKER_RANK, NAMES, RANK, Cards
from engine.model.view import MeldView
from render.text import card_words
from render.text.catalogue import Catalogue

TEXT_VARIATION_SELECTOR: Final = "\N{VARIATION SELECTOR-15}"
"""Keeps a suit a character: Discord's spades and clubs as emoji are dark on dark."""
SUITS: Final = {
    suit: sign + TEXT_VARIATION_SELECTOR for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)
}


NOTATED: Final = re.compile(r"\b(?:[3-9TJQKA2][SHDC]|Jo)\b")
"""A card in the text of a move."""
VERB: Final = re.compile(r"\b[a-z]{2,}\b")
say = card_words.text


def has_text(key: str) -> bool:
    """Whether the catalogue has words for `key`."""
    return Catalogue.load().has(key)


def join_words(items: Iterable[str]) -> str:
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


def typed_form(move: str) -> str:
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


def melded_rank(meld: MeldView) -> str:
    """What a meld collects: jokers where they are a rank, wild cards where they are not."""
    return cards_words(meld.rank) if meld.kind == "set" else rank_words(meld.rank)


def cards_title(rank: int) -> str:
    """The cards of a rank: "Kings", "Jokers"; a meld of jokers and twos is one of wild cards."""
    return say("cards.jokers_title") if rank == JOKER_RANK else rank_title(rank)


def cards_words(rank: int) -> str:
    """The same inside a sentence."""
    return say("cards.jokers") if rank == JOKER_RANK else rank_words(rank)


def shorten_middle(text: str, most: int) -> str:
    """A text cut to `most` characters in its middle: who did it and what came last stay."""
    if len(text) <= most:
        return text
    first, last = most // 3, most - most // 3 - 3
    return f"{text[:first].rpartition(' ')[0]} … {text[-last:].partition(' ')[2]}"


def shorten(text: str, most: int) -> str:
    """A text cut to `most` characters, the last of them an ellipsis if something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# ---- Names of people in messages: what Discord lets people call themselves, made harmless


COLUMNS: Final = 32
MARKS: Final = 2
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
MARKUP: Final = frozenset("\\`*_~|<>#[]()-.:@&!+=")
# Letters by category, but without ink.
BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def normalize_name(name: str) -> str:
    """The name without what is invisible or reverses text; at most 32 columns, never empty."""
    if not is_plain(name):
        name = "".join(without_invisible(unicodedata.normalize("NFC", name)))
    return cut(" ".join(name.split())) or say("people.nameless")


def is_plain(name: str) -> bool:
    """Whether each character is seen, takes one column and goes from left to right: most names."""
    return name.isascii() and name.isprintable()


def escaped_name(name: str) -> str:
    """The name for a message: no mention, link or markdown survives, nor can its direction."""
    return f"{ISOLATE}{''.join(map(escaped, normalize_name(name)))}{POP}"


def escaped_text(text: str) -> str:
    """Words that somebody has typed, for a message of one line: as `escaped_name`, and not cut."""
    seen = "".join(without_invisible(unicodedata.normalize("NFC", text)))
    return f"{ISOLATE}{''.join(map(escaped, ' '.join(seen.split())))}{POP}"


def without_invisible(text: str) -> Iterator[str]:
    """The characters of a name, with at most two combining marks on each."""
    marks = MARKS
    for character in text:
        kind = unicodedata.category(character)
        if kind.startswith("M"):
            marks += 1
            if marks <= MARKS:
                yield character
        elif kind.startswith("Z") or character in BLANK:
            marks = MARKS
            yield " "
        elif not kind.startswith("C"):
            marks = 0
            yield character


def cut(text: str) -> str:
    """As much of a text as fits the columns; wide characters take two."""
    if is_plain(text):
        return text[:COLUMNS].rstrip()
    room, kept = COLUMNS, []
    for character in text:
        if not unicodedata.combining(character):
            room -= 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip()


def escaped(character: str) -> str:
    """One character made unable to begin or end any markup."""
    if character == "@":
        # A character between, as in `discord.utils.escape_mentions`: it holds where a backslash may
        # not.
        return "@\N{ZERO WIDTH SPACE}"
    if character == ":":
        return "\\:\N{ZERO WIDTH SPACE}"
    return f"\\{character}" if character in MARKUP else character


IN_MESSAGES: Final = str.maketrans(dict.fromkeys(f"*\\{ISOLATE}{POP}{TEXT_VARIATION_SELECTOR}", ""))


def without_markdown(words: str) -> str:
    """Words without what only messages turn into looks; pictures and labels show it as it is."""
    return words.translate(IN_MESSAGES)


# ---- Addresses in Discord: of a place, or of a message in it; never of one that is not known


def jump_url(guild_id: int, place: int, message_id: int | None = None) -> str:
    """The address of a channel or thread, or of a message in it."""
    where = f"https://discord.com/channels/{guild_id}/{place}"
    return where if message_id is None else f"{where}/{message_id}"


def channel_of_table(row: TableRow) -> int:
    """The channel where a table is shown: its thread, or the channel itself."""
    return row.thread_id or row.channel_id


def link_to_table(row: TableRow) -> str:
    """The way to a table, as near as is known: its message, its thread, its channel."""
    if row.status is TableStatus.LOBBY:
        return jump_url(row.guild_id, row.channel_id, row.lobby_message_id)
    return jump_url(row.guild_id, channel_of_table(row), row.message_id)
