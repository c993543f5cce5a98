"""Parts of a form.

A form is a modal with up to five questions, with their present answers filled in.

The answers arrive in `ComponentInteraction.fields`: the value of a choice, the text of a field, or
`CHECKED` for a ticked box. Several values are joined by spaces. A member can forge answers, so each
handler must check them.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from cogs.core.refusals import Refusal
from cogs.ui.component import NUMBER
from cogs.ui.texts import shorten

CHECKED: Final = "True"
LABEL: Final = 45
"""Discord's limit for the length of a question in a form."""
DESCRIPTION: Final = 100
Question: TypeAlias = ui.Item[Any]
Choice: TypeAlias = tuple[int, str, str]
"""Value, label and description of an answer."""


class ChosenChannel(discord.SelectDefaultValue):
    """A selected channel. Discord wants its id as text, and discord.py sends a number."""

    def to_dict(self) -> Any:
        return super().to_dict() | {"id": str(self.id)}


def radio(name: str, question: str, choices: Iterable[Choice], chosen: int) -> Question:
    """Return a question that shows its two to ten answers.

    The answer `chosen` is selected at first.
    """
    options = [discord.RadioGroupOption(**answer) for answer in _answers(choices, {chosen})]
    return _part(question, ui.RadioGroup[Any](custom_id=name, options=options))


def drop_down(name: str, question: str, choices: Iterable[Choice], chosen: int) -> Question:
    """Return a question with up to 25 answers in a select.

    The answer `chosen` is selected at first.
    """
    options = [discord.SelectOption(**answer) for answer in _answers(choices, {chosen})]
    return _part(question, ui.Select[Any](custom_id=name, options=options))


def _answers(choices: Iterable[Choice], chosen: Container[int]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of discord.py's options for the answers to a question."""
    for value, label, about in choices:
        yield {
            "value": str(value),
            "label": shorten(label, DESCRIPTION),
            "description": shorten(about, DESCRIPTION) or None,
            "default": value in chosen,
        }


def channel_select(
    name: str, question: str, about: str, kinds: Sequence[discord.ChannelType], chosen: int | None
) -> Question:
    """Return a question with a select of the server's channels. It may stay empty.

    Args:
        name: The key of the answer.
        question: The question.
        about: A line below the question.
        kinds: The types of channels to offer.
        chosen: The id of the channel that is selected at first; None for none.
    """
    kind = discord.SelectDefaultValueType.channel
    default = [] if chosen is None else [ChosenChannel(id=chosen, type=kind)]
    menu = ui.ChannelSelect[Any](
        custom_id=name, channel_types=list(kinds), min_values=0, default_values=default
    )
    return _part(question, menu, about)


def text_field(
    name: str, question: str, about: str, now: str, most: int, *, lines: bool = False
) -> Question:
    """Return a question with a text field for up to `most` characters.

    With `lines`, the text may have several lines.
    """
    style = discord.TextStyle.paragraph if lines else discord.TextStyle.short
    field = ui.TextInput[Any](
        custom_id=name, style=style, default=now, max_length=most, required=False
    )
    return _part(question, field, about)


def checkbox(name: str, question: str, about: str, *, checked: bool) -> Question:
    """Return a checkbox."""
    return _part(question, ui.Checkbox[Any](custom_id=name, default=checked), about)


def checkbox_group(
    name: str, question: str, choices: Iterable[Choice], chosen: Container[int], about: str = ""
) -> Question:
    """Return a question with up to ten answers, of which any number may be ticked.

    The answers in `chosen` are ticked at first. The answer of the form is the values, with blanks
    between them.
    """
    options = [discord.CheckboxGroupOption(**answer) for answer in _answers(choices, chosen)]
    # Without `max_values`, discord.py would send null, which Discord refuses.
    group = ui.CheckboxGroup[Any](
        custom_id=name, options=options, required=False, min_values=0, max_values=len(options)
    )
    return _part(question, group, about)


def _part(question: str, component: ui.Item[Any], about: str = "") -> Question:
    return ui.Label(
        text=shorten(question, LABEL),
        component=component,
        description=shorten(about, DESCRIPTION) or None,
    )


def number_in(answer: str) -> int:
    """Return the number of a chosen answer. Raises `Refusal` if the answer is forged."""
    if not NUMBER.fullmatch(answer):
        raise Refusal("lobby.refused.stale")
    return int(answer)


def numbers_in(answer: str) -> tuple[int, ...]:
    """Return the numbers of all chosen answers. Raises `Refusal` if one is forged."""
    return tuple(map(number_in, answer.split()))
