"""Texts: sentences of the catalogue, cards in words, safe names, and links.

`cogs.narration` describes what happened at a table. `cogs.ui.localization` chooses the language.
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
"""Makes Discord show a suit as text. Discord's emojis of spades and clubs are dark on dark."""
SUITS: Final = {
    suit: sign + TEXT_VARIATION_SELECTOR for suit, sign in zip("SHDC", "♠♥♦♣", strict=True)
}


NOTATED: Final = re.compile(r"\b(?:[3-9TJQKA2][SHDC]|Jo)\b")
"""Matches a card in the notation of a move."""
VERB: Final = re.compile(r"\b[a-z]{2,}\b")
"""Matches a word in the notation of a move."""
say = card_words.text


# ---- sentences and cards


def has_text(key: str) -> bool:
    """Return whether the catalogue has a text for `key`."""
    return Catalogue.load().has(key)


def in_every_language(text: Callable[..., str], *args: object) -> frozenset[str]:
    """Return the results of a function in all languages, in lower case.

    A member may type in any language.
    """
    found = []
    for language in LANGUAGES:
        with use_language(language):
            found.append(text(*args).casefold())
    return frozenset(found)


def month_title(month: str) -> str:
    """Return a month such as "2026-11" in words, with its year."""
    year, number = month.split("-")
    return say("month_end.title", month=say(f"month_name.{int(number)}"), year=year)


def join_words(items: Iterable[str]) -> str:
    """Return the items as a list in words: "Ann, Ben and Cleo". "" for no items."""
    named = tuple(items)
    return Catalogue.load().listing(named) if named else ""


def card(face: int) -> str:
    """Return a card as members read it: `10♥`, `Joker`."""
    if face == JOKER:
        return say("cards.joker")
    name = NAMES[face]
    return name[0].replace("T", "10") + SUITS[name[1]]


def card_in_sentence(face: int) -> str:
    """Return a card inside a sentence: `10♥`, `the joker`."""
    return say("cards.the_joker") if face == JOKER else card(face)


def cards(faces: Cards) -> str:
    """Return cards as members read them, in the given order."""
    return " ".join(map(card, faces))


def typed_form(move: str) -> str:
    """Return a move as a member types it in the current language, such as `abwerfen Pik 5`."""
    words = VERB.sub(lambda word: say(f"typed.word.{word[0]}"), move)
    return NOTATED.sub(lambda found: card_as_typed(FACES[found[0]]), words)


def card_as_typed(face: int) -> str:
    """Return a card as a member types it in the current language."""
    if face == JOKER:
        return say("typed.joker")
    suit, rank = say(f"typed.suit.{face % 4}"), say(f"typed.rank.{RANK[face]}")
    return say("typed.card", suit=suit, rank=rank)


def rank_title(rank: int) -> str:
    """Return a rank in words, as a title: "Kings"."""
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.title.{rank}")


def rank_words(rank: int) -> str:
    """Return a rank in words, for use inside a sentence: "kings".

    Some languages capitalize it there too.
    """
    return say("cards.wilds") if rank == JOKER_RANK else say(f"card.many.{rank}")


def melded_rank(meld: MeldView) -> str:
    """Return the cards that a meld collects.

    A set of jokers is "jokers", other wild melds "wild cards".
    """
    return cards_words(meld.rank) if meld.kind == "set" else rank_words(meld.rank)


def cards_title(rank: int) -> str:
    """Return the cards of a rank, as a title: "Kings", "Jokers".

    `rank_title` returns "Wild cards" for jokers, because a meld of jokers and twos also has the
    rank of jokers.
    """
    return say("cards.jokers_title") if rank == JOKER_RANK else rank_title(rank)


def cards_words(rank: int) -> str:
    """Return the cards of a rank, inside a sentence: "kings", "jokers"."""
    return say("cards.jokers") if rank == JOKER_RANK else rank_words(rank)


def shorten_middle(text: str, most: int) -> str:
    """Return a text of at most `most` characters, shortened in its middle.

    The text begins with the player and ends with the last event, so both remain.
    """
    if len(text) <= most:
        return text
    first, last = most // 3, most - most // 3 - 3
    return f"{text[:first].rpartition(' ')[0]} … {text[-last:].partition(' ')[2]}"


def shorten(text: str, most: int) -> str:
    """Return a text of at most `most` characters. A text that was cut ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# ---- names and typed text, made safe


COLUMNS: Final = 32
"""Maximum length of a name, in columns of a monospaced font."""
MARKS: Final = 2
"""Maximum combining marks on one letter. Some names have dozens, which cover the lines around."""
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
MARKUP: Final = frozenset("\\`*_~|<>#[]()-.:@&!+=")
# Unicode classifies these as letters or symbols, but they are invisible.
BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def normalize_name(name: str) -> str:
    """Return a name without invisible characters and direction marks.

    The result has at most 32 columns and is never empty.
    """
    if not is_plain(name):
        name = "".join(without_invisible(unicodedata.normalize("NFC", name)))
    return cut(" ".join(name.split())) or say("people.nameless")


def is_plain(name: str) -> bool:
    """Return whether a text is printable ASCII: one column per character, left to right."""
    return name.isascii() and name.isprintable()


def escaped_name(name: str) -> str:
    """Return a name for a message, without mentions, links, markdown or changes of direction."""
    return f"{ISOLATE}{''.join(map(escaped, normalize_name(name)))}{POP}"


def escaped_text(text: str) -> str:
    """Return typed text for one line of a message.

    The text is escaped like a name in `escaped_name`, but not cut.
    """
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
    """Return as much of a text as fits the columns. Wide characters take two columns."""
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
    """Return a character so that it cannot begin or end any markup."""
    if character == "@":
        # A backslash does not stop every mention. `discord.utils.escape_mentions` does the same.
        return "@\N{ZERO WIDTH SPACE}"
    if character == ":":
        return "\\:\N{ZERO WIDTH SPACE}"
    return f"\\{character}" if character in MARKUP else character


IN_MESSAGES: Final = str.maketrans(dict.fromkeys(f"*\\{ISOLATE}{POP}{TEXT_VARIATION_SELECTOR}", ""))


def without_markdown(words: str) -> str:
    """Return a text for pictures and labels, which would show markdown as plain characters."""
    return words.translate(IN_MESSAGES)


# ---- links


def jump_url(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """Return the link to a channel or thread, or to a message in it."""
    url = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return url if message_id is None else f"{url}/{message_id}"


def channel_of_table(row: TableRow) -> int:
    """Return the id of the thread or channel that shows a table."""
    return row.thread_id or row.channel_id


def link_to_table(row: TableRow) -> str:
    """Return a link to a table's message. Without a message, link to its thread or channel."""
    if row.status is TableStatus.LOBBY:
        return jump_url(row.guild_id, channel_of_table(row), row.lobby_message_id)
    return jump_url(row.guild_id, channel_of_table(row), row.message_id)
