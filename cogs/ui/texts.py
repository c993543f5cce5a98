"""Texts: sentences from the catalogue, cards as members read them, names made harmless, links.

Not here: what happened at a table (`cogs.narration`), and the locale (`cogs.ui.localization`).
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from data.models.tables import TableRow, TableStatus
from engine.model.cards import FACES, JOKER, JOKER_RANK, NAMES, RANK, Cards
from engine.model.view import MeldView
from render.text import card_words
from render.text.catalogue import LANGUAGES, Catalogue, use_language

TEXT_VARIATION_SELECTOR: Final = "\N{VARIATION SELECTOR-15}"
"""Makes Discord show a suit as text. Its emoji of spades and clubs are dark on dark."""
SUITS: Final = {
    suit: sign + TEXT_VARIATION_SELECTOR for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)
}


NOTATED: Final = re.compile(r"\b(?:[3-9TJQKA2][SHDC]|Jo)\b")
"""A card in the notation of a move."""
VERB: Final = re.compile(r"\b[a-z]{2,}\b")
"""A word in the notation of a move."""
say = card_words.text


# ---- sentences and cards


def has_text(key: str) -> bool:
    """Return whether the catalogue has a text for `key`."""
    return Catalogue.load().has(key)


def in_every_language(text: Callable[..., str], *args: object) -> frozenset[str]:
    """Return what a function says in each language, in lower case: members may type any of them."""
    found = []
    for language in LANGUAGES:
        with use_language(language):
            found.append(text(*args).casefold())
    return frozenset(found)


def join_words(items: Iterable[str]) -> str:
    """Return items as a list in words: "Ann, Ben and Cleo"; "" for none."""
    named = tuple(items)
    return Catalogue.load().listing(named) if named else ""


def card(face: int) -> str:
    """Return a card as members write it: `10♥`, `Joker`."""
    if face == JOKER:
        return say("cards.joker")
    name = NAMES[face]
    return name[0].replace("T", "10") + SUITS[name[1]]


def cards(faces: Cards) -> str:
    """Return cards as members write them, in the order given."""
    return " ".join(map(card, faces))


def typed_form(move: str) -> str:
    """Return a move as it is typed in the current language: `discard 5S`, `abwerfen Pik 5`."""
    words = VERB.sub(lambda word: say(f"typed.word.{word[0]}"), move)
    return NOTATED.sub(lambda found: card_as_typed(FACES[found[0]]), words)


def card_as_typed(face: int) -> str:
    """Return a card as it is typed in the current language."""
    if face == JOKER:
        return say("typed.joker")
    suit, rank = say(f"typed.suit.{face % 4}"), say(f"typed.rank.{RANK[face]}")
    return say("typed.card", suit=suit, rank=rank)


def rank_title(rank: int) -> str:
    """Return a rank in words, as a title: "Kings"."""
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.title.{rank}")


def rank_words(rank: int) -> str:
    """Return a rank in words, inside a sentence: "kings". Some languages keep the capital."""
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.many.{rank}")


def melded_rank(meld: MeldView) -> str:
    """Return what a meld collects: "jokers" where they are a rank, otherwise "wild cards"."""
    return cards_words(meld.rank) if meld.kind == "set" else rank_words(meld.rank)


def cards_title(rank: int) -> str:
    """Return the cards of a rank, as a title: "Kings", "Jokers".

    A meld of jokers and twos has the rank of jokers, but `rank_title` calls it wild cards.
    """
    return say("cards.jokers_title") if rank == JOKER_RANK else rank_title(rank)


def cards_words(rank: int) -> str:
    """Return the cards of a rank, inside a sentence: "kings", "jokers"."""
    return say("cards.jokers") if rank == JOKER_RANK else rank_words(rank)


def shorten_middle(text: str, most: int) -> str:
    """Return a text of at most `most` characters, shortened in its middle.

    So its beginning, with the player, and its end, with the last event, remain.
    """
    if len(text) <= most:
        return text
    first, last = most // 3, most - most // 3 - 3
    return f"{text[:first].rpartition(' ')[0]} … {text[-last:].partition(' ')[2]}"


def shorten(text: str, most: int) -> str:
    """Return a text of at most `most` characters, with an ellipsis where it was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# ---- names and typed text, made harmless


COLUMNS: Final = 32
"""The longest name, in columns of a monospaced font."""
MARKS: Final = 2
"""Combining marks on one letter. Some names pile up dozens, which cover the lines around them."""
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
MARKUP: Final = frozenset("\\`*_~|<>#[]()-.:@&!+=")
# Unicode calls these letters or symbols, but they are invisible.
BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def normalize_name(name: str) -> str:
    """Return a name without invisible characters and direction marks.

    It has at most 32 columns, and is never empty.
    """
    if not is_plain(name):
        name = "".join(without_invisible(unicodedata.normalize("NFC", name)))
    return cut(" ".join(name.split())) or say("people.nameless")


def is_plain(name: str) -> bool:
    """Return whether a name is ASCII: visible, one column a character, left to right. Most are."""
    return name.isascii() and name.isprintable()


def escaped_name(name: str) -> str:
    """Return a name for a message, without mentions, links, markdown or changes of direction."""
    return f"{ISOLATE}{''.join(map(escaped, normalize_name(name)))}{POP}"


def escaped_text(text: str) -> str:
    """Return typed text for one line of a message, escaped as `escaped_name` does, but not cut."""
    seen = "".join(without_invisible(unicodedata.normalize("NFC", text)))
    return f"{ISOLATE}{''.join(map(escaped, ' '.join(seen.split())))}{POP}"


def without_invisible(text: str) -> Iterator[str]:
    """Yield the visible characters of a text, with at most two combining marks on each."""
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


def cut(text: str, columns: int = COLUMNS) -> str:
    """Return as much of a text as fits the columns. Wide characters take two."""
    if is_plain(text):
        return text[:columns].rstrip()
    columns_left, kept = columns, []
    for character in text:
        if not unicodedata.combining(character):
            columns_left -= 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if columns_left < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip()


def escaped(character: str) -> str:
    """Return a character that cannot begin or end any markup."""
    if character == "@":
        # As in `discord.utils.escape_mentions`: a backslash does not stop every mention.
        return "@\N{ZERO WIDTH SPACE}"
    if character == ":":
        return "\\:\N{ZERO WIDTH SPACE}"
    return f"\\{character}" if character in MARKUP else character


IN_MESSAGES: Final = str.maketrans(dict.fromkeys(f"*\\{ISOLATE}{POP}{TEXT_VARIATION_SELECTOR}", ""))


def without_markdown(words: str) -> str:
    """Return a text for pictures and labels, where markdown would be shown as it is."""
    return words.translate(IN_MESSAGES)


# ---- links


def jump_url(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """Return the link to a channel or thread, or to a message in it."""
    url = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return url if message_id is None else f"{url}/{message_id}"


def channel_of_table(row: TableRow) -> int:
    """Return the id of the channel that shows a table: its thread, or the channel itself."""
    return row.thread_id or row.channel_id


def link_to_table(row: TableRow) -> str:
    """Return the closest known link to a table: its message, else its thread or channel."""
    if row.status is TableStatus.LOBBY:
        return jump_url(row.guild_id, row.channel_id, row.lobby_message_id)
    return jump_url(row.guild_id, channel_of_table(row), row.message_id)
