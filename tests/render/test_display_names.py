"""Tests of names in any script: no missing glyph, no overflow of a box, no crash."""

import string
import unicodedata
from dataclasses import replace

import pytest
from PIL import Image

from engine.model.view import Need, PublicQuestion
from render.drawing import fonts
from render.drawing.bands import DrawContext
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.gallery import contract_rummy, house_canasta, results
from render.pictures import leaderboard, member_card, table
from render.text import display_names
from render.text.catalogue import LANGUAGES, ROOT, merge_files, use_language
from render.widgets import seats
from render.widgets.seats import SeatLabel, TableNames
from render.widgets.side_header import SideHeader
from tests.render.images import EMERALD, differences_outside, draw_band
from tests.render.text_boxes import watching

HOSTILE = (
    "",
    " ",
    "\u3164",
    "\u2800\u2800",
    "\u200b\u200c\u200d",
    "\u202eevil\u202c",
    "A\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
    "Z̸̢̛͓a̵͖̾l͓̂g͑o̅ ḧ̷̙́e̶̳͂ ç̸̬͝o̵͎͝m̷̖̈́e̸̥͝s̵̩̏",
    "𝕱𝖆𝖓𝖈𝖞 𝓛𝓮𝓽𝓽𝓮𝓻𝓼",
    "😀😀😀😀",
    "👩‍👩‍👧‍👦 family",
    "🇳🇴 Norway",
    "Ｗｉｄｅ　Ｌｅｔｔｅｒｓ",
    "W" * 64,
    "W" * 4000,
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "﷽﷽﷽﷽﷽﷽﷽﷽",
    "משה בן מימון",
    "محمد بن موسى الخوارزمي",
    "abc ابج def גדה",
    "山田太郎と仲間たちの長い名前",
    "김철수",
    "สวัสดีชาวโลก",
    "नमस्ते दुनिया",
    "Владимир Владимирович",
    "Ελληνικά Ονόματα",
    "Nguyễn Thị Ánh Tuyết",
    "ꙮꙮꙮ",
    "\U00020000\U00020001",
    "\ud800",
    "\x00\x01\x1b[31m",
    "**bold** <@1234> @everyone `x`",
    "\n\n\nlines\n\n",
    "ᚠᚢᚦᚨᚱᚲ",
    "ŁÓDŹ Çağlar Ğğ Ẅẍ",
    "\u0300\u0301",
    "𒐫𒐫𒐫",
)
EACH_NAME = pytest.mark.parametrize("name", HOSTILE, ids=ascii)


@EACH_NAME
def test_every_character_of_a_shown_name_has_a_glyph_and_ink(name):
    (shown,) = display_names.display_names([name], 1)
    assert shown.strip()
    assert all(fonts.is_covered(character) for character in shown)


@EACH_NAME
def test_a_fitted_name_keeps_to_its_room(name):
    (shown,) = display_names.display_names([name], 1)
    for room in (0, 20, 90, 176, 400):
        short = display_names.fit_width(shown, room, 29, 700)
        assert fonts.width(short, 29, 700) <= room


@EACH_NAME
def test_the_ink_of_a_name_stays_on_its_stencil(name):
    (shown,) = display_names.display_names([name], 1)
    line = fonts.text_stencil(shown, 29, 700)
    assert line.left >= -2
    assert line.left + line.mask.width <= line.width + 2
    assert line.mask.height <= 45


@EACH_NAME
def test_a_name_has_no_run_of_marks_and_no_control(name):
    shown = display_names.drawable_name(name)
    marks = "".join("m" if unicodedata.combining(character) else "-" for character in shown)
    assert "mmm" not in marks
    assert all(unicodedata.category(character)[0] != "C" for character in shown)


def seated(name, *, turn="", face="", lines=1):
    """Return a seat as it is drawn, and the box that its name may use."""
    who = SeatLabel(
        name, face, 0, turn, own=False, dealer=True, cards=11, packet="bow", needs=(), tag=""
    )
    canvas = Canvas(EMERALD, 160, lit=False)
    box = Box(60, 6, 337, 142) if lines == 2 else Box(60, 6, 511, 76)
    seats.draw_seat(canvas, box, who, lines=lines)
    right = box.right - 12 if lines == 2 else box.right - 12 - seats.COUNT[0] - 10 - 58 - 58
    return canvas.image, Box(box.x + 14, box.y, right - box.x - 14, 76)


@EACH_NAME
@pytest.mark.parametrize("lines", [1, 2])
def test_a_name_draws_nothing_outside_its_place_on_a_seat(name, lines):
    (shown,) = display_names.display_names([name], 1)
    for turn in ("", "now"):
        plain, room = seated("x", turn=turn, face="Dill", lines=lines)
        with_name, _ = seated(shown, turn=turn, face="Dill", lines=lines)
        assert differences_outside(plain, with_name, [room]).getbbox() is None


@EACH_NAME
def test_a_name_leaves_scores_and_tokens_of_a_head_alone(name):
    (shown,) = display_names.display_names([name], 1)
    needs = tuple(Need(kind, 1, 1) for kind in ("natural", "mixed", "wild", "sevens"))
    alone = SeatLabel(
        shown, "", 0, "", own=False, dealer=True, cards=11, packet="", needs=(), tag=""
    )
    head = SideHeader(0, shown, (), "−123,456,785", "+12,345", "×4", True, needs, alone)
    with watching() as pictures:
        image = draw_band(head, DrawContext(EMERALD))
    assert image.width == 1100
    assert [fault for picture in pictures for fault in picture.faults()] == []


