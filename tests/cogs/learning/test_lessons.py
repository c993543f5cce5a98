"""Lessons on the real panel: what a learner sees and presses, and that nobody else does."""

from tests.simulated import Answer, Person, Room, Shown


async def lesson(room: Room, person: Person, course: str = "canasta") -> Shown:
    """The panel of the first step of a course."""
    del room
    answer = await person.slash("learn")
    number = ["canasta"].index(course)
    shown = (await person.choose(answer.message, "course", [str(number)])).message or answer.message
    return panel(await person.press(shown, "study"), shown)


def panel(answer: Answer, before: Shown) -> Shown:
    """What a press shows: in place of what was pressed."""
    return answer.message or before


async def test_a_step_is_met_by_the_real_panel(room):
    ann = room.people[0]
    shown = await lesson(room, ann)
    assert shown.private
    assert "Throw the cheapest" in shown.text
    print(shown.text, shown.labels)
    await ann.choose(shown, "drop", [shown.find("drop", "select").options["6♥︎"]])
    print(shown.text, shown.labels)
    assert "the 6 is worth 5" in shown.text
    await ann.press(shown, "next")
    print(shown.text, shown.labels)
    assert "A joker is worth 50" in shown.text
