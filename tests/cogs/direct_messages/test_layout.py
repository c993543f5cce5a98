"""Tests of what a hand in direct messages adds to the hand panel."""

import pytest

from cogs.direct_messages.layout import DmHeading, with_heading
from cogs.hand.about_page import details_row
from cogs.ui.replies import Reply
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.hand.test_every_panel import CASES, worst_panels
from tests.cogs.support.positions import LONG_NAME, row, wrong_with
from tests.simulator.messages import walk


def heading(**how):
    """A heading with every remark."""
    facts = {"sees": False, "plays": True, "as_of": 1e9} | how
    return DmHeading(row(4, id=2**31), LONG_NAME, **facts)


@pytest.mark.parametrize("slug,phase", CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worst_panel_under_its_heading_is_one_that_discord_takes(slug, phase, language):
    with use_language(language):
        for page, view in worst_panels(slug, phase):
            for above in (heading(), heading(sees=True)):
                below = [details_row(above.row)] if page.about else []
                shown = with_heading(Reply(view), above, *below).view
                assert wrong_with(shown) == []


def test_a_hand_of_another_process_has_a_link_in_place_of_its_components():
    (_, view), *_ = worst_panels(*CASES[0])
    above = heading(plays=False)
    shown = with_heading(Reply(view), above, details_row(above.row)).view
    assert shown is not None
    parts = list(walk(shown.to_components()))
    assert [part for part in parts if "custom_id" in part] == []
    (link,) = [part["url"] for part in parts if "url" in part]
    assert link.startswith("https://discord.com/channels/1/4")
