"""The receipt of a finished game: its contents, its verification, and the message with it.

The format of a receipt is defined in `engine.record.receipt`. `engine.verify` verifies a game.
"""

from io import BytesIO

import discord
from discord import ui

from cogs.core.refusals import Refusal
from cogs.core.settings import VERSION
from cogs.game.state import TableState
from cogs.ui.layout import file_item, layout_view, text_display
from cogs.ui.texts import jump_url, say
from data.models.tables import TableRow, TableStatus
from data.repositories.tables import TableRepository
from engine.record.receipt import Receipt
from engine.record.shuffle import AtJoins, AtStart, Contribution
from engine.verify import Check, Finding, Published, verify


def require_finished(state: TableState) -> TableState:
    """Return the state unchanged.

    Raises:
        Refusal: The game is not over, so its seed is still secret.
    """
    if state.row.status is not TableStatus.FINISHED:
        raise Refusal("receipt.not_finished")
    return state


async def receipt_of(tables: TableRepository, state: TableState) -> Receipt:
    """Return the receipt of a finished game.

    Raises:
        Refusal: The game is not over.
    """
    row = require_finished(state).row
    entries = await tables.move_log(row.id)
    result = state.game.table.result
    assert result is not None  # `require_finished` has checked the status
    return Receipt(
        table=row.id,
        game=row.game,
        seats=len(row.seats),
        options=row.options,
        commitment=row.commitment,
        server_seed=row.lobby_seed,
        mixed=await _seed_contributions(tables, row),
        seed=row.seed,
        moves=tuple((entry.seat, entry.body) for entry in entries),
        scores=result.scores,
        set_aside=await tables.count_unplayed_decks(row.id),
        rules=row.rules_version,
        program=VERSION,
    )


async def _seed_contributions(tables: TableRepository, row: TableRow) -> AtStart | AtJoins:
    """Return what contributed to the seed.

    The scheme depends on the release under which the game started.
    """
    if row.presses is not None:
        return AtStart(row.presses.joined, row.presses.seating, row.presses.start)
    # The scheme of old games. Contributions of members whose data was erased are only counted.
    joined = await tables.shuffle_contributions(row.id)
    known = tuple(Contribution(user, number) for user, number in joined if user is not None)
    return AtJoins(known, withdrawn=len(joined) - len(known))


async def may_have(tables: TableRepository, row: TableRow, user_id: int) -> bool:
    """Return whether a member may have the receipt, which reveals every hand."""
    return row.open_hands or await tables.has_played(row.id, user_id)


def verify_receipt(receipt: Receipt, fingerprint: str) -> tuple[Finding, ...]:
    """Verify a game: deal and replay it from the text of its receipt.

    Slow: run it in a `BackgroundThread`. Only the fingerprint is compared here. The reader must
    compare the digests of start and end, because the bot could have edited its messages that show
    these digests.
    """
    # Read again from its text, so that exactly what the members get is verified.
    return verify(Receipt.read(receipt.text()), Published(fingerprint))


def receipt_layout(
    row: TableRow, receipt: Receipt, findings: tuple[Finding, ...], *, given: bool
) -> ui.LayoutView:
    """Return the message with the findings.

    Args:
        row: The table.
        receipt: Its receipt.
        findings: The result of `verify_receipt`.
        given: Whether the receipt is attached as a file.
    """
    first = jump_url(row.guild_id, row.channel_id, row.lobby_message_id)
    told = [one for one in findings if one.digest or one.check is not Check.START]
    found = [_finding_line(one, first) for one in told]
    early = [say("receipt.mixed_at_joins")] if isinstance(receipt.mixed, AtJoins) else []
    offline = say("receipt.offline", table=receipt.table, link=first)
    words = text_display(
        say("receipt.heading", table=receipt.table),
        *found,
        *early,
        say("receipt.set_aside", n=receipt.set_aside),
        say("receipt.proves"),
        offline if given else say("receipt.players_only"),
    )
    return layout_view(words, *([file_item(_filename(receipt))] if given else []))


def _finding_line(finding: Finding, first: str) -> str:
    key = f"receipt.{finding.check}_{finding.verdict}"
    return say(key, at=finding.at, digest=finding.digest, link=first)


def receipt_file(receipt: Receipt) -> discord.File:
    """Return the text of the receipt as a file."""
    return discord.File(BytesIO(receipt.text().encode()), _filename(receipt))


def _filename(receipt: Receipt) -> str:
    return f"receipt-{receipt.table}.json"