@EACH_NAME
def test_hostile_names_never_stop_a_picture(name):
    for view in (house_canasta.four(), house_canasta.five(), contract_rummy.ten_pennies(8)):
        company = TableNames([name] * 8, ["Dill"] * 8, {}, 0)
        with watching() as pictures:
            assert isinstance(table.draw(view, company, EMERALD), Image.Image)
        assert [fault for picture in pictures for fault in picture.faults()] == []


def test_fancy_letters_are_read_as_plain_ones():
    assert display_names.drawable_name("𝕱𝖆𝖓𝖈𝖞 𝓛𝓮𝓽𝓽𝓮𝓻𝓼") == "Fancy Letters"


def test_emoji_are_left_out_and_a_name_of_nothing_else_is_the_seat():
    assert display_names.display_names(["😀 Ann", "😀"], 2) == ("Ann", "Seat 2")


def test_a_seat_without_a_name_is_the_seat():
    assert display_names.display_names([], 2) == ("Seat 1", "Seat 2")


@pytest.mark.parametrize("language,somebody", [("en", "a player"), ("de", "jemand")])
def test_who_sits_nowhere_and_has_no_name_to_draw_is_no_seat(language, somebody):
    row = replace(results.LADDER.rows[1], name="😀")
    with use_language(language):
        ladder = leaderboard.alt_text(replace(results.LADDER, rows=(row,)))
        card = member_card.alt_text(replace(results.MEMBER, name="😀"))
    assert f" {row.place}. {somebody}: " in ladder
    assert card.startswith(f"{somebody}: ")


def test_names_that_begin_alike_are_cut_in_the_middle():
    both = ("Maximilian the First", "Maximilian the Second")
    one, other = display_names.distinct_names(both, 200, 29, 700)
    assert one != other
    assert one.endswith("rst")
    assert other.endswith("ond")


def test_names_in_few_characters_are_told_apart_and_a_seat_keeps_its_number():
    given = ("Christian", "Christina", "Amadeus", "Ann", "")
    assert display_names.short_names(given, 5, 6) == ("Chr…an", "Chr…na", "Amade…", "Ann", "Seat 5")
    with use_language("de"):
        assert display_names.short_names((), 2, 6) == ("Platz 1", "Platz 2")


def test_a_name_like_no_other_is_not_cut_before_its_place_is_known():
    given = ("Ann", "Maximilian the First", "Ben")
    assert display_names.distinct_names(given, 100, 29, 700) == given


def test_members_whose_names_begin_alike_are_told_apart_at_the_table():
    company = TableNames(("Maximilian the First", "Ann", "Maximilian the Second", "Ben"))
    first, _, second, _ = table.drawable_names(house_canasta.four(), company).names
    assert (first[-3:], second[-3:]) == ("rst", "ond")


def literal(template: str) -> str:
    return "".join(text for text, _, _, _ in string.Formatter().parse(template))


def test_every_text_of_the_pictures_is_covered_by_the_fonts():
    drawn = merge_files([ROOT / "en" / "pictures.toml"])
    tofu = {
        key: character
        for key, text in drawn.items()
        for character in literal(text)
        if not fonts.is_covered(character)
    }
    assert tofu == {}


def test_a_missing_glyph_is_known_to_be_missing():
    assert not fonts.is_covered("\U0001f916")
    assert not fonts.is_covered("\uffff")
    assert fonts.is_covered("A")


def test_right_to_left_names_run_to_the_left():
    assert fonts.is_right_to_left("משה")
    assert not fonts.is_right_to_left("123 abc משה")


@pytest.mark.parametrize(
    "text,seen",
    [
        ("Round 4 · משה draws", ["Round 4 · ", "משה", " draws"]),
        ("משה draws", ["draws", "משה "]),
        (display_names.left_to_right("משה draws"), ["משה", " draws"]),
        ("Ann, משה", ["Ann, ", "משה"]),
        ("משה Ann משה", [" משה", "Ann", "משה "]),
    ],
)
def test_a_name_of_the_other_direction_keeps_its_spaces(text, seen):
    assert [run.text for run in fonts.runs(text, 700)] == seen


HEBREW = "משה"
ASKS = replace(house_canasta.four(), question=PublicQuestion(0, 2, None), phase="answer")
BUYS = replace(contract_rummy.ten_pennies(), offer_to=(2, 3), phase="offer")
PAIR = replace(results.LADDER, rows=(replace(results.LADDER.rows[0], name=f"{HEBREW} and Ann"),))
DRAWN = {
    "asks": lambda: table.draw(ASKS, TableNames([HEBREW] * 4), EMERALD),
    "buys": lambda: table.draw(BUYS, TableNames([HEBREW] * 6), EMERALD),
    "pair": lambda: leaderboard.draw(PAIR, EMERALD),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_words_of_ours_beside_a_name_that_runs_to_the_left_run_to_the_right(draw, language):
    with use_language(language), watching() as pictures:
        draw()
    written = {line.text for picture in pictures for line in picture.written}
    sentences = {text for text in written if HEBREW in text and text.strip(HEBREW)}
    assert sentences
    assert not any(map(fonts.is_right_to_left, sentences))
