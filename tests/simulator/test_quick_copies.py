"""Tests that quick copies are deep copies."""

from enum import IntEnum
from typing import Any

from tests.simulator.quick_copies import REPLACED, quick_copy


class Kind(IntEnum):
    """A number that is not JSON's own."""

    ONE = 1


def test_a_copy_shares_nothing_that_can_change():
    first: dict[str, Any] = {"data": {"rows": [{"n": 1}]}, "other": [None, True, "é", 1.5]}
    second = quick_copy(first)
    assert second == first
    second["data"]["rows"][0]["n"] = 2
    assert first["data"] == {"rows": [{"n": 1}]}


def test_what_is_shared_within_a_payload_is_shared_within_its_copy():
    part = ["one"]
    copied = quick_copy([part, part])
    assert copied[0] is copied[1]


def test_other_types_keep_their_type():
    assert isinstance(quick_copy({"kind": Kind.ONE})["kind"], Kind)


def test_simcord_copies_quickly():
    assert all(getattr(module, name) is copying for module, name, copying in REPLACED)
