"""Tests of the hard level's search time, with a clock that the test sets."""

from cogs.computers.worker_pool import AT_LEISURE, THINKING, SearchDeadline, thinking_time
from tests.data.builders import Clock


def worlds_until(deadline: SearchDeadline, clock: Clock, *lasting: float) -> int:
    """Return how many worlds are started if each takes the given time."""
    for number, seconds in enumerate(lasting):
        if not deadline():
            return number
        clock.now += seconds
    return len(lasting)


def test_worlds_are_begun_as_long_as_one_like_the_last_would_end_in_time() -> None:
    clock = Clock(50.0)
    assert worlds_until(SearchDeadline(0.4, clock), clock, *[0.125] * 9) == 3
    assert clock.now <= 50.4


def test_a_world_that_took_longer_than_thought_is_the_last() -> None:
    clock = Clock(50.0)
    assert worlds_until(SearchDeadline(0.4, clock), clock, 0.1, 0.2, 0.1, 0.1) == 2


def test_with_no_time_at_all_no_world_is_begun() -> None:
    clock = Clock(50.0)
    assert not SearchDeadline(0.0, clock)()


def test_less_time_is_taken_while_others_wait_for_a_process() -> None:
    assert [thinking_time(waiting) for waiting in range(3)] == [AT_LEISURE, THINKING, THINKING]
    assert THINKING < AT_LEISURE
