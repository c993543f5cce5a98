"""What a lobby says to whoever presses is so in that moment."""

from tests.cogs.playing import open_lobby


async def test_for_fewer_seats_than_people_sit_on_the_host_is_told_to_free_seats_first(room):
    ann, ben, cleo, _ = room.people
    lobby = await open_lobby(room, ann)
    for guest in (ben, cleo):
        await guest.press(lobby, "Join")
    page = (await ann.press(lobby, "setup")).message
    await ann.choose(page, "seats", ["2"])
    assert "More than 2 sit here: free seats first, behind **Seats**." in page.text
    assert "All seats are taken" not in page.text
    assert "Seats" in page.labels
