"""Preferences of members in tests."""

from dataclasses import replace

from tests.simulator import Member, Simulator


async def wishing(simulator: Simulator, person: Member, **wish: object) -> None:
    """Set a member's preferences without a page."""
    await simulator.bot.database.members.change_reminder_preferences(
        person.id,
        lambda before: replace(before, **wish),  # type: ignore[arg-type]
    )
