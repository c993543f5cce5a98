"""Words of the card table in place of notation, and lay-offs without a meld's number."""

from time import process_time

import pytest

import engine
from engine.model.cards import arranged, read_cards
from engine.notation.moves import read
from tests.engine.positions import at, hands, meld, own, refusal

HOUSE, TEN_PENNIES = "house-canasta", "ten-pennies"
HAND = arranged(read_cards("KS QH QC 8H 8D TS 6D 2S Jo"))
EIGHTS, SIXES, KINGS = (meld(cards) for cards in ("8S 8C 8C", "6S 6H 6C", "KD KH KC"))


@pytest.mark.parametrize(
    "said,meant",
    [
        ("draw a card", "draw"),
        ("Draw from the stock", "draw"),
        ("take the pile", "take"),
        ("pick up the discard pile with QH, QC", "take QH QC"),
        ("take the pile with QH QC / 8H 8D Joker", "take QH QC / 8H 8D Jo"),
        ("lay QH QC and the 2 of spades", "meld QH QC 2S"),
        ("lay down queen of hearts, queen of clubs, joker", "meld QH QC Jo"),
        ("lay off 3: 8♥", "add 3: 8H"),
        ("add 8H to meld 3", "add 3: 8H"),
        ("add 10 of spades to 10", "add 10: TS"),
        ("discard king", "discard KS"),
        ("throw away the ten", "discard TS"),
        ("discard two", "discard 2S"),
        ("ask 2: lay QH QC 2S; discard the king", "ask 2: meld QH QC 2S; discard KS"),
    ],
)
def test_what_people_say_means_the_canonical_move(said: str, meant: str) -> None:
    assert engine.write(read(said, HAND)) == meant


@pytest.mark.parametrize(
    "said,meant",
    [
        ("Draw.", "draw"),
        ("Discard the king of spades.", "discard KS"),
        ("Discard the king of spades!", "discard KS"),
        ("discard K S", "discard KS"),
        ("discard K ♠", "discard KS"),
        ("discard ♠ K", "discard KS"),
        ("discard 10 S", "discard TS"),
        ("discard ten spades", "discard TS"),
        ("discard king spades", "discard KS"),
        ("lay Q H Q C 2 S", "meld QH QC 2S"),
        ("add 3: 8 H", "add 3: 8H"),
        ("discard ＫＳ", "discard KS"),
        ("ＤＩＳＣＡＲＤ　ＫＳ", "discard KS"),
        ("Pik König abwerfen.", "discard KS"),
        ("Wirf die Pik 10 ab!", "discard TS"),
    ],
)
def test_what_is_dictated_means_the_canonical_move(said: str, meant: str) -> None:
    assert engine.write(read(said, HAND)) == meant


@pytest.mark.parametrize("said", ["discard a spade", "discard a heart."])
def test_an_article_is_no_ace(said: str) -> None:
    with pytest.raises(engine.Refused):
        read(said, arranged(read_cards("AS AH KS")))


@pytest.mark.parametrize(
    "said,meant",
    [
        ("ziehen", "draw"),
        ("Zieh eine Karte", "draw"),
        ("eine Karte vom Stock ziehen", "draw"),
        ("den Stapel nehmen", "take"),
        ("nimm den Stapel mit Herz Dame und Kreuz Dame", "take QH QC"),
        ("nehmen Herz Dame Kreuz Dame / Herz 8 Karo 8 Joker", "take QH QC / 8H 8D Jo"),
        ("Pik 2 und Herz Dame, Kreuz Dame melden", "meld 2S QH QC"),
        ("leg Herz Dame, Kreuz-Dame, Joker aus", "meld QH QC Jo"),
        ("lege Herz Dame Kreuz Dame Joker", "meld QH QC Jo"),
        ("anlegen 3: Herz 8", "add 3: 8H"),
        ("leg Herz 8 an 3 an", "add 3: 8H"),
        ("Herz 8 an Meldung 3 anlegen", "add 3: 8H"),
        ("lege Herz Acht an Meldung 3", "add 3: 8H"),
        ("wirf Pik 10 ab", "discard TS"),
        ("Pik Zehn abwerfen", "discard TS"),
        ("den König abwerfen", "discard KS"),
        ("wirf die Zwei weg", "discard 2S"),
        ("Joker abwerfen", "discard Jo"),
        ("passen", "pass"),
        ("kaufen", "buy"),
        ("die offene Karte kaufen", "buy"),
        ("den Fuß aufnehmen", "foot"),
        ("nimm den Zopf auf", "foot"),
        ("ja", "yes"),
        ("Nein", "no"),
        ("frag 2: Herz Dame Kreuz Dame Pik 2 melden; König abwerfen",
         "ask 2: meld QH QC 2S; discard KS"),
        ("fragen 2: anlegen 3: Herz 8; abwerfen Pik König", "ask 2: add 3: 8H; discard KS"),
    ],
)  # fmt: skip
def test_what_people_say_in_german_means_the_canonical_move(said: str, meant: str) -> None:
    assert engine.write(read(said, HAND)) == meant


