from pathlib import Path

import pytest

from render.text.catalogue import (
    Catalogue,
    DuplicateKeyError,
    MissingTextError,
    format_number,
    format_signed,
)


@pytest.fixture
def written(tmp_path: Path):
    def write(**files: str) -> Catalogue:
        for name, text in files.items():
            path = tmp_path / "xx" / f"{name}.toml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        return Catalogue.load("xx", tmp_path)

    return write


def test_nested_tables_become_dotted_keys(written):
    catalogue = written(a='[panel.stock]\ndraw = "Draw"')
    assert catalogue.words("panel.stock.draw") == "Draw"


def test_all_files_of_a_language_are_merged(written):
    catalogue = written(a='x = "1"', b='y = "2"')
    assert (catalogue.words("x"), catalogue.words("y")) == ("1", "2")


def test_one_key_in_two_files_is_an_error(written):
    with pytest.raises(DuplicateKeyError, match=r"x is given twice, again in b\.toml"):
        written(a='x = "1"', b='x = "2"')


def test_a_plural_is_chosen_by_n(written):
    catalogue = written(a='c = { zero = "none", one = "a card", other = "{n:,} cards" }')
    assert [catalogue.words("c", n=n) for n in (0, 1, 2, 1200)] == [
        "none",
        "a card",
        "2 cards",
        "1,200 cards",
    ]


def test_a_plural_without_zero_says_other(written):
    assert written(a='c = { one = "a card", other = "{n} cards" }').words("c", n=0) == "0 cards"


def test_a_missing_key_raises(written):
    with pytest.raises(MissingTextError, match=r"no\.such"):
        written(a='x = "1"').words("no.such")


def test_a_missing_fact_raises_and_names_the_key(written):
    with pytest.raises(MissingTextError, match="x needs the fact 'name'"):
        written(a='x = "Hello {name}"').words("x")


def test_a_number_where_a_text_belongs_is_an_error(written):
    with pytest.raises(TypeError, match=r"a\.b is not a text"):
        written(a="[a]\nb = 3")


def test_an_unknown_language_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="no catalogue for 'tlh'"):
        Catalogue.load("tlh", tmp_path)


def test_a_list_is_joined_as_a_person_would_say_it():
    english = Catalogue.load("en")
    assert english.listing(["a"]) == "a"
    assert english.listing(["a", "b"]) == "a and b"
    assert english.listing(["a", "b", "c"]) == "a, b and c"


def test_numbers_have_separators_and_a_true_minus():
    assert (format_number(-1310), format_signed(-5), format_signed(1310)) == (
        "−1,310",
        "−5",
        "+1,310",
    )
