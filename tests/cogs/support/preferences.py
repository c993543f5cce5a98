"""Preferences in tests."""

from dataclasses import replace

from tests.simulator import Member, Simulator


async def wishing(simulator: Simulator, person: Member, **wish: object) -> None:
    """Let a member prefer something, without a page."""
    await simulator.bot.database.members.change_reminder_preferences(
        person.id,
        lambda before: replace(before, **wish),  # type: ignore[arg-type]
    )
