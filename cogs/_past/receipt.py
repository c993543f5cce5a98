"""The receipt of a finished game: what it is made of, and the message that verifies it."""

import asyncio
from io import BytesIO

import discord
from discord import ui

from cogs._game.tables import Live
from cogs._kit.components import screen, text
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from data.game.rows import Status
from data.store import Store
from engine.record.receipt import Contribution, Receipt
from engine.verify import Finding, verify


def finished(live: Live) -> Live:
    """The table itself, once its game is over. Raises `Refusal` before: the seed is secret."""
    if live.row.status is not Status.FINISHED:
        raise Refusal("receipt.not_finished")
    return live


async def receipt_of(store: Store, live: Live) -> Receipt:
    """The receipt of a finished game. Raises `Refusal` while it lasts."""
    row = finished(live).row
    pressed = await store.tables.contributions(row.id)
    entries = await store.tables.log(row.id)
    result = live.course.table.result
    assert result is not None  # it is finished
    return Receipt(
        table=row.id,
        game=row.game,
        seats=len(row.seats),
        options=row.options,
        commitment=row.commitment,
        server_seed=row.lobby_seed,
        contributions=tuple(Contribution(user, n) for user, n in pressed if user is not None),
        withdrawn=sum(user is None for user, _ in pressed),
        seed=row.seed,
        moves=tuple((entry.seat, entry.body) for entry in entries),
        scores=result.scores,
        set_aside=await store.tables.set_aside(row.id),
        rules=row.rules_version,
    )


async def verified(receipt: Receipt) -> tuple[Finding, ...]:
    """Deal and play the game again, from the text that is published."""
    return await asyncio.to_thread(lambda: verify(Receipt.read(receipt.text())))


def receipt_screen(receipt: Receipt, findings: tuple[Finding, ...]) -> ui.LayoutView:
    """What was found, and the file to check it with."""
    found = [say(f"receipt.{one.check}_{one.verdict}", at=one.at) for one in findings]
    words = text(
        say("receipt.heading", table=receipt.table),
        *found,
        say("receipt.set_aside", n=receipt.set_aside),
        say("receipt.offline", table=receipt.table),
    )
    return screen(words, ui.File(f"attachment://{filename(receipt)}"))


def receipt_file(receipt: Receipt) -> discord.File:
    """The published text, as a file."""
    return discord.File(BytesIO(receipt.text().encode()), filename(receipt))


def filename(receipt: Receipt) -> str:
    """What the file is called."""
    return f"receipt-{receipt.table}.json"