@pytest.mark.parametrize("said", ["wirf ab", "Damen melden", "leg an", "Herz", "zwei Damen werfe"])
def test_german_that_says_too_little_is_not_read(said: str) -> None:
    with pytest.raises(engine.SyntaxRefused):
        read(said, HAND)


@pytest.mark.parametrize(
    "said",
    [
        "meld queens",
        "meld QH QC two jokers",
        "discard two kings",
        "add eight 8H",
        "add eight: 8H",
        "add two 8H",
        "draw two",
        "hearts",
        "add 8H",
        "add eights:",
    ],
)
def test_what_could_mean_two_things_or_nothing_is_not_read(said: str) -> None:
    with pytest.raises(engine.SyntaxRefused):
        read(said, HAND)


@pytest.mark.parametrize(
    "said",
    [
        "leg " + "an " * 600,
        "pik " * 500,
        "add " + " " * 1990,
        "add x" + " to" * 600,
        "add the " * 250,
        "meld " + "/" * 1990,
        "meld king / king" + " / " * 660,
    ],
)
@pytest.mark.parametrize("bans_duplicates", [False, True])
def test_long_nonsense_is_refused_at_once(said: str, bans_duplicates: bool) -> None:
    started = process_time()
    with pytest.raises(engine.SyntaxRefused):
        read(said, HAND, bans_duplicates=bans_duplicates)
    assert process_time() - started < 0.5


def test_of_a_text_too_long_to_be_read_no_part_is_played() -> None:
    said = "throw away king".ljust(2000)
    assert engine.write(read(said, HAND)) == "discard KS"
    for more in (" ", "or the ten"):
        with pytest.raises(engine.SyntaxRefused):
            read(said + more, HAND)


def test_a_rank_in_words_that_could_be_two_cards_is_ambiguous() -> None:
    with pytest.raises(engine.Ambiguous):
        read("discard queen", HAND)


def house(
    *melds: dict[str, object], hand: str = "8H 8D 6D 2S 4C 5C", **keys: object
) -> engine.Table:
    return at(HOUSE, 2, phase="play", melds=list(melds), hands=hands(2, s0=hand), **keys)


def meant(table: engine.Table, text: str, seat: int = 0) -> str:
    return engine.write(engine.read(text, engine.view(table, seat)))


@pytest.mark.parametrize(
    "typed,number",
    [
        *(("add 8H", 2), ("add 8H 8D", 2), ("lay off 8h", 2), ("add 6", 1), ("add : 8H", 2)),
        *(("add eights: 8H", 2), ("add eights 8H", 2), ("add 8H to your eights", 2)),
        ("add 8H to the eights", 2),
        *(("Herz 8 anlegen", 2), ("leg Herz 8 an die Achten an", 2), ("anlegen Sechsen: Pik 2", 1)),
        *(("add sixes: 2S", 1), ("add 2 of spades to eights", 2), ("add 8H 2S", 2)),
    ],
)
def test_a_lay_off_without_a_number_means_the_meld_it_fits(typed: str, number: int) -> None:
    table = house(SIXES, EIGHTS, meld("8S 8H 8C", side=1))
    assert meant(table, typed).startswith(f"add {number}: ")
    assert engine.read(typed, table) == engine.read(typed, engine.view(table, 0))


def test_a_wild_card_without_a_number_could_go_on_several_melds() -> None:
    refused = engine.check(house(SIXES, EIGHTS), 0, "add 2S")
    assert isinstance(refused, engine.Ambiguous)
    assert refused.facts == {"cards": "2S", "choices": "1, 2", "example": "add 1: 2S"}


