"""Weights: the numbers a computer player judges by. Those of the normal level are the defaults.

Points unless they say otherwise.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CanastaWeights:
    """What a canasta player weighs with."""

    # Discarding: what the pile would give its taker.
    card_in_pile: float = 15.0
    """What each card of the pile is worth to a taker beyond its points."""
    upcard_points: float = 2.0
    """Times its points, what the discard itself is worth to a taker."""
    unopened: float = 0.35
    """How much likelier an opened seat is to take than one that must open with it."""
    thrown: float = 0.75
    """How likely the next seat still holds what it has thrown itself, against not having."""
    passed: float = 0.75
    """The same of what it has left lying, with which it could have taken the pile …"""
    passed_from: int = 5
    """… of so many cards or more."""
    completing: float = 0.4
    """Of a canasta's bonus, what the seventh card of one is worth to a taker; a third of that what
    the sixth is."""
    fading: float = 3.0
    """With fewer turns left the pile is worth less to its taker, if the stock ends the round."""
    safety: float = 40.0
    """What a plain card may cost more than the best that the next player could hardly take."""
    only_way: float = 40.0
    """A card that lay on a canasta stays for the discard if any other would cost so much more."""
    # Discarding: what a card is worth in hand.
    pair_kept: float = 16.0
    triple_kept: float = 22.0
    meld_kept: float = 24.0
    """A card that goes on an own meld …"""
    unfinished_kept: float = 20.0
    """… and what it counts besides while that meld is no canasta yet."""
    footed: float = 0.25
    """How much a plain card still counts in hand when a foot is about to come there."""
    pair_piled: float = 0.0
    """What each card of the pile adds to a pair or more that could take it."""
    live: float = 0.0
    """What each unseen card of its rank adds to a card that goes on no meld."""
    fed: float = 0.0
    """What a card costs in the pile that goes on a meld of the others."""
    blocker_kept: float = 18.0
    """A black three is kept for the day the pile is dear …"""
    blocker_early: float = 8.0
    """… and counts so much more …"""
    blocker_pile: int = 3
    """… while the pile has fewer cards than this …"""
    blocker_gift: float = 99.0
    """… unless the chance that the best other card is taken, times the black threes, is greater."""
    needless: float = 0.15
    """Of its points, what getting rid of a card counts while the round is young."""
    closing_points: float = 2.0
    """The same when it may be over."""
    wild_spare: float = 0.0
    """By so much each further wild card in hand is worth less there."""
    freeze: float = 0.0
    """Of what the pile would give its taker, how much a wild card is worth that freezes it …"""
    freeze_pairs: float = 0.0
    """… and for each pair in hand with which it can be taken all the same."""
    # Drawing.
    drawn: float = 14.0
    """What a card drawn unseen is worth."""
    piled: float = 8.0
    """What any card of the pile is worth; more if it goes with the hand."""
    fitting: float = 14.0
    spent_wild: float = 30.0
    opening: float = 40.0
    """What having opened is worth."""
    completed: float = 0.4
    """Of a canasta's bonus, what an upcard is worth that makes one of what is held and lies; a
    third of that what the sixth card is."""
    # Laying.
    kept: int = 4
    """Cards that stay in hand while the round is young: two for the pile, two to choose from."""
    kept_ready: int = 2
    held: int = 99
    """Most cards of a rank that stay in hand to take the pile with …"""
    held_open: int = 0
    """… of one that lies nowhere, while a meld's own card would take the pile as well …"""
    held_ready: int = 0
    """… and when going out is possible."""
    big_hand: int = 99
    """From so many cards on a hand keeps nothing back."""
    patience: int = 3
    """With so many turns left one may wait for a natural card in place of a wild one."""
    late: int = 1
    """With fewer turns left nothing is held back any more."""
    dear_wilds: int = 3
    """Most wild cards that complete a canasta nothing asks for …"""
    first_wilds: int = 9
    """… and the first canasta of the side."""
    opening_wilds: float = 6.0
    """How many other cards a wild card laid to open counts as."""
    opening_rash: int = 8
    """For a smaller pile, while nobody else has opened, no Joker goes with a pair of few points."""
    opening_budget: float = 999.0
    """The dearest opening, in cards, while there is time to wait for a better one."""
    opening_answer: float = 0.0
    """What the budget grows by when others have opened."""
    opening_late: int = 4
    """With fewer turns left any opening will do."""
    crowded: int = 10
    """A side that may expect so many wild cards of the pack can make a canasta of them."""
    # Partners.
    mates: float = 0.5
    """Cards that a meld to open with may cost more if a partner is seen to hold its rank; with 0
    nobody's needs but the own are looked at."""
    leaves_rounds: float = 1.0
    """With more rounds of turns in the stock the seventh card is left to who waits for a foot."""
    # Going out.
    eager: float = 0.0
    """By so many cards the own side may be caught with more than the others …"""
    linger: float = 0.0
    """… and by so many fewer for each round of turns left in the stock."""
    dear_hand: int = 7
    """A teammate with so many cards, a waiting foot among them, is asked before going out."""
    good_hand: float = 90.0
    """Points that could still be laid, for which a teammate is asked to wait."""
    closing_rounds: float = 1.0
    """The stock lasts for so many rounds of turns when everything is laid."""
    nearly_out: int = 4
    """A hand of so few cards may be gone by its next turn, if its side has the right to go out."""
    waits_pile: int = 999
    """For a pile of so many cards a hand is kept together although somebody may be out soon …"""
    waits_pairs: int = 2
    """… if it holds so many pairs to take it with."""
    # What cards promise.
    treasure: float = 0.6
    """Of its seventh of a canasta's bonus, what a card counts that goes with nothing else."""
    wild_worth: float = 70.0
    """What a wild card is worth where it helps out in other melds."""


