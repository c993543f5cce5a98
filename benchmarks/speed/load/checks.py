"""Comparison of the shown panels with the log: no move is lost or doubled."""

from collections import Counter
from pathlib import Path
from typing import Final

from cogs.ui.custom_id import CustomId
from data.models.moves import interaction_key
from render.text.catalogue import LANGUAGES, Catalogue
from tests.fake_discord import Answer
from tests.simulator.messages import controls_in
from tests.soak.interactions import forbidden_sentences
from tests.soak.interactions.database_reader import DatabaseReader

ONE: Final = frozenset({"say", "dropit", "throw"})
"""Actions that make one move at once."""


def judged(path: Path, answers: list[Answer]) -> list[str]:
    """Return every fault: a move that was shown and is missing in the log, or is there twice."""
    books = DatabaseReader(path)
    books.read()
    newest = Counter(dict(books.keys.values()))
    made = Counter(interaction_key(key) for key in books.keys if ":" not in key)
    wrong = []
    for answer in answers:
        verb = answer.press.what.split(":")[1]
        times = made[str(answer.press.id)]
        refused = any(forbidden_sentences.told(text) for text in answer.press.texts)
        if verb in ONE and answer.press.told and not (refused or by_another(answer) or times):
            wrong.append(f"lost: {answer.press.what}: {answer.text}")
        if verb in ONE and times > 1:
            wrong.append(f"doubled: {answer.press.what}, {times} times")
        if times and refused:
            wrong.append(f"counts, and was told an error: {answer.press.what}: {answer.text}")
    return wrong + [what for one in answers if (what := ahead(one, newest))]


def by_another(answer: Answer) -> bool:
    """Whether the answer said that another press of the same member made the move."""
    texts = (catalogue.texts["panel.has_moved"] for catalogue in map(Catalogue.load, LANGUAGES))
    return any(text in told for text in texts for told in answer.press.texts)


def ahead(answer: Answer, newest: Counter[int]) -> str:
    """Return the moves that a panel shows and its log lacks."""
    shown = controls_in(answer.message.message.components) if answer.message else ()
    for control in shown:
        address = CustomId.parse(control.custom_id)
        if address.action in ONE and address.version > newest[address.table]:
            return (
                f"lost: table {address.table} showed {address.version}, has {newest[address.table]}"
            )
    return ""
