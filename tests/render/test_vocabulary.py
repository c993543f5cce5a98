"""Tests of one term for each thing: the words of docs/vocabulary.md, and none that they replace."""

import re
from collections.abc import Iterator

import pytest

from render.text.catalogue import Catalogue

WORDS = {
    "en": (
        *(r"\bthr(ow|ew)", r"\bheap\b", r"\btrash\b", r"\b(to|may|can|must|you|never) meld\b"),
        *(r"\bmeld(ed|ing)\b", r"\bla(y|id) down\b", r"\blay(ing)? off\b", r"\bopening meld"),
        *(r"\binitial meld", r"\bfirst melds\b", r"\bcontract", r"\bdirty\b", r"\bclean\b"),
        *(r"\b(red|black) canasta", r"\bkeeper", r"\bladder", r"\bthe book\b", r"\breal [2-9a]"),
        *(r"\bask(ed)? for leave", r"\bcomputers?\b(?! player)", r"\b[Uu]sers?\b"),
    ),
    "de": (
        *(r"\b(ge)?[Mm]eldet\b", r"\b[Mm]elde\b", r"\b[Mm]elden (darf|kann|will)", r"Kontrakt"),
        *(r"\bgefroren", r"Erstmeldung", r"schmutzig", r"\b[Uu]nrein", r"Nutzer", r"Talon"),
        *(r"Nachziehstapel", r"nach dem Buch", r"Kartenzimmer"),
    ),
    "it": (
        *(r"\btallone\b", r"\bmonte\b", r"pila degli scarti", r"\btris\b", r"\bpozzetto\b"),
        *(r"\bsporc", r"\bpulit", r"\bcontratto", r"\bcomputer\b", r"\butent[ei]\b"),
        *(r"\bgraduatori", r"\bsoldi\b", r"\bdenaro\b", r"\bgelat", r"(?<!\{)\bround\b"),
        *(r"\bscend(i|e|ere)\b", r"\battacc(a|hi)\b", r"\bpinell", r"\bgett(a|are|ato)\b"),
    ),
    "pt": (
        *(r"\bmorto\b(?! do buraco)", r"\b[Pp]ilha", r"\bbagaço", r"\b[Jj]og(a|ar|ue) fora"),
        *(r"\btrinca", r"\b[Mm]ista", r"\b[Ll]impo\b", r"\bcontrato", r"\bcomputador"),
        *(r"\b[Uu]suári", r"\bcoringa", r"\b[Cc]lassificaç", r"\bdinheiro", r"\bcentavo"),
        *(r"\bmoedas?\b", r"\bgelad", r"\bparceir", r"\b[Cc]anastra natural", r"\banfitri"),
        *(r"\b[Cc]avar?\b", r"\bcompr(ar|e) do monte"),
    ),
}
"""Forbidden words, by language."""
TYPED = ("commands", "typed", "aloud", "doctor")
"""Sections of the words that members type, and of the operators' texts."""
ALLOWED = {
    # The name of a command that members know.
    *("privacy.rights", "privacy.hidden", "help.topic.ratings"),
    # The other word of the source, once for each game.
    *("rules.ten-pennies.TPW-R16", "rules.ten-pennies-online.TPC-R7"),
    # The verb of everyday life, not of the game.
    *("records.announced", "records.silent"),
    # A lesson explains the term by the everyday word.
    "lesson.cards.wild.met",
}


def offences(language: str) -> Iterator[str]:
    texts = Catalogue.load(language).texts
    for key, text in texts.items():
        if key.partition(".")[0] in TYPED or key in ALLOWED:
            continue
        for word in WORDS[language]:
            if found := re.search(word, text):
                yield f"{key}: {found[0]!r} in {text!r}"


@pytest.mark.parametrize("language", WORDS)
def test_every_text_uses_the_one_word_of_the_vocabulary(language: str) -> None:
    assert [*offences(language)] == []
