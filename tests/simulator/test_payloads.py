"""Tests of the payload checks: one wrong payload for each rule."""

from types import SimpleNamespace

import pytest

from tests.simulator.payloads import DESCRIPTION, complaints

V2 = 1 << 15
described = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not here")


def judged(body, method="POST", path="/channels/1/messages"):
    return list(complaints(SimpleNamespace(method=method, path=path, json=body)))


def text(content="words"):
    return {"type": 10, "content": content}


def button(custom_id="t1:a:1:1", **other):
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id, **other}


def row(*children):
    return {"type": 1, "components": list(children)}


def select(values, **other):
    options = [{"label": f"Option {value}", "value": value} for value in values]
    return {"type": 3, "custom_id": "t1:s:1:1", "options": options, **other}


def form(value, **other):
    field = {"type": 4, "custom_id": "f", "style": 2, "value": value, **other}
    return {"type": 18, "label": "Words", "component": field}


def picture(url, **other):
    item = {"media": {"url": url}, "description": "a table"} | other
    return {"type": 12, "items": [item]}


def v2(*components, **other):
    return {"flags": V2, "components": list(components), **other}


def test_a_good_message_is_let_through():
    files = [{"id": 0, "filename": "table.png"}]
    container = {"type": 17, "components": [text(), row(button())]}
    good = v2(container, picture("attachment://table.png"), row(select("012")), attachments=files)
    assert judged(good) == []


@pytest.mark.parametrize(
    "body, why",
    [
        (v2(row(button(), button())), "custom id 't1:a:1:1' twice"),
        (v2(row(select("00"))), "option value '0' twice"),
        (v2(*[{"type": 17, "components": [text(), text(), text()]}] * 11), "44 components"),
        (v2(text("a" * 3000), text("b" * 1001)), "4,001 characters"),
        (v2(row(*[button(f"t1:a:1:{n}") for n in range(6)])), "6 buttons in a row"),
        (v2(row(select("01"), button())), "a select shares its row"),
        (
            v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
            "4 texts in a section",
        ),
        (v2(row(button(label=""))), "neither label nor emoji"),
        (v2(row(select("01", max_values=3))), "up to 3 of 2 options"),
        (v2(picture("attachment://hand.png")), "attachment://hand.png is not among"),
        (
            v2(attachments=[{"id": 0, "filename": "a"}, {"id": 1, "filename": "a"}]),
            "file 'a' twice",
        ),
        (v2(text(), content="hello"), "content beside components V2"),
        (v2(text(), embeds=[{"title": "hello"}]), "embeds beside components V2"),
        ({"components": [form("a" * 5, max_length=4)]}, "a field filled with 5 characters, 4 fit"),
        ({"components": [form("a" * 4001)]}, "4001 characters, 4000 fit"),
        (v2(picture("https://a", description="")), "description of 0, 1 to 1024 fit"),
        (v2(picture("https://a", description=None)), "description of 0, 1 to 1024 fit"),
        (v2(picture("https://a", description="a" * 1025)), "description of 1025"),
        (v2(text("")), "content of 0, 1 to 4000 fit"),
        (v2(row(button(label="x" * 81))), "label of 81, 0 to 80 fit"),
        (v2(row(button(custom_id="t1:" + "x" * 98))), "custom_id of 101"),
        (v2(row(select([str(n) for n in range(26)]))), "options of 26, 1 to 25 fit"),
        (v2(row(select(["x" * 101]))), "value of 101"),
        (v2(row(select("0", placeholder="x" * 151))), "placeholder of 151"),
    ],
)
def test_what_discord_leaves_out_of_its_description_is_refused(body, why):
    assert any(why in complaint for complaint in judged(body))


@described
@pytest.mark.parametrize(
    "body, why",
    [
        (v2(row(button(label="x" * 81))), "is too long"),
        (v2(row(button(custom_id="t1:" + "x" * 98))), "is too long"),
        (v2(row(select([str(n) for n in range(26)]))), "is too long"),
        (v2(row(text())), "type 10 is not allowed here"),
        (v2(button()), "type 2 is not allowed here"),
        ({"content": 7}, "7 is not of type"),
        (
            v2(
                {
                    "type": 12,
                    "items": [{"media": {"url": "attachment://a"}, "description": "a" * 1025}],
                }
            ),
            "long",
        ),
    ],
)
def test_what_discord_describes_is_refused(body, why):
    assert any(why in complaint for complaint in judged(body))


@described
@pytest.mark.parametrize(
    "method, path, wrap",
    [
        ("PATCH", "/channels/1/messages/2", False),
        ("POST", "/webhooks/1/some-token", False),
        ("PATCH", "/webhooks/1/some-token/messages/@original", False),
        ("PATCH", "/webhooks/1/some-token/messages/3", False),
        ("POST", "/interactions/1/some-token/callback", True),
    ],
)
def test_every_way_of_sending_is_judged(method, path, wrap):
    wrong = v2(row(button(label="x" * 81)), row(button()))
    found = judged({"type": 4, "data": wrong} if wrap else wrong, method, path)
    assert any("too long" in complaint for complaint in found)
    assert any("twice" in complaint for complaint in found)


@described
def test_commands_are_judged():
    wrong = [{"name": "play", "description": "x" * 101}]
    assert judged(wrong, "PUT", "/applications/1/commands")
