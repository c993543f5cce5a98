"""One test for many small cases. An item of pytest costs 4 ms, which is more than such a case."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

Test = Callable[..., None]


def each(cases: Mapping[str, Any] | Iterable[Any]) -> Callable[[Test], Callable[[], None]]:
    """Decorator that runs a test with every case; a failure names its case.

    A mapping gives each case its name. A case that is a tuple is unpacked into arguments. For tests
    with fixtures, and for cases of more than a few milliseconds, use `pytest.mark.parametrize`.
    """
    pairs = cases.items() if isinstance(cases, Mapping) else ((repr(case), case) for case in cases)
    named = tuple(pairs)
    assert named, "a test without cases proves nothing"

    def over_all(test: Test) -> Callable[[], None]:
        @wraps(test)
        def run() -> None:
            for name, case in named:
                try:
                    test(*(case if isinstance(case, tuple) else (case,)))
                except BaseException as failure:
                    failure.add_note(f"the case was {name}")
                    raise

        del run.__dict__["__wrapped__"]  # pytest would ask for the test's arguments as fixtures
        return run

    return over_all