@pytest.mark.parametrize("typed", ["add 5C", "add 8H 6D", "add kings: 8H"])
def test_cards_that_fit_none_of_ones_melds_are_refused_clearly(typed: str) -> None:
    assert refusal(house(SIXES, EIGHTS, meld("KS KH KC", side=1)), typed) == "no_meld_fits"


@pytest.mark.parametrize(
    "typed,reason",
    [("add 3: 8H", "no_such_meld"), ("add 8 8H", "no_such_meld"), ("add 1: 8H", "wrong_rank")],
)
def test_a_number_that_was_named_is_never_exchanged_for_another(typed: str, reason: str) -> None:
    assert refusal(house(SIXES, EIGHTS), typed) == reason


@pytest.mark.parametrize(
    "keys,typed,reason",
    [
        ({"phase": "draw"}, "add 8H", "wrong_phase"),
        ({"turn": 1}, "add 8H", "not_your_turn"),
        ({"locked": "8D"}, "add 8D", "locked"),
        ({}, "add 8S", "not_in_hand"),
        ({}, "add sixes: 8H", "wrong_rank"),
    ],
)
def test_where_a_card_fits_but_may_not_go_the_rules_say_why(
    keys: dict[str, object], typed: str, reason: str
) -> None:
    table = at(
        HOUSE, 2, **{"phase": "play", "melds": [SIXES, EIGHTS], "hands": ["8H 8D 4C", "4C"], **keys}
    )
    assert refusal(table, typed, seat=0) == reason


def test_a_plan_may_leave_the_number_out_before_the_turn_comes() -> None:
    table = at(HOUSE, 2, turn=1, melds=[SIXES, EIGHTS], hands=["8H 8D 4C", "4C 5C"])
    assert meant(table, "add 8H") == "add 2: 8H"


def contract(*owners: int, down: bool = True) -> engine.Table:
    return at(
        TEN_PENNIES,
        2,
        phase="play",
        hands=["KS 4C 5D", "4C 5D"],
        down=[down, True],
        melds=[own("QH QD QC", 1, 2), *(own("KH KD KC", owner, 2) for owner in owners)],
    )


def test_in_contract_rummy_it_is_the_one_set_on_the_table_that_fits() -> None:
    assert meant(contract(1), "add king") == "add 2: KS"
    assert refusal(contract(0, 1), "add king") == "several_melds"


@pytest.mark.parametrize("typed", ["add KS", "add K", "add KS to kings", "add kings: KS"])
@pytest.mark.parametrize(
    "game,keys,rule",
    [
        (TEN_PENNIES, {"down": [False, True, False]}, "TPW-Q16"),
        ("ten-pennies-online", {"down": [False, True, False]}, "TPC-Q15"),
        ("ten-pennies-online", {"melds": [own("KS KD KC", 1, 3)]}, "TPC-Q13"),
    ],
)
def test_a_card_for_the_one_set_of_its_rank_is_refused_as_if_the_set_were_numbered(
    game: str, keys: dict[str, object], rule: str, typed: str
) -> None:
    drawn = {"down": [True] * 3, "melds": [own("KH KD KC", 1, 3)], "phase": "play", **keys}
    table = at(game, 3, round=2, hands=["KS 4C 9H", "7S", "8H"], **drawn)
    numbered, refused = engine.check(table, 0, "add 1: KS"), engine.check(table, 0, typed)
    assert numbered
    assert refused
    assert (refused.rule, refused.code, refused.fix) == (rule, numbered.code, numbered.fix)
    assert refused.facts == numbered.facts


@pytest.mark.parametrize("typed", ["add king", "add 2S"])
def test_what_stands_against_a_card_on_every_set_is_told(typed: str) -> None:
    table = contract(1, 1, down=False).but(hands=(read_cards("2S KS 4C 5D"), b""))
    assert refusal(table, typed) == "not_down"
    assert refusal(table, typed) == refusal(table, typed.replace("add", "add 2:"))


def test_whoever_only_watches_has_no_meld_to_add_to() -> None:
    with pytest.raises(engine.SyntaxRefused):
        engine.read("add 8H", engine.view(house(EIGHTS), None))
