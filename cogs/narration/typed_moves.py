"""Typed moves: the legal moves as text for autocompletion, and help after a refusal."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import engine
from cogs.game.move_log import UNDO
from cogs.game.state import TableState
from cogs.narration.labels import gain, spelled_out
from cogs.narration.table_words import table_title
from cogs.ui.texts import in_every_language, say, shorten, typed_form
from engine.advice import choices
from engine.advice.choices import Choice
from engine.advice.going_out import moves_to_go_out, partners_of
from engine.model.cards import Cards, write_cards
from engine.model.moves import Add, Ask, Discard, Meld, Move, Take
from engine.model.refusals import Code, Refused
from render.text.catalogue import LANGUAGES, current_language, use_language

OFFERED: Final = 25
"""Discord's limit for the number of autocompletions."""
LONGEST: Final = 100
"""Discord's limit for the name and for the value of an autocompletion."""
WRONG_MELD: Final = frozenset(
    {Code.WRONG_RANK, Code.NOT_YOUR_MELD, Code.NO_SUCH_MELD, Code.MELD_CLOSED, Code.DOES_NOT_FIT}
)
"""Refusals that come from naming a meld which the player may not have meant."""
TAKE_WITH_MELDS: Final = "take 7S 7D / 8S 8H 8C"
"""Example of a take that lays melds, for a hand without such a take."""


def typed_move_choices(state: TableState, seat: int, typed: str) -> list[tuple[str, str]]:
    """Return up to 25 legal moves that contain all typed words. Each has its label and its text.

    If the text already is a legal move, that move comes first. Moves with the words in the typed
    order come next.
    """
    found = labels(state, seat)
    meant, wanted = legal_text(state, seat, typed), " ".join(typed.lower().split())
    if meant:
        found.setdefault(meant, plain(engine.read(meant, state.view(seat)), state, seat)[1])
    fitting = [
        text
        for text, words in found.items()
        if text == meant or has_words(text, wanted) or has_words(words, wanted)
    ]
    fitting.sort(key=lambda text: (text != meant, wanted not in text.lower()))
    # If one value is too long, Discord refuses the whole list.
    named = [(shorten(found[text], LONGEST), text) for text in fitting if len(text) <= LONGEST]
    return named[:OFFERED]


def labels(state: TableState, seat: int) -> dict[str, str]:
    """Return the label of each listed legal move, by its text. The best move comes first."""
    found: dict[str, str] = {}
    for text, words in legal(state, seat):
        found.setdefault(text, words)  # the first label of a move says more than later ones
    return found


def texts_labelled(state: TableState, seat: int, label: str) -> list[str]:
    """Return the legal moves that have this label, in any language.

    Discord's apps sometimes send the label of a choice instead of its value.
    """
    for language in dict.fromkeys((current_language(), *LANGUAGES)):
        with use_language(language):
            named = labels(state, seat).items()
            found = [text for text, words in named if label in labels_of(words, state)]
        if found:
            return found
    return []


def labels_of(words: str, state: TableState) -> tuple[str, str]:
    """Return the two labels that a move can have: without its table, and with its table."""
    at_table = say("typed.at_table", table=table_title(state), move=words)
    return shorten(words, LONGEST), shorten(at_table, LONGEST)


def is_undo(typed: str) -> bool:
    """Return whether a text is the word for undo in any language."""
    return typed.strip().lower() in {UNDO, *in_every_language(typed_form, UNDO)}


def has_words(text: str, wanted: str) -> bool:
    """Return whether a text contains every word of `wanted`."""
    return all(word in text.lower() for word in wanted.split())


def legal_text(state: TableState, seat: int, typed: str) -> str:
    """Return the text of the legal move that a member typed. "" if it is not a legal move."""
    move = meant_by(state, seat, typed)
    if move is None or engine.check(state.seen(seat), seat, move):
        return ""
    return engine.write(move)


def meant_by(state: TableState, seat: int, typed: str) -> Move | None:
    """Return the move that a member typed, legal or not. None if the text is unreadable."""
    try:
        return engine.read(typed, state.view(seat))
    except Refused:
        return None


