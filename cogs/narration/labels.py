"""Labels of choices, reasons of refusals and hints, and moves in full words.

`engine.advice` finds the choices.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import engine
from cogs.game.state import TableState
from cogs.ui.texts import (
    card,
    cards,
    cards_words,
    has_text,
    join_words,
    melded_rank,
    rank_words,
    say,
    typed_form,
)
from engine import FaceDown
from engine.advice.choices import Choice, takes
from engine.advice.lay_all import after
from engine.advice.why_no_take import LEAVES_SEVENS, LEAVES_TOO_FEW, why_no_take
from engine.model.cards import FACES, JOKER_RANK, RANK, RANK_NAMES, Cards, rank_of
from engine.model.events import Drawn
from engine.model.moves import (
    DRAW,
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
    cards_laid,
)
from engine.model.refusals import Code, Fact, Refused
from engine.model.view import MeldView, View
from engine.players import Advice
from engine.players.thinking.thought import Reason
from render.text.catalogue import format_signed

PLAIN: Final[dict[type[Move], str]] = {
    Yes: "panel.yes",
    No: "panel.no",
}
STAYS: Final = {
    Code.BELOW_MINIMUM: "hints.opens_too_low",
    **dict.fromkeys(LEAVES_TOO_FEW, "hints.leaves_too_few"),
    **dict.fromkeys(LEAVES_SEVENS, "hints.leaves_sevens"),
}
"""By refusal, the sentence that says why matching cards are not enough to take the pile."""

MISTYPED: Final = frozenset({Code.SYNTAX, Code.AMBIGUOUS, Code.SEVERAL_MELDS})
"""Refusals of typed text that is unreadable or ambiguous. No rule was broken."""


def simple_label(move: Move, view: View, draws: int) -> str:
    """Return the label of a move without cards.

    `draws` is the number of cards that a draw would give.
    """
    match move:
        case Draw():
            return say("panel.draw", n=draws)
        case Buy():
            return say("panel.buy", card=upcard(view), n=view.extra_cards)
        case Foot():
            return say(f"panel.{view.packet}")
        case Pass():
            key = {"play": "panel.no_more", "draw": "panel.leave_and_draw"}
            return say(key.get(view.phase, "panel.pass"), card=upcard(view))
        case _:
            return say(PLAIN[type(move)])


def draw_count(table: engine.Table, seat: int) -> int:
    """Return how many cards a draw would give, including red threes. 0 if the seat may not draw."""
    if engine.check(table, seat, DRAW) is not None:
        return 0
    # Ask the engine, because it replaces each red three by another card.
    events = engine.decide(table, seat, DRAW)
    drawn = [event.count for event in events if isinstance(event, Drawn)]
    return drawn[0] if drawn else 0


def stock_is_gone(view: View) -> bool:
    """Return whether the stock is empty for good. Canasta does not shuffle discards back."""
    return view.takes == "pile" and not view.stock


def drawing(view: View) -> str:
    """Return the part of a catalogue key that says how a turn can begin.

    It uses only the public view.
    """
    if stock_is_gone(view):
        return "last"
    if not view.pile:
        return "stock"
    return "closed" if view.blocked else "draw"


def upcard(view: View) -> str:
    """Return the upcard in words. "" if there is none."""
    return card(view.pile[-1]) if view.pile else ""


def take_label(view: View) -> str:
    """Return the label of the button that takes the pile or the upcard."""
    if view.takes == "upcard":
        return say("panel.take_upcard", card=upcard(view))
    return say("panel.take", n=len(view.pile), card=upcard(view))


def label(choice: Choice, state: TableState, seat: int) -> str:
    """Return in words what a choice does."""
    return move_label(choice.move, state, seat)


def lay_labels(moves: Iterable[Move], state: TableState, seat: int) -> Iterator[str]:
    """Yield in words what each lay does if the lays are made in this order."""
    # Make each lay on a copy, because a later lay may add to a meld that an earlier lay begins.
    table = state.seen(seat)
    for move in moves:
        yield move_label(move, state, seat, engine.view(table, seat).melds)
        table = after(table, engine.decide(table, seat, move))


def move_label(move: Move, state: TableState, seat: int, later: Sequence[MeldView] = ()) -> str:
    """Return in words what a move does.

    For a move that is made later, `later` are the melds that will be on the table.
    """
    view = state.view(seat)
    match move:
        case Meld(laid):
            return say("panel.lay_melds", melds=" / ".join(cards(in_order(one)) for one in laid))
        case Add(number, faces):
            rank = meld_name(state, seat, number, later)
            return say("panel.add_cards", cards=cards(in_order(faces)), rank=rank)
        case Take(faces, also) if view.takes == "pile":
            key = "panel.take_with" if faces else "panel.take_onto"
            more = "".join(say("panel.take_also", cards=group_label(g, state, seat)) for g in also)
            return say(key, cards=cards(faces), card=upcard(view)) + more
        case Take():
            return take_label(view)
        case Discard(face):
            return say("panel.discard", card=card(face))
        case Ask(mate, _):
            return say("panel.ask", name=state.names()[mate])
        case Draw():
            return say("panel.let_end" if stock_is_gone(view) else "panel.draw_now")
        case _:
            return simple_label(move, view, 0)


def in_order(faces: Cards) -> Cards:
    """Return the cards of a lay grouped by rank, so that equal lays read alike."""
    ranks = faces.translate(RANK)
    return bytes(sorted(faces, key=lambda face: (ranks.index(RANK[face]), face)))


def group_label(group: Group, state: TableState, seat: int) -> str:
    """Return the label of a staged group."""
    if group.meld is None:
        return cards(group.cards)
    return say("panel.onto", cards=cards(group.cards), rank=meld_name(state, seat, group.meld))


def gain(choice: Choice, view: View) -> str:
    """Return in words the points and cards that a choice brings."""
    key = "panel.gain_off" if view.lowest_wins else "panel.gain"
    points = str(choice.points) if view.lowest_wins else format_signed(choice.points)
    brought = say(key, points=points, n=choice.cards)
    if choice.out:
        return say("panel.gain_out", gain=brought)
    if choice.kind:
        return say("panel.gain_canasta", kind=say(f"panel.kind_{choice.kind}"), gain=brought)
    return brought


def meld_name(state: TableState, seat: int, number: int, later: Sequence[MeldView] = ()) -> str:
    """Return a meld by its rank. If the rank is ambiguous, add the meld's owner or number.

    A meld that is not on the table yet is looked up in `later`.
    """
    lying = state.view(None).melds
    melds = lying if any(meld.number == number for meld in lying) else later
    named = next((meld for meld in melds if meld.number == number), None)
    if named is None:
        return say("panel.meld_number", n=number)
    rank = melded_rank(named)
    owners = [meld.owner for meld in melds if meld.rank == named.rank]
    if owners.count(named.owner) > 1:
        rank = say("panel.meld_numbered", rank=rank, n=number)
    if named.owner == seat or len(owners) == 1:
        return say("panel.meld", rank=rank)
    return say("panel.meld_of", name=state.names()[named.owner], rank=rank)


def hand_words(hand: Cards, named: Callable[[Cards], str] = cards) -> str:
    """Return a hand in words, rank by rank: `4♠ 4♦ · 9♥`."""
    ranks: dict[int, list[int]] = {}
    for face in sorted(hand):
        ranks.setdefault(RANK[face], []).append(face)
    return say("panel.between").join(named(bytes(faces)) for faces in ranks.values())


def reason(refused: Refused) -> str:
    """Return in words why a move is refused."""
    key = sentence_of(refused)
    facts = {name: fact_words(name, fact) for name, fact in refused.facts.items()}
    why = say(key, **facts) if has_text(key) else say("refused.other")
    if refused.code is Code.NOT_READY and refused.facts.get("missing"):
        # The rule alone does not say which canastas are still missing.
        return say("panel.missing", why=why, missing=missing(refused))
    return why


def missing(refused: Refused) -> str:
    """Return the canastas that the side still needs to go out: which kinds, or how many of any."""
    kinds = str(refused.facts["missing"]).split()
    if kinds == ["any"]:
        return say("panel.need_any", n=refused.facts["n"])
    return say("list.comma").join(say(f"panel.kind_{kind}") for kind in kinds)


def sentence_of(refused: Refused) -> str:
    """Return the catalogue key of a refusal.

    If the game has its own sentence, return the key of that one. The id of a game's own rule begins
    with the game's letters: PT-R23 is a rule of Ponytail Canasta.
    """
    general = f"refused.{refused.code}"
    own = f"{general}_{refused.rule.partition('-')[0].lower()}"
    return own if has_text(own) else general


def broken_rule(refused: Refused) -> str:
    """Return the id of the rule that forbids a move. "" for mistyped text, which breaks no rule."""
    return "" if refused.code in MISTYPED else refused.rule


def fact_words(name: str, fact: Fact) -> Fact:
    """Return a fact of a refusal in readable form.

    An example is shown as a member would type it.
    """
    return typed_form(str(fact)) if name == "example" else readable(fact)


def readable(fact: Fact) -> Fact:
    """Return a fact in readable form: cards with their suits, anything else unchanged."""
    words = str(fact).split()
    if words and all(word in FACES for word in words):
        return cards(bytes(FACES[word] for word in words))
    return fact


def advice_words(advice: Advice) -> str:
    """Return in one sentence why a move is advised."""
    ranks = cards_words if advice.reason == Reason.NEW_SET else rank_words
    facts = {name: told(name, fact, ranks) for name, fact in advice.facts.items()}
    return say(f"hints.{advice.reason}", **counted(advice.reason, facts))


def counted(reason: Reason, facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    """Return the facts of a reason.

    If a pile would come too late, `n` does not count the upcard.
    """
    if reason is not Reason.PILE_TOO_LATE:
        return facts
    return {**facts, "n": int(facts["n"]) - 1}


def hint_words(advice: Advice, table: FaceDown, seat: int) -> str:
    """Return advice for a seat that decides. If the seat cannot take the pile, add the reason.

    The reason may be needed even if the seat has matching cards: the minimum of the first meld may
    be missing, or no card would be left to discard. Or a take is possible with more cards than the
    advice considers at first.
    """
    if advice.reason not in {Reason.NOTHING_TO_TAKE, Reason.PILE_FROZEN}:
        return advice_words(advice)
    upcard, found = card(table.pile[-1]), takes(table, seat)
    if found:
        return say("hints.takes_too", card=upcard, laid=cards(cards_laid(found[0].move)))
    refused = why_no_take(table, seat)
    if refused is not None and refused.code in STAYS:
        return say(STAYS[refused.code], **{**refused.facts, "card": upcard})
    # The cards do not match the pile at all, so the plain advice is the best answer.
    return advice_words(advice)


def told(name: str, fact: Fact, ranks: Callable[[int], str]) -> Fact:
    """Return a fact of a hint in readable form: ranks in words, cards with their suits."""
    if name == "rank":
        return ranks(RANK_NAMES.index(str(fact)))
    return readable(fact)


# ---- moves in full words, for screen readers: "discard the ten of hearts"


def spelled_out(move: Move, state: TableState, seat: int) -> str:
    """Return a move in full words, without signs that a screen reader would spell out."""
    match move:
        case Discard(face):
            return say("aloud.discard", cards=spelled_cards(bytes((face,))))
        case Meld(melds):
            return say("aloud.meld", cards=say("aloud.then").join(map(spelled_cards, melds)))
        case Add(number, faces):
            return say("aloud.add", cards=spelled_cards(faces), meld=meld_name(state, seat, number))
        case Take(faces, also):
            key = "aloud.take_with" if faces else f"aloud.take_{state.view(seat).takes}"
            more = (group(one, state, seat) for one in also)
            return say("aloud.then").join((say(key, cards=spelled_cards(faces)), *more))
        case Ask(mate, _):
            return say("aloud.ask", name=state.names()[mate])
        case Foot():
            return say(f"aloud.{state.view(seat).packet}")
        case Draw() if stock_is_gone(state.view(seat)):
            return say("aloud.let_end")
        case _:
            return say(f"aloud.{engine.write(move)}")


def group(one: Group, state: TableState, seat: int) -> str:
    """Return in full words one group of a take: a new meld, or cards added to a meld."""
    return spelled_out(
        Meld((one.cards,)) if one.meld is None else Add(one.meld, one.cards), state, seat
    )


def spelled_cards(faces: Cards) -> str:
    """Return cards in words, rank by rank: "the kings of spades and hearts and the joker"."""
    return join_words(of_rank(list(found)) for _, found in groupby(sorted(faces), key=rank_of))


def of_rank(faces: list[int]) -> str:
    """Return cards of one rank in words."""
    rank = RANK[faces[0]]
    if rank == JOKER_RANK:
        return say("aloud.jokers", n=len(faces))
    suits = join_words(say(f"card.suit.{face % 4}") for face in faces)
    name = say(f"aloud.rank.{rank}") if len(faces) == 1 else say(f"card.many.{rank}")
    return say("aloud.card", n=len(faces), rank=name, suits=suits)
