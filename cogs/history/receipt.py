"""The receipt of a finished game: what it is made of, and the message that verifies it."""

from io import BytesIO

import discord
from discord import ui

from cogs.core.refusals import Refusal
from cogs.core.settings import VERSION
from cogs.game.state import TableState
from cogs.ui.layout import layout_view, text_display
from cogs.ui.texts import jump_url, say
from data.models.tables import TableRow, TableStatus
from data.repositories.tables import TableRepository
from engine.record.receipt import Receipt
from engine.record.shuffle import AtJoins, AtStart, Contribution
from engine.verify import Check, Finding, Published, verify


def finished(live: TableState) -> TableState:
    """The table itself, once its game is over. Raises `Refusal` before: the seed is secret."""
    if live.row.status is not TableStatus.FINISHED:
        raise Refusal("receipt.not_finished")
    return live


async def receipt_of(tables: TableRepository, live: TableState) -> Receipt:
    """The receipt of a finished game. Raises `Refusal` while it lasts."""
    row = finished(live).row
    entries = await tables.move_log(row.id)
    result = live.game.table.result
    assert result is not None  # it is finished
    return Receipt(
        table=row.id,
        game=row.game,
        seats=len(row.seats),
        options=row.options,
        commitment=row.commitment,
        server_seed=row.lobby_seed,
        mixed=await pressed(tables, row),
        seed=row.seed,
        moves=tuple((entry.seat, entry.body) for entry in entries),
        scores=result.scores,
        set_aside=await tables.count_unplayed_decks(row.id),
        rules=row.rules_version,
        program=VERSION,
    )


async def pressed(tables: TableRepository, row: TableRow) -> AtStart | AtJoins:
    """What was mixed into the seed of a table, by the scheme it was begun under."""
    if row.presses is not None:
        return AtStart(row.presses.joined, row.presses.seating, row.presses.start)
    joined = await tables.shuffle_contributions(row.id)
    known = tuple(Contribution(user, press) for user, press in joined if user is not None)
    return AtJoins(known, withdrawn=len(joined) - len(known))


async def may_have(tables: TableRepository, row: TableRow, user_id: int) -> bool:
    """Whether somebody is given the receipt: from it every hand can be worked out."""
    return row.open_hands or await tables.has_played(row.id, user_id)


def verified(receipt: Receipt, fingerprint: str) -> tuple[Finding, ...]:
    """Deal and play the game again, from the text that is published. For `BackgroundThread`.

    The digests of the start and of the end stand in messages that we could have changed with the
    rows: they are told, and whoever asks compares them.
    """
    return verify(Receipt.read(receipt.text()), Published(fingerprint))


def receipt_screen(
    row: TableRow, receipt: Receipt, findings: tuple[Finding, ...], *, given: bool
) -> ui.LayoutView:
    """What was found, what it proves; and, if it is `given`, the file to check it with."""
    first = jump_url(row.guild_id, row.channel_id, row.lobby_message_id)
    told = [one for one in findings if one.digest or one.check is not Check.START]
    found = [sentence(one, first) for one in told]
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
    return layout_view(words, *([ui.File(f"attachment://{filename(receipt)}")] if given else []))


def sentence(finding: Finding, first: str) -> str:
    """A finding in words; `first` is the address of the game's first message."""
    key = f"receipt.{finding.check}_{finding.verdict}"
    return say(key, at=finding.at, digest=finding.digest, link=first)


def receipt_file(receipt: Receipt) -> discord.File:
    """The published text, as a file."""
    return discord.File(BytesIO(receipt.text().encode()), filename(receipt))


def filename(receipt: Receipt) -> str:
    """What the file is called."""
    return f"receipt-{receipt.table}.json"
