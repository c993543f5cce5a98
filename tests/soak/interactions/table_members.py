"""Members who meet at a table: one opens it, others join, computer players fill it, it starts."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.fake_discord import Answer, Seen
from tests.soak.interactions.player import Player
from tests.soak.interactions.public import Public
from tests.soak.interactions.rest import Rest

TRIES: Final = 8
APPEARS_WITHIN: Final = 20.0


class Party:
    """One game from `/play` to its last message."""

    def __init__(
        self,
        players: Sequence[Player],
        public: Public,
        chance: Random,
        rest: Rest,
    ) -> None:
        self.host, *self.guests = players
        self._public = public
        self._chance = chance
        self._rest = rest

    async def meet(self, game: str, channel_id: int) -> int | None:
        """Open a table and start its game; return its number, None if that failed."""
        async with self._rest.busy():
            answer = await self.host.member.slash("play", channel_id, game=game)
        lobby = answer.message
        if lobby is None or not lobby.controls:
            return None
        table = int(lobby.controls[0].custom_id.split(":")[2])
        await self._seats(lobby)
        await self._arrange(lobby)
        for guest in self.guests:
            await self._tapped(guest, lobby, "join")
        if not await self._begin(lobby, table):
            question = await self._pressed_verb(await self._behind(lobby), "close")
            if question is not None and question.message is not None:
                await self._tapped(self.host, question.message, "close")
            return None
        for player in (self.host, *self.guests):
            player.tables.add(table)
        return table

    async def _seats(self, lobby: Seen) -> None:
        """Sometimes change the number of seats, with room for the guests."""
        if self._chance.random() < 0.5:
            return
        form = await self._pressed_verb(await self._behind(lobby), "terms")
        if form is None or form.modal is None:
            return
        parts = {
            part["component"]["custom_id"]: part["component"] for part in form.modal["components"]
        }
        counts = [option["value"] for option in parts.get("seats", {"options": ()})["options"]]
        fits = [n for n in counts if int(n) > len(self.guests)]
        if fits:
            await self.host.member.submit(form, {"seats": self._chance.choice(fits)})

    async def _pressed_verb(self, page: Seen, verb: str) -> Answer | None:
        """Return the answer to a press of the button with this action; None if there is none."""
        button = page.find(verb)
        if button is None:
            return None
        return await self._pressed(self.host, page, button.custom_id)

    async def _behind(self, lobby: Seen) -> Seen:
        """Return the page behind **Set up**, or the lobby itself if there is no answer."""
        button = lobby.find("setup")
        if button is None:
            return lobby
        answer = await self._pressed(self.host, lobby, button.custom_id)
        return lobby if answer is None or answer.message is None else answer.message

    async def _arrange(self, lobby: Seen) -> None:
        """Sometimes set house rules, or seat a computer player."""
        if self._chance.random() < 0.6:
            return
        behind = await self._behind(lobby)
        button = behind.find(self._chance.choice(("house", "seating")))
        if button is None:
            return
        page = await self._pressed(self.host, behind, button.custom_id)
        for _ in range(self._chance.randint(1, 4)):
            if page is None or page.message is None or page.message.id == lobby.id:
                return
            page = await self._on(page.message)

    async def _on(self, page: Seen) -> Answer | None:
        """Press any component of a private page, except those that change the server's settings."""
        controls = [one for one in page.open if one.verb not in {"keep", "unkeep"}]
        if not controls:
            return None
        control = self._chance.choice(controls)
        values = list(control.options.values())
        chosen = (self._chance.choice(values),) if values else ()
        answer = await self._pressed(self.host, page, control.custom_id, chosen)
        if answer is not None and answer.modal:
            number = str(self._chance.randint(0, 40))
            answer = await self.host.member.submit(answer, {"number": number})
        return answer

    async def _begin(self, lobby: Seen, table: int) -> bool:
        if self._chance.random() < 0.5:
            await self._tapped(self.host, await self._behind(lobby), "addbot")
        for _ in range(TRIES):
            button = lobby.find("start") or lobby.find("fill")
            if button is not None:
                await self._pressed(self.host, lobby, button.custom_id)
            if await self._appears(table):
                return True
        return False

    async def _appears(self, table: int) -> bool:
        for _ in range(int(APPEARS_WITHIN * 5)):
            if self._public.board(table) is not None:
                return True
            await asyncio.sleep(0.2)
        return False

    async def _tapped(self, player: Player, lobby: Seen, verb: str) -> None:
        button = lobby.find(verb)
        if button is not None:
            await self._pressed(player, lobby, button.custom_id)

    async def _pressed(
        self, player: Player, seen: Seen, custom_id: str, values: tuple[str, ...] = ()
    ) -> Answer | None:
        await asyncio.sleep(self._chance.uniform(0.2, 0.8))
        async with self._rest.busy():
            if not player.member.still(seen):
                return None
            return await player.member.press(seen, custom_id, values)