@dataclass(frozen=True, slots=True)
class Buying:
    """What the upcard and the two cards with it are worth to a seat that is not down.

    Points that buying them puts it ahead at the end of the round, and what a penny costs for it.
    """

    any_cards: float
    nearer: float
    """For each card of the contract that the upcard brings …"""
    nearer_far: float
    """… and that, times the cards lacking."""
    lacking: float
    finished: float
    """If nothing lacks any more."""
    held: float
    """For each of up to two cards in hand of an upcard's rank that brings nothing nearer."""
    somebody_down: float
    somebody_nearly_out: float
    lacking_then: float
    """For each card lacking when somebody is down."""
    turns_away: float
    """For each turn before one's own."""
    hand: float
    """For each card in hand beyond those dealt."""
    two_sets: float
    """In a round of two sets."""
    late: float
    """In the last three rounds."""
    copy_left: float
    """For each unseen card of the upcard's rank."""
    pennies: tuple[float, ...]
    """What any number of pennies is worth to whoever has none, with 1, 2, … rounds to come …"""
    lasting: float
    """… of which the first so many times the rounds to come are worth 1 - 1/e."""


@dataclass(frozen=True, slots=True)
class RummyWeights:
    """What a contract rummy player weighs with."""

    mend: float = 40.0
    """What a card counts that the first-down would lack without it."""
    saved: float = 1.2
    """Pennies kept back for each round to come."""
    price: float = 0.0
    """What a penny costs where there is one for each round; with 0 they are saved as said above.
    In cards of the contract, like the four that follow."""
    nearer: float = 1.0
    """What an upcard brings that the contract lacks."""
    unknown: float = 0.0
    """What the cards that come with it bring, for each card that is lacking."""
    caught: float = 0.0
    """What they cost when somebody is down, …"""
    finished: float = 0.0
    """… and what it brings if nothing lacks any more."""
    takes: float = 999.0
    """A card that is free and worth so much in hand is taken although it is not of the contract."""
    starved: int = 3
    """Lacking so many cards, a hand buys any pair in the late rounds, if pennies can be spared."""
    late_round: int = 5
    """From this round on eleven cards rarely make the contract."""
    point_early: float = 0.5
    """What a point in hand counts while nobody is down …"""
    point_late: float = 0.9
    """… when somebody is …"""
    point_last: float = 1.6
    """… and when somebody may go out any moment."""
    hopeless: float = 1.0
    """What the contract still counts when it is far and somebody may go out any moment."""
    far: int = 2
    """So many cards lacking is far."""
    pair_kept: float = 7.0
    triple_kept: float = 10.0
    quad_kept: float = 12.0
    wild_kept: float = 30.0
    gift: float = 6.0
    """What a card counts that the next player, who is down, could lay off at once."""
    copy_left: float = 1.0
    """What each unseen card of its rank adds, up to six."""
    nearly_out: int = 3
    """A player who is down with so few cards may be out any moment."""
    buying: Buying | None = None
    """What buying is worth, fitted; in its place stand the price of a penny, or savings."""