def legal(state: TableState, seat: int) -> Iterator[tuple[str, str]]:
    """Yield legal moves as text and as label, the best first. Some moves come twice."""
    view = state.view(seat)
    table = engine.face_down(view)
    questions = [
        Ask(mate, plan) for mate in partners_of(view) if (plan := moves_to_go_out(table, seat))
    ]
    in_words = partial(plain, state=state, seat=seat)
    yield from map(in_words, (m for m in questions if engine.check(table, seat, m) is None))
    lays = choices.suggestions(table, seat) if is_playing(state, seat) else []
    for choice in (*choices.takes(table, seat), *lays):
        yield engine.write(choice.move), said(choice, state, seat)
    yield from (in_words(move) for _, move in choices.simple(table, seat))
    yield from (in_words(Discard(face)) for face in choices.discards(table, seat))
    # All legal moves. Most of them have come already.
    yield from map(in_words, engine.legal(table, seat))
    if state.game.can_undo(seat):
        yield UNDO, typed_form(UNDO)


def plain(move: Move, state: TableState, seat: int) -> tuple[str, str]:
    """Return a move's text and label. If the label is too long, use the typed form."""
    text, words = engine.write(move), spelled_out(move, state, seat)
    return text, words if len(words) <= LONGEST else typed_form(text)


def said(choice: Choice, state: TableState, seat: int) -> str:
    """Return the label of a choice with its gain.

    If that label is too long, use the typed form of the move.
    """
    brings, text = gain(choice, state.view(seat)), typed_form(engine.write(choice.move))
    words = say("panel.typed", move=spelled_out(choice.move, state, seat), gain=brings)
    return words if len(words) <= LONGEST else say("panel.typed", move=text, gain=brings)


def is_playing(state: TableState, seat: int) -> bool:
    """Return whether this seat may lay and discard now."""
    return any(d.seat == seat and d.kind == "play" for d in state.view(seat).pending)


# ---- help after a refusal


def typing_help(refused: Refused, state: TableState, seat: int, typed: str) -> str:
    """Return help for typing the intended move. "" if the refusal already says everything."""
    match meant_by(state, seat, typed):
        case None if refused.code is Code.SYNTAX:
            return example(state, seat)
        case Take() if refused.code is Code.BELOW_MINIMUM:
            return say("typed.take_more", example=take_with_melds(state, seat))
        case Add(_, cards) if refused.code in WRONG_MELD:
            return other_ways(state, seat, Meld((cards,)))
        case Meld((cards,)) if refused.code is Code.ALREADY_OPEN:
            return say("typed.which_meld", example=unnumbered(cards))
        case _:
            return ""


def example(state: TableState, seat: int) -> str:
    """Return an example: a move that is legal now, or else one of each form."""
    table = state.seen(seat)
    moves: list[Move] = [move for _, move in choices.simple(table, seat)]
    if is_playing(state, seat):
        moves = [choice.move for choice in choices.suggestions(table, seat)]
        moves += map(Discard, choices.discards(table, seat))
    if not moves:
        return say("typed.examples")
    return say("typed.example", example=typed_form(engine.write(moves[0])))


def take_with_melds(state: TableState, seat: int) -> str:
    """Return an example of a take that lays melds. If this hand has such a take, use that one."""
    found = (choice.move for choice in choices.takes(state.seen(seat), seat))
    own = (engine.write(move) for move in found if isinstance(move, Take) and move.also)
    return typed_form(next(own, TAKE_WITH_MELDS))


def other_ways(state: TableState, seat: int, meld: Meld) -> str:
    """Return two other ways to lay the same cards: without a meld's number, or as a new meld."""
    words = say("typed.which_meld", example=unnumbered(meld.melds[0]))
    if len(meld.melds[0]) >= 3 or engine.check(state.seen(seat), seat, meld):
        return words
    return f"{words} {say('typed.meld_too', example=typed_form(engine.write(meld)))}"


def unnumbered(cards: Cards) -> str:
    """Return the text of a move that adds cards without naming the meld."""
    return typed_form(f"add {write_cards(cards)}")
