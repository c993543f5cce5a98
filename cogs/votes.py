"""Answers to what a table is asked: yes and no, pressed on the message that asks."""

from typing import ClassVar

from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.replies import acknowledge, done
from cogs._press.presses import PlainControl, Pressed


class VoteControl(PlainControl):
    """One of the two answers."""

    yes: ClassVar[bool]

    async def act(self, press: Pressed) -> None:
        """Count it; the queue shows the message as it is then."""
        table, number = self.address.table, self.argument()
        await press.services.votes.answer(table, number, press.user_id, yes=self.yes)
        done(press.interaction)
        await acknowledge(press.interaction)


class Yea(VoteControl, verb=verbs.YEA):
    """Yes."""

    yes = True


class Nay(VoteControl, verb=verbs.NAY):
    """No: that alone decides it."""

    yes = False


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(Yea, Nay)
