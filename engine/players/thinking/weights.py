"""Weights: the numbers behind a computer player's decisions. Defaults are the normal level's.

Units are points unless stated otherwise.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CanastaWeights:
    """The weights of a canasta player."""

    # Discarding: what the pile would give its taker.
    card_in_pile: float = 15.0
    """Points that each card of the pile is worth to its taker in addition to its own."""
    upcard_points: float = 2.0
    """Factor on the points of the discard itself, for its worth to a taker."""
    unopened: float = 0.35
    """Chance that a seat takes the pile if it must open with it, relative to an opened seat."""
    thrown: float = 0.75
    """Chance that the next seat holds a rank that it discarded, relative to other ranks."""
    passed: float = 0.75
    """Chance that the next seat holds a rank that it left on a pile, relative to other ranks.

    The pile must have at least `passed_from` cards.
    """
    passed_from: int = 5
    """Smallest pile for which `passed` counts, in cards."""
    completing: float = 0.4
    """Share of a canasta's bonus that its seventh card is worth to a taker.

    The sixth card is worth a third of that.
    """
    fading: float = 3.0
    """With fewer turns left, the pile is worth less to its taker, if the stock ends the round."""
    safety: float = 40.0
    """How many points a plain, safe card may cost more than the best discard."""
    only_way: float = 40.0
    """A card of a canasta's rank is kept to discard if any other would cost so much more."""
    # Discarding: what a card is worth in hand.
    pair_kept: float = 16.0
    triple_kept: float = 22.0
    meld_kept: float = 24.0
    """Value in hand of a card that goes on an own meld."""
    unfinished_kept: float = 20.0
    """Added to `meld_kept` while that meld is not yet a canasta."""
    footed: float = 0.25
    """Factor on the value of a plain card when a foot is about to join the hand."""
    pair_piled: float = 0.0
    """Added to a pair or more that could take the pile, for each card of the pile."""
    live: float = 0.0
    """Added to a card that goes on no meld, for each unseen card of its rank."""
    fed: float = 0.0
    """Added to a card that goes on a meld of the others."""
    blocker_kept: float = 18.0
    """Value of a black three, kept until the pile is expensive."""
    blocker_early: float = 8.0
    """Added to `blocker_kept` while the pile has fewer than `blocker_pile` cards."""
    blocker_pile: int = 3
    """See `blocker_early`."""
    blocker_gift: float = 99.0
    """Black threes are not spared if the best other card's risk times their number exceeds this.

    The risk is the chance that the next seat takes the pile with that card.
    """
    needless: float = 0.15
    """Share of its points that getting rid of a card is worth early in a round."""
    closing_points: float = 2.0
    """`needless` when the round may be about to end."""
    wild_spare: float = 0.0
    """Subtracted from the value of each further wild card in hand."""
    freeze: float = 0.0
    """Share of the pile's worth to its taker that freezing it with a wild card is worth."""
    freeze_pairs: float = 0.0
    """Added to `freeze` for each pair in hand that can take the frozen pile."""
    # Drawing.
    drawn: float = 14.0
    """Value of an unknown card from the stock."""
    piled: float = 8.0
    """Value of any card of the pile; `fitting` is added if it matches the hand."""
    fitting: float = 14.0
    spent_wild: float = 30.0
    opening: float = 40.0
    """Value of having opened."""
    completed: float = 0.4
    """Share of a canasta's bonus that an upcard is worth if it makes one.

    As the sixth card it is worth a third of that.
    """
    # Laying.
    kept: int = 4
    """Cards that stay in hand early in a round: two for the pile, two to choose from."""
    kept_ready: int = 2
    """`kept` once going out is possible."""
    held: int = 99
    """Most cards of a rank that stay in hand to take the pile with."""
    held_open: int = 0
    """`held` for a rank without an open meld, where one upcard of an open meld takes the pile."""
    held_ready: int = 0
    """`held` once going out is possible."""
    big_hand: int = 99
    """A hand of at least so many cards keeps nothing back."""
    patience: int = 3
    """With so many turns left, waiting for a natural card instead of a wild one is allowed."""
    late: int = 1
    """With fewer turns left, nothing is kept back."""
    dear_wilds: int = 3
    """Most wild cards spent to complete a canasta that nothing requires."""
    first_wilds: int = 9
    """`dear_wilds` for the side's first canasta."""
    opening_wilds: float = 6.0
    """Number of other cards as which a wild card laid to open counts."""
    opening_rash: int = 8
    """Below this pile size, no joker goes with a low pair while nobody else has opened."""
    opening_budget: float = 999.0
    """The most expensive initial meld, in cards, while there is time to wait for a better one."""
    opening_answer: float = 0.0
    """Added to the budget once others have opened."""
    opening_late: int = 4
    """With fewer turns left, any opening is accepted."""
    crowded: int = 10
    """A side that can expect so many of the pack's wild cards may collect them for a canasta."""
    # Partners.
    mates: float = 0.5
    """Cards that an opening meld may cost more if a partner is seen to hold its rank.

    With 0, only the player's own needs count.
    """
    leaves_rounds: float = 1.0
    """If more rounds of turns are left, a partner who needs a foot gets to play the seventh card.
    """
    # Going out.
    eager: float = 0.0
    """Going out is wanted if the own side is caught with at most so many cards more than the
    others.
    """
    linger: float = 0.0
    """Subtracted from `eager` for each round of turns left in the stock."""
    dear_hand: int = 7
    """A partner with so many cards, a waiting foot included, is asked before going out."""
    good_hand: float = 90.0
    """Points still layable from which leave to go out is refused."""
    closing_rounds: float = 1.0
    """Everything is laid once the stock lasts for fewer rounds of turns."""
    nearly_out: int = 4
    """A hand of so few cards may be gone by its next turn, if its side may go out."""
    waits_pile: int = 999
    """For a pile of so many cards, a hand is kept together even if another player may soon go out.
    """
    waits_pairs: int = 2
    """Pairs that a hand needs for `waits_pile`."""
    # What cards promise.
    treasure: float = 0.6
    """Factor on a seventh of the bonus, for cards of a rank whose canasta has its own bonus."""
    wild_worth: float = 70.0
    """Value of a wild card for completing other melds."""


