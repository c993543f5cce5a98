"""The simplest computer player: always legal, fairly sensible, fast.

This player opens when it can, takes the pile if that is cheap, and melds and lays off all it can.
The player keeps a card to discard, and discards cards that help nobody. The player knows only the
view, and tests moves in a sampled world. Benchmarks and tests use it; the easy level itself is in
`engine.players.levels`.
"""

from collections.abc import Iterator
from typing import Final

from engine.earlier_rules import seen_rules
from engine.model.cards import TWO, Cards, count_rank, rank_of
from engine.model.chance import Rng
from engine.model.decision import Decision
from engine.model.moves import Add, Buy, Discard, Meld, Move, Pass, Take
from engine.model.view import View
from engine.notation.legal import Legal
from engine.players.rummy import easy as simple_rummy
from engine.rummy.rules import ContractRummy


def choose(view: View, rng: Rng) -> Move:
    """Return a legal move for the viewer, the same for the same view and `rng`.

    Raises:
        ValueError: the viewer has nothing to decide.

    """
    decision = next((d for d in view.pending if d.seat == view.viewer), None)
    if decision is None:
        raise ValueError("nothing to decide for this viewer")
    rules = seen_rules(view)
    table = rules.sample(view, rng)
    legal = Legal(table, decision.seat)
    wished = _wishes(view, decision, legal)
    if isinstance(rules, ContractRummy):
        wished = simple_rummy.ranked_thoughts(rules, view, decision, legal)
    for move in wished:
        if move in legal:
            return move
    return decision.default or next(iter(legal))


def _wishes(view: View, decision: Decision, legal: Legal) -> Iterator[Move]:
    """Yield the player's moves, best first."""
    if decision.kind == "foot":
        yield from legal
    if decision.kind == "draw":
        yield from legal.takes()
    if decision.kind == "play":
        yield from legal.opening()
        yield from _lays(legal)
        yield from _discards(view, legal)
    if decision.kind == "offer":
        yield from (move for move in legal if isinstance(move, Take) and _wants(view))
        yield from (move for move in legal if isinstance(move, Buy) and _wants(view))
        yield from (move for move in legal if isinstance(move, Pass))


def _wants(view: View) -> bool:
    upcard = view.upcard
    return upcard is not None and count_rank(view.hand, rank_of(upcard)) >= 2


def _lays(legal: Legal) -> Iterator[Move]:
    """Yield melds and lay-offs, those with most cards first."""
    lays = [move for move in legal if isinstance(move, Add | Meld)]
    yield from sorted(lays, key=_cards_laid, reverse=True)


def _cards_laid(move: Move) -> int:
    return len(move.cards) if isinstance(move, Add) else sum(map(len, getattr(move, "melds", ())))


def _discards(view: View, legal: Legal) -> Iterator[Move]:
    """Yield discards, the least useful first, and the default at the end."""
    faces = [move.card for move in legal if isinstance(move, Discard)]
    default = next((d.default for d in view.pending if d.seat == view.viewer), None)
    wild = set(_wilds(view.hand))
    plain = [face for face in faces if face not in wild]
    for face in sorted(plain, key=lambda face: (_use(view, face), face)):
        yield Discard(face)
    if default is not None:
        yield default


def _wilds(hand: Cards) -> Cards:
    return bytes(face for face in hand if face >= FIRST_KEPT)


FIRST_KEPT: Final = 4 * TWO  # the first face of the twos; only jokers follow
"""Twos and jokers are worth keeping in every game."""


def _use(view: View, face: int) -> int:
    """Return how useful a card is to the player, and to an opponent who could take it."""
    rank = rank_of(face)
    wanted = sum(meld.rank == rank and not meld.closed for meld in view.melds)
    return count_rank(view.hand, rank) + 3 * wanted
