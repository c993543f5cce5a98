"""The help page about votes: every question, who is asked, and what silence means."""

from discord import ui

from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Item, button, layout_view, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say
from data.models.consent import CONSENT, Consent, Question


def consent_layout() -> ui.LayoutView:
    """Return the help page, with a paragraph for each question."""
    rows = (_row_in_words(question, row) for question, row in CONSENT.items())
    return layout_view(text_display(say("consent.heading"), *rows))


def _row_in_words(question: Question, row: Consent) -> str:
    silence = "own" if row.own_silence else "yes" if row.silence else "no"
    reasons = say("list.semicolon").join(say(f"consent.void.{void}") for void in row.voids)
    return say(
        "consent.row",
        question=say(f"consent.question.{question}"),
        asks=say(f"consent.asks.{row.asks}"),
        asked=say(f"consent.asked.{row.asked}"),
        silence=say(f"consent.silence.{silence}"),
        voids=say("consent.voids", reasons=reasons),
    )


def consent_button() -> Item:
    """Return the button that opens the help page."""
    return button(Action.VOTE_RULES, *NO_TABLE, label=say("vote.rules"))


@component(Action.VOTE_RULES)
async def show_consent(interaction: ComponentInteraction) -> None:
    """Show the help page to the member alone."""
    await send(interaction.raw, Reply(consent_layout()))
