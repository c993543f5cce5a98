"""Tables built from a view, for computing. They contain no card that the seat may not see.

`shown` replaces every hidden card by one neutral card. It is for legal moves and their points, so
no button, total or suggestion can depend on a hidden card. `world` deals the unseen cards at
random, for rollouts. In both, cards that were seen taken with the pile stay in their player's hand.
"""

from collections import Counter
from typing import Any, Final, NewType

from engine.model.cards import FACES, Cards, arranged
from engine.model.chance import SEED_BYTES, Rng, pick
from engine.model.table import LaidMeld, Question, Rules, Table, empty_table
from engine.model.view import View

FaceDown = NewType("FaceDown", Table)
"""A table built from a view; a function that takes this type cannot be given the real table."""

BACK: Final = bytes((FACES["4C"],))
"""The card in place of every hidden one. A four triggers nothing by itself."""


def shown(rules: Rules, view: View) -> Table:
    """Return the table of a view, with the hidden cards face down. Works for every game."""
    hidden = _hidden_hands(view)
    same = {name: getattr(view, name) for name in _SHOWN}
    per_seat: dict[str, Any] = {
        name: tuple([getattr(seat, name) for seat in view.seats])
        for name in ("earned", "red_threes", "known", "pennies", "purse")
    }
    return empty_table(rules, bytes(SEED_BYTES), view.dealer).but(
        **same,
        **per_seat,
        hands=_hands(view, hidden, BACK * sum(hidden)),
        feet=tuple([BACK * seat.foot_count for seat in view.seats]),
        stock=BACK * view.stock,
        scores=tuple([side.score for side in view.sides]),
        grab=tuple([side.grab for side in view.sides]),
        down=tuple([seat.opened for seat in view.seats]),
        melds=tuple(
            [LaidMeld(meld.side, meld.owner, meld.cards, meld.rank) for meld in view.melds]
        ),
        question=_question(view),
    )


def world(rules: Rules, view: View, rng: Rng, never_in_hand: Cards = b"") -> Table:
    """Return a random table with this view.

    Args:
        rules: the rules of the view's table.
        view: what the seat knows.
        rng: deals the hidden cards.
        never_in_hand: faces that no hidden hand may be dealt.

    """
    hands = _hidden_hands(view)
    wanted = sum(hands) + sum(seat.foot_count for seat in view.seats) + view.stock
    unseen = _unseen(rules, view, wanted, sum(hands), never_in_hand)
    barred = unseen.translate(None, bytes(set(unseen) - set(never_in_hand)))
    dealt, rest = pick(unseen.translate(None, never_in_hand), sum(hands), rng)
    # Shuffle again even if no card is left over: the barred cards must not all lie at the end of
    # the stock.
    _, rest = pick(rest + barred, len(unseen) - wanted, rng)
    return rules.face_down(view).but(
        # Never the game's own seed: it would deal the coming rounds as they will really be dealt.
        seed=bytes(rng.randrange(256) for _ in range(SEED_BYTES)),
        hands=_hands(view, hands, dealt),
        feet=_portions(rest, [seat.foot_count for seat in view.seats]),
        stock=rest[sum(seat.foot_count for seat in view.seats) :],
    )


def _hidden_hands(view: View) -> list[int]:
    return [
        0 if seat.seat == view.viewer else max(0, seat.hand_count - len(seat.known))
        for seat in view.seats
    ]


def _seen(view: View) -> Cards:
    others = (seat.known for seat in view.seats if seat.seat != view.viewer)
    laid = (seat.red_threes for seat in view.seats)
    return b"".join([view.hand, view.pile, *others, *laid, *(meld.cards for meld in view.melds)])


def _unseen(rules: Rules, view: View, wanted: int, in_hands: int, never_in_hand: Cards) -> Cards:
    """Return the cards not seen.

    A hand-made position may have too many cards for its packs: whole packs are added until it fits.
    """
    left = Counter(rules.pack())
    left.subtract(_seen(view))
    unseen = bytes(left.elements())
    while len(unseen) < wanted or len(unseen.translate(None, never_in_hand)) < in_hands:
        unseen += rules.pack()
    return unseen


def _hands(view: View, hidden: list[int], dealt: Cards) -> tuple[Cards, ...]:
    portions = _portions(dealt, hidden)
    return tuple(
        view.hand if seat.seat == view.viewer else arranged(seat.known + portion)
        for seat, portion in zip(view.seats, portions, strict=True)
    )


def _portions(cards: Cards, sizes: list[int]) -> tuple[Cards, ...]:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return tuple(cards[start : start + size] for start, size in zip(starts, sizes, strict=True))


def _question(view: View) -> Question | None:
    if view.question is None:
        return None
    return Question(view.question.asker, view.question.asked, view.question.plan or ())


_SHOWN = (
    *("round", "turn", "phase", "pile", "frozen_upcard", "locked", "fresh", "lone", "taken"),
    *("bowl", "offered", "offer_to", "asked", "no_out", "played_seventh", "reshuffles", "turns"),
    *("tie_break", "result"),
)
