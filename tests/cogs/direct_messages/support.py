"""Hands in direct messages, as tests open and find them."""

from typing import Any

from tests.cogs.support.play import Game
from tests.simulator import Member, Shown, Simulator
from tests.simulator.contexts import typed
from tests.simulator.members import Pressing

AUTOCOMPLETE = 4


def in_dm(simulator: Simulator, person: Member) -> list[Shown]:
    """Return the messages that a member sees in the bot's direct messages, oldest first."""
    return sorted(simulator.messages(person.dm, person), key=lambda shown: shown.id)


def hands_in_dm(simulator: Simulator, person: Member) -> list[Shown]:
    """Return the hands among these messages: those with a button for the About page."""
    found = in_dm(simulator, person)
    return [one for one in found if any(c.verb in {"about", "main"} for c in one.controls)]


async def open_in_dm(person: Member) -> Shown:
    """Let a member type `/hand` in the direct messages, and return the hand."""
    await person.slash("hand", channel=person.dm)
    return hands_in_dm(person.simulator, person)[-1]


async def offered_in_dm(person: Member, text: str = "") -> list[str]:
    """Return what the bot suggests while a member types `/move` in the direct messages."""
    data = typed(person, person.dm, "move", {"text": text})
    data["options"][0]["focused"] = True
    answer = await person._do(Pressing(person, person.dm, AUTOCOMPLETE, data))
    return [choice["name"] for choice in answer.record.autocomplete_choices]


async def on_turn(game: Game) -> tuple[Member, Member]:
    """Return the member whose turn it is, and another one."""
    turn = await game.turn()
    return turn, next(one for one in game.people if one != turn)


def requests(simulator: Simulator, since: int = 0) -> list[Any]:
    """Return the requests since a number of requests, without answers to interactions."""
    return [
        one
        for one in simulator.sent[since:]
        if not one.path.startswith(("/interactions/", "/webhooks/"))
    ]


def asked_for_members(simulator: Simulator, since: int = 0) -> int:
    """Return how often the bot has asked for a member since a number of requests."""
    return sum("/members/" in one.path for one in simulator.sent[since:])


def leave(simulator: Simulator, person: Member) -> None:
    """Let a member leave the server, and every proof of their membership grow old."""
    simulator.env.backend.remove_member(simulator.guild.id, person.id)
    simulator.bot.services.proofs._proofs.clear()
