"""Play: laying sets, laying off and discarding in a player's own turn.

An illegal move raises `Refused`, with the id of the rule, and changes nothing.
"""

from engine.model.cards import Cards, holds, without, write_cards
from engine.model.events import RoundEnded
from engine.model.moves import Add, Discard, Meld
from engine.model.refusals import Code
from engine.model.table import Event, Table
from engine.model.table import LaidMeld as Laid
from engine.rummy.events import LaidOff, SetsLaid, TurnDiscarded
from engine.rummy.offers import Events, washed
from engine.rummy.sets import SMALLEST_SET, Fault, SetLaw, base_rank, fault, outside, strangers
from engine.rummy.variant import MOST_TURNS, RummyAnswers


def lay(rules: RummyAnswers, table: Table, seat: int, move: Meld) -> Events:
    """Lay new sets; the first-down must be a single action (TPW-R13, TPW-Q13)."""
    cards = b"".join(move.melds)
    need_held(rules, table, seat, cards)
    law = rules.law(table.round)
    found = later_fault(rules, law, move.melds)
    if not table.down[seat]:
        found = first_down_fault(rules, table, move.melds)
    if found:
        raise rules.refusal(found.code, **found.facts)
    sets = tuple(Laid(seat, seat, each, base_rank(law, each)) for each in move.melds)
    return _out_or(SetsLaid(seat, sets), seat, len(cards) == len(table.hands[seat]))


def need_held(rules: RummyAnswers, table: Table, seat: int, cards: Cards) -> None:
    """Refuse cards that are not in the hand, and a move without cards."""
    hand = table.hands[seat]
    if not cards:
        raise rules.refusal(Code.NOTHING_NAMED)
    if not holds(hand, cards):
        missing = without(cards, hand)
        raise rules.refusal(Code.NOT_IN_HAND, cards=write_cards(missing))


def later_fault(rules: RummyAnswers, law: SetLaw, melds: tuple[Cards, ...]) -> Fault | None:
    """Return why a player who is down may not lay these melds, or None."""
    for cards in melds:
        if len(cards) < SMALLEST_SET:
            return Fault(Code.SET_TOO_SMALL, {"have": len(cards), "need": SMALLEST_SET})
        cap = rules.later_cap(law, len(cards))
        if found := fault(law, cards, cap, Code.SET_TOO_WILD):
            return found
    return None


def first_down_fault(rules: RummyAnswers, table: Table, melds: tuple[Cards, ...]) -> Fault | None:
    """Return why these melds are no first-down, or None.

    The sets of the contract have exactly the round's size and cap (TPW-Q12). Further sets follow
    the rule for later sets (TPW-Q38). Their order does not matter.
    """
    law, contract = rules.law(table.round), rules.contract(table.round)
    counting, bound = 0, 0
    for cards in melds:
        later = later_fault(rules, law, (cards,))
        first = fault(law, cards, law.cap, Code.FIRST_DOWN_TOO_WILD)
        sized = len(cards) == contract.size
        if later and (first or not sized):
            return first if first and sized else later
        # `counting` sets can be part of the contract; `bound` sets can be nothing else. The others
        # can be read either way, so no order has to be tried.
        counting += sized and not first
        bound += later is not None
    if bound <= contract.sets <= counting:
        return None
    facts = {"have": counting, "sets": contract.sets, "size": contract.size}
    return Fault(Code.CONTRACT_UNMET, facts)


def lay_off(rules: RummyAnswers, table: Table, seat: int, move: Add) -> Events:
    """Lay off cards on any set, once down (TPW-R15, TPW-R16, TPC-Q16)."""
    meld = table.meld(move.meld)
    if meld is None:
        raise rules.refusal(Code.NO_SUCH_MELD, meld=move.meld)
    need_held(rules, table, seat, move.cards)
    if not table.down[seat]:
        raise rules.refusal(Code.NOT_DOWN)
    law = rules.law(table.round)
    if found := unfit(rules, law, meld.cards, move.cards):
        raise rules.refusal(found.code, **found.facts)
    cards = meld.cards + move.cards
    grown = meld._replace(cards=cards, rank=base_rank(law, cards))
    gone = len(move.cards) == len(table.hands[seat])
    return _out_or(LaidOff(seat, move.meld, move.cards, grown), seat, gone)


def misfits(rules: RummyAnswers, law: SetLaw, meld: Cards) -> Cards:
    """Return the faces of which no card may be added to a set."""
    return outside(law, meld) if rules.caps_persist else strangers(law, meld)


def unfit(rules: RummyAnswers, law: SetLaw, meld: Cards, cards: Cards) -> Fault | None:
    """Return why `cards` may not be added to the set `meld`, or None."""
    found = None
    if rules.caps_persist:
        found = fault(law, meld + cards, law.cap, Code.SET_TOO_WILD)
        mixed = found is not None and found.code in (Code.SET_MIXED, Code.SET_ALL_JOKERS)
    else:
        mixed = any(face in cards for face in strangers(law, meld))
    return Fault(Code.DOES_NOT_FIT, {"cards": write_cards(cards)}) if mixed else found


def discard(rules: RummyAnswers, table: Table, seat: int, move: Discard) -> Events:
    """End the turn with one card (TPW-R17); the last card goes out (TPW-R18)."""
    hand = table.hands[seat]
    if move.card not in hand:
        raise rules.refusal(Code.NOT_IN_HAND, cards=write_cards(bytes((move.card,))))
    if move.card in banned(table):
        raise rules.refusal(Code.JUST_TAKEN, card=write_cards(table.taken))
    following = (seat + 1) % rules.seat_count
    discarded = TurnDiscarded(seat, move.card, following)
    if len(hand) == 1:
        return (discarded, RoundEnded("out", seat))
    if table.turns[seat] + 1 >= MOST_TURNS:
        return (discarded, RoundEnded("washed"))
    # The common case: while there are cards to draw, the next player can move.
    if len(table.stock):
        return (discarded,)
    return (discarded, *washed(rules, discarded.applied_to(table)))


def banned(table: Table) -> Cards:
    """Return the face that may not be discarded: that of the upcard just taken (TPW-Q34).

    If the hand has no other face, nothing is banned.
    """
    taken = table.taken
    # The ban is by face: a hand with any other face is not empty after `strip`.
    return taken if taken and table.hand.strip(taken) else b""


def _out_or(event: Event, seat: int, is_out: bool) -> Events:  # noqa: FBT001 - a plain fact
    return (event, RoundEnded("out", seat)) if is_out else (event,)
