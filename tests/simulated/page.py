"""The page of `./run`, without a browser: the requests that its script makes."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.simulated.shown import controls_in, texts_in, walk

PROTOCOL = 3


class MovedOnError(Exception):
    """What was to be pressed has left the page since it was seen there."""


class Page:
    """One tab, seen as the first member."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._base, self._capability = address.split("/#")
        self._context = ""
        self._actions = 0
        self._context = self._ask("POST", "/api/pages", {})["context"]["id"]

    def state(self) -> dict[str, Any]:
        """What the page shows now; nothing but looking."""
        return self._ask("GET", "/api/state")

    def viewers(self) -> list[str]:
        return [viewer["name"] for viewer in self.state()["viewers"]]

    def commands(self) -> dict[str, Any]:
        entries = self._ask("GET", "/api/commands")["entries"]
        return {entry["invocation"]: entry for entry in entries}

    def words(self) -> str:
        """All the words on the page."""
        return "\n".join(line for one in self._messages() for line in texts_in(one["components"]))

    def has(self, verb: str) -> bool:
        """Whether a control of that verb is on the page."""
        return any(self._found(verb))

    def command(self, name: str, **options: str) -> dict[str, Any]:
        """Type a command."""
        entry = self.commands()[name]
        return self._act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    def offered(self, name: str, option: str, typed: str = "") -> list[str]:
        """What autocomplete offers for an option of a command: the values, best first."""
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

    def press(self, verb: str) -> dict[str, Any]:
        """Press the newest button of that verb."""
        message, key, _ = self._seen(verb)[-1]
        return self._act("click", target_id=message, control_key=key)

    def choose(self, verb: str, value: str) -> dict[str, Any]:
        """Choose a value of the newest select of that verb."""
        message, key, _ = self._seen(verb)[-1]
        return self._act("select", target_id=message, control_key=key, values=[value])

    def press_first(self, verb: str) -> dict[str, Any]:
        """Press the first control of that verb in the newest message that has one."""
        found = self._seen(verb)
        message, key, options = next(one for one in found if one[0] == found[-1][0])
        if options:
            return self._act("select", target_id=message, control_key=key, values=[options[0]])
        return self._act("click", target_id=message, control_key=key)

    def _messages(self) -> Iterator[dict[str, Any]]:
        state = self.state()
        return (state["messages"][one] for one in state["timeline"] if one in state["messages"])

    def _seen(self, verb: str) -> list[tuple[str, str, list[str]]]:
        found = list(self._found(verb))
        if not found:
            raise MovedOnError(verb)
        return found

    def _found(self, verb: str) -> Iterator[tuple[str, str, list[str]]]:
        """Message, key and option values of every control of that verb that can be pressed."""
        for message in self._messages():
            wanted = {
                control.custom_id
                for control in controls_in(message["components"])
                if control.verb == verb and not control.disabled
            }
            for part in walk(message["components"]):
                if part.get("custom_id") in wanted:
                    values = [option["value"] for option in part.get("options", ())]
                    yield message["id"], part["control_key"], values

    def _act(self, kind: str, **what: Any) -> dict[str, Any]:
        state = self.state()
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
            self._actions = result["expectedSequence"]  # it was not counted
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