@dataclass(frozen=True, slots=True)
class Buying:
    """The value of the upcard and its two extra cards for a seat that is not down.

    All values are points by which buying improves the seat's result at the end of the round, except
    those about the cost of a penny.
    """

    any_cards: float
    nearer: float
    """For each card of the contract that the upcard brings."""
    nearer_far: float
    """For each card of the contract that the upcard brings, times the number of cards lacking."""
    lacking: float
    finished: float
    """If nothing is lacking any more."""
    held: float
    """For each of up to two cards in hand of the upcard's rank, if it brings nothing nearer."""
    somebody_down: float
    somebody_nearly_out: float
    lacking_then: float
    """For each card lacking when another player is down."""
    turns_away: float
    """For each turn before the seat's own."""
    hand: float
    """For each card in hand beyond the number dealt."""
    two_sets: float
    """In a round of two sets."""
    late: float
    """In the last three rounds."""
    copy_left: float
    """For each unseen card of the upcard's rank."""
    pennies: tuple[float, ...]
    """Value of any number of pennies with 1, 2, … rounds to come, compared with none."""
    lasting: float
    """Times the rounds to come: the first that many pennies are worth 1 - 1/e of `pennies`."""


@dataclass(frozen=True, slots=True)
class RummyWeights:
    """The weights of a contract rummy player."""

    mend: float = 40.0
    """Value of a card without which the first-down would lack one card more."""
    saved: float = 1.2
    """Number of pennies to keep for each round to come."""
    price: float = 0.0
    """Cost of a penny if there is one for each round; with 0, `saved` applies instead.

    In cards of the contract, like the next four.
    """
    nearer: float = 1.0
    """Value of an upcard that the contract lacks."""
    unknown: float = 0.0
    """Value of the extra cards, for each card that is lacking."""
    caught: float = 0.0
    """Cost of the extra cards when another player is down."""
    finished: float = 0.0
    """Value of the upcard if it completes the contract."""
    takes: float = 999.0
    """A free upcard of at least this value in hand is taken even if no contract needs the card."""
    starved: int = 3
    """If a hand lacks so many cards, it buys any pair in the late rounds, if it has enough pennies.
    """
    late_round: int = 5
    """From this round on, eleven cards rarely suffice for the contract."""
    point_early: float = 0.5
    """Cost of a point in hand while nobody is down."""
    point_late: float = 0.9
    """`point_early` when another player is down."""
    point_last: float = 1.6
    """`point_early` when another player may go out at any moment."""
    hopeless: float = 1.0
    """Factor on the contract's value when it is far and another player may go out at any moment."""
    far: int = 2
    """The contract is far if so many cards are lacking."""
    pair_kept: float = 7.0
    triple_kept: float = 10.0
    quad_kept: float = 12.0
    wild_kept: float = 30.0
    gift: float = 6.0
    """Cost of a discard that the next player, who is down, could lay off at once."""
    copy_left: float = 1.0
    """Added for each unseen card of its rank, up to six."""
    nearly_out: int = 3
    """A player who is down with so few cards may go out at any moment."""
    buying: Buying | None = None
    """The fitted value of buying. With None, `price` or `saved` decides."""
