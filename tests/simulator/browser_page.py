"""The page of `./run` without a browser: it makes the same requests as the page's script."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.simulator.members import filled_in
from tests.simulator.messages import controls_in, texts_in, walk

PROTOCOL = 3
State = dict[str, Any]
"""The content of a page at some moment."""


class MovedOnError(Exception):
    """The component is no longer on the page."""


class Page:
    """One tab of the browser, as the first member."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._base, self._capability = address.split("/#")
        self._context = ""
        self._actions = 0
        self._context = self._ask("POST", "/api/pages", {})["context"]["id"]

    def state(self) -> dict[str, Any]:
        """Return what the page shows, without changing anything."""
        return self._ask("GET", "/api/state")

    def viewers(self) -> list[str]:
        return [viewer["name"] for viewer in self.state()["viewers"]]

    def view(self, name: str) -> None:
        """Choose an entry of "viewing as"."""
        entries = {viewer["name"]: viewer["id"] for viewer in self.state()["viewers"]}
        self._act("viewer", viewer_id=entries[name])

    def channel(self) -> str:
        """Return the name of the channel, or of the other side of direct messages."""
        channel = self.state()["channel"]
        return str((channel["recipient"] or channel)["name"])

    def commands(self) -> dict[str, Any]:
        entries = self._ask("GET", "/api/commands")["entries"]
        return {entry["invocation"]: entry for entry in entries}

    def script(self, name: str) -> str:
        """Return a script of the page, as it is served."""
        with urllib.request.urlopen(f"{self._base.rstrip('/')}/{name}", timeout=10) as answer:
            return answer.read().decode()  # type: ignore[no-any-return]

    def words(self) -> str:
        """Return all the words on the page."""
        shown = messages(self.state())
        return "\n".join(line for one in shown for line in texts_in(one["components"]))

    def assets(self) -> list[dict[str, Any]]:
        """Return the page's data on each picture."""
        return list(self.state()["assets"].values())

    def picture(self, asset_id: str) -> bytes:
        """Return a picture as the page loads it."""
        headers = {"X-Simcord-Capability": self._capability, "X-Simcord-Context": self._context}
        url = f"{self._base.rstrip('/')}/api/assets/{asset_id}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return answer.read()  # type: ignore[no-any-return]

    def fetched(self, path: str) -> str:
        """Return a file of the page, such as its style."""
        with urllib.request.urlopen(f"{self._base}{path}") as answer:
            return str(answer.read().decode())

    def has(self, verb: str) -> bool:
        """Whether a component with this action is on the page."""
        return any(controls(verb, self.state()))

    def command(self, name: str, **options: str) -> dict[str, Any]:
        entry = self.commands()[name]
        return self._act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    def offered(self, name: str, option: str, typed: str = "") -> list[str]:
        """Return the autocomplete values for an option of a command, best first."""
        entry = self.commands()[name]
        done = self._act(
            "autocomplete_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            focused=option,
            value=typed,
            options={},
        )
        return [choice["value"] for choice in done["result"]["choices"]]

    def press(self, verb: str, seen: State | None = None) -> dict[str, Any]:
        """Press the newest button with this action, even if the page has changed since."""
        seen = seen or self.state()
        message, key, _ = found(verb, seen)[-1]
        return self._act("click", seen, target_id=message, control_key=key)

    def choose(self, verb: str, value: str) -> dict[str, Any]:
        """Choose a value of the newest select with this action."""
        seen = self.state()
        message, key, _ = found(verb, seen)[-1]
        return self._act("select", seen, target_id=message, control_key=key, values=[value])

    def submit(self, **answers: str | bool) -> dict[str, Any]:
        """Submit the open form; values for fields that it lacks are ignored."""
        seen = self.state()
        form = seen["modal"]
        parts = [filled_in(part["component"], answers) for part in form["payload"]["components"]]
        values = {part["custom_id"]: part.get("value", part.get("values")) for part in parts}
        return self._act("modal_submit", seen, modal_handle=form["handle"], values=values)

    def press_first(self, verb: str) -> dict[str, Any]:
        """Press the first component with this action in the newest message that has one."""
        seen = self.state()
        all_of_them = found(verb, seen)
        message, key, options = next(one for one in all_of_them if one[0] == all_of_them[-1][0])
        where = {"target_id": message, "control_key": key}
        if options:
            return self._act("select", seen, **where, values=[options[0]])
        return self._act("click", seen, **where)

    def _act(self, kind: str, seen: State | None = None, **what: Any) -> dict[str, Any]:
        state = seen or self.state()
        self._actions += 1
        result = self._ask(
            "POST",
            "/api/action",
            {
                "protocol_version": PROTOCOL,
                "sequence": self._actions,
                "request_id": f"r{self._actions}",
                "generation": state["context"]["generation"],
                "bot_generation": state["botGeneration"],
                "published_revision": state["publishedRevision"],
                "kind": kind,
                **what,
            },
        )
        if result["settlement"] == "rejected":
            self._actions = result["expectedSequence"]  # The press was not counted.
            raise MovedOnError(result["diagnostics"])
        assert result["settlement"] == "settled", result
        return result

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        request = urllib.request.Request(
            self._base + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "X-Simcord-Capability": self._capability,
                "X-Simcord-Context": self._context,
                "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            parsed: dict[str, Any] = json.load(answer)
            return parsed


def messages(state: State) -> Iterator[dict[str, Any]]:
    return (state["messages"][one] for one in state["timeline"] if one in state["messages"])


def controls(verb: str, state: State) -> Iterator[tuple[str, str, list[str]]]:
    """Yield message, key and option values of every enabled component with this action."""
    for message in messages(state):
        wanted = {
            control.custom_id
            for control in controls_in(message["components"])
            if control.verb == verb and not control.disabled
        }
        for part in walk(message["components"]):
            if part.get("custom_id") in wanted:
                values = [option["value"] for option in part.get("options", ())]
                yield message["id"], part["control_key"], values


def found(verb: str, state: State) -> list[tuple[str, str, list[str]]]:
    """Return the first of `controls`. Raises `MovedOnError` if there is none."""
    if not (some := list(controls(verb, state))):
        raise MovedOnError(verb)
    return some
