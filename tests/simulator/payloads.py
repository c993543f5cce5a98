"""A check of payloads, by Discord's own OpenAPI description and by rules that it lacks.

The project has no copy of the description. Without `../shared/discord-api/openapi.json` next to the
checkout only the rules below are checked.

    ids       custom ids differ within a message, and option values within a select
    nested    at most 40 components, counted however deep they are nested
    words     at most 4,000 characters over all texts of a message
    rows      at most 5 buttons in a row, or one select alone; sections have 1 to 3 texts
    labels    a button has a label or an emoji; options and labels are not empty
    files     every attachment:// is among the payload's attachments, and every name once
    pictures  each has an alt text
    v2        no content, embeds, poll or stickers with components of version 2
    fields    a field of a modal is not filled beyond its limit
    sizes     limits of texts and lists; also in the description, but this is quicker
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.simulator.messages import BUTTON, GALLERY, SELECT, TEXT, media_in, texts_in, walk

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord-api" / "openapi.json"
PLACE = "urn:discord"
ROW, FIELD, SECTION, FILE = 1, 4, 9, 13
LONGEST_FIELD = 4000
COMPONENTS_V2 = 1 << 15
REPLACED_BY_V2 = ("content", "embeds", "poll", "sticker_ids")
SIZES: Mapping[int, Mapping[str, tuple[int, int]]] = {
    ROW: {"components": (1, 5)},
    BUTTON: {"custom_id": (1, 100), "label": (0, 80)},
    SELECT: {"custom_id": (1, 100), "placeholder": (0, 150), "options": (1, 25)},
    TEXT: {"content": (1, 4000)},
    GALLERY: {"items": (1, 10)},
}
"""Limits of a component, by type: the least and the most characters, or items of a list."""
OPTION_SIZES = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
PICTURE_SIZES = {"description": (1, 1024)}


def complaints(request: Any) -> Iterator[str]:
    """Yield what Discord would refuse about a request of the bot (`method`, `path`, `json`)."""
    if request.json is None:
        return
    yield from described(request.method, request.path, request.json)
    if isinstance(request.json, Mapping):
        body = request.json.get("data") if "callback" in request.path else request.json
        yield from undescribed(body or {})


# ---------------------------------------------------------------- what Discord describes


@cache
def description() -> dict[str, Any] | None:
    """Return Discord's OpenAPI file, or None if it is missing."""
    if not DESCRIPTION.exists():
        return None
    parsed: dict[str, Any] = json.loads(DESCRIPTION.read_text("utf-8"))
    return parsed


def described(method: str, path: str, body: object) -> Iterator[str]:
    """Yield the faults by Discord's own description."""
    if place := place_of(method, shape(path)):
        yield from judged(place, json.dumps(body))


@lru_cache(maxsize=4096)
def judged(place: str, body: str) -> tuple[str, ...]:
    """Return the faults of a body. Equal bodies, such as all commands at each start, are checked
    once.
    """
    hook = with_emoji_id_as_text if '"emoji"' in body else None
    sent = with_ids_as_text(json.loads(body, object_hook=hook))
    if quick_validator(place).is_valid(sent):
        return ()
    causes = map(root_cause, validator(place).iter_errors(sent))
    told = tuple(f"{cause.json_path} …{cause.message[-200:]}" for cause in causes)
    return told or ("somehow not as Discord describes it",)


def root_cause(error: ValidationError) -> ValidationError:
    """Return the deepest fault in the payload, which is the cause of the others."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def with_ids_as_text(body: Any) -> Any:
    """Return a body with ids as text: discord.py writes some as numbers, which Discord accepts."""
    if not isinstance(body, Mapping):
        return body
    data = with_ids_as_text(body["data"]) if "data" in body else None
    files = [file | {"id": str(file["id"])} for file in body.get("attachments") or ()]
    mentions = dict(body.get("allowed_mentions") or {})
    mentions |= {
        key: list(map(str, mentions[key])) for key in ("users", "roles") if key in mentions
    }
    changed = {
        "recipient_id": str(body.get("recipient_id")),
        "data": data,
        "attachments": files,
        "allowed_mentions": mentions,
    }
    return dict(body) | {key: value for key, value in changed.items() if body.get(key)}


def with_emoji_id_as_text(part: dict[str, Any]) -> dict[str, Any]:
    """Return a component with its emoji's id as text."""
    emoji = part.get("emoji")
    return part | {"emoji": emoji | {"id": str(emoji["id"])}} if emoji else part


def shape(path: str) -> str:
    """Return the path with every id and token as `{}`."""
    path = re.sub(r"/\d+", "/{}", path)
    path = re.sub(r"^/interactions/{}/[^/]+", "/interactions/{}/{}", path)
    return re.sub(r"^/webhooks/{}/[^/]+", "/webhooks/{}/{}", path)


@cache
def place_of(method: str, wanted: str) -> str | None:
    """Return the place of a request body in the description; None if it has none."""
    for template, operations in (description() or {"paths": {}})["paths"].items():
        if re.sub(r"{\w+}", "{}", template) == wanted and method.lower() in operations:
            place = f"#/paths/{template.replace('~', '~0').replace('/', '~1')}/{method.lower()}"
            content = operations[method.lower()].get("requestBody", {}).get("content", {})
            if "application/json" in content:
                return f"{PLACE}{place}/requestBody/content/application~1json/schema"
    return None


@cache
def quick_validator(place: str) -> jsonschema_rs.Draft202012Validator:
    """Return a validator that is fifty times as fast, but explains faults poorly."""
    ref = quote(place, safe=":#/~")
    return jsonschema_rs.Draft202012Validator({"$ref": ref}, registry=quick_registry())


@cache
def validator(place: str) -> Any:
    """Return a validator that explains faults."""
    return Discriminating({"$ref": place}, registry=registry())


@cache
def registry() -> Registry[Any]:
    """Return the registry in which validators find the description's parts."""
    resource = DRAFT202012.create_resource(description())
    known: Registry[Any] = Registry().with_resource(PLACE, resource)
    return known


@cache
def quick_registry() -> jsonschema_rs.Registry:
    """Return the registry of the quick validators."""
    return jsonschema_rs.Registry([(PLACE, description())], draft=jsonschema_rs.Draft202012)


def by_type(
    validator: Any, branches: Sequence[Mapping[str, Any]], instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Validate `oneOf` and `anyOf`. For an object with a `type`, use only the branch of that type.

    Otherwise the error would list the faults of all branches.
    """
    kinds = [types_of(branch.get("$ref", "")) for branch in branches]
    if not isinstance(instance, Mapping) or "type" not in instance or not any(kinds):
        keyword = "oneOf" if schema.get("oneOf") is branches else "anyOf"
        yield from Draft202012Validator.VALIDATORS[keyword](validator, branches, instance, schema)
        return
    mine = [b for b, kind in zip(branches, kinds, strict=True) if instance["type"] in kind]
    if mine:
        yield from validator.descend(instance, mine[0])
    else:
        yield ValidationError(f"type {instance['type']} is not allowed here")


@cache
def types_of(ref: str) -> tuple[int, ...]:
    """Return the values of `type` that a schema of the description allows."""
    document = description()
    if document is None or not ref:
        return ()
    name = ref.rpartition("/")[2]
    return tuple(
        document["components"]["schemas"][name]
        .get("properties", {})
        .get("type", {})
        .get("enum", ())
    )


Discriminating: Any = extend(Draft202012Validator, {"oneOf": by_type, "anyOf": by_type})


# ---------------------------------------------------------------- what it leaves out


def undescribed(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults by the rules that the description lacks."""
    components = body.get("components") or []
    parts = list(walk(components))
    yield from repeated("custom id", [part["custom_id"] for part in parts if "custom_id" in part])
    if len(parts) > 40:
        yield f"{len(parts)} components, 40 fit"
    if (length := sum(map(len, texts_in(components)))) > 4000:
        yield f"{length:,} characters over all texts, 4,000 fit"
    for part in parts:
        yield from badly_built(part)
        yield from ill_sized(part, SIZES.get(part["type"], {}))
        yield from overfilled(part)
    for picture in media_in(components):
        yield from ill_sized({"description": ""} | picture, PICTURE_SIZES)
    yield from unresolved(body, parts)
    if body.get("flags", 0) & COMPONENTS_V2:
        yield from (f"{name} beside components V2" for name in REPLACED_BY_V2 if body.get(name))


def repeated(what: str, values: Sequence[str]) -> Iterator[str]:
    yield from (f"{what} {value!r} twice" for value, n in Counter(values).items() if n > 1)


def badly_built(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of one component."""
    children = part.get("components", [])
    if part["type"] == ROW and any(child["type"] != BUTTON for child in children):
        if len(children) != 1:
            yield "a select shares its row"
    elif part["type"] == ROW and not 1 <= len(children) <= 5:
        yield f"{len(children)} buttons in a row"
    if part["type"] == SECTION and not 1 <= len(children) <= 3:
        yield f"{len(children)} texts in a section"
    if part["type"] == BUTTON and not (part.get("label") or part.get("emoji")):
        yield "a button with neither label nor emoji"
    if part["type"] == SELECT:
        options = part["options"]
        yield from repeated("option value", [option["value"] for option in options])
        most = part.get("max_values", 1)
        if most > len(options):
            yield f"up to {most} of {len(options)} options"


def ill_sized(part: Mapping[str, Any], sizes: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Yield the texts and lists of a component that are too short or too long."""
    for name, (least, most) in sizes.items():
        size = len(part.get(name) or ()) if name in part else least
        if not least <= size <= most:
            yield f"{name} of {size}, {least} to {most} fit: {str(part.get(name))[:40]!r}"
    for option in part.get("options", ()):
        yield from ill_sized(option, OPTION_SIZES)


def overfilled(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield a fault if a field of a modal is filled beyond its limit."""
    size, most = len(part.get("value") or ""), part.get("max_length") or LONGEST_FIELD
    if part["type"] == FIELD and size > most:
        yield f"a field filled with {size} characters, {most} fit"


def unresolved(body: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the faults of attachment:// links and their files."""
    names = [file.get("filename", "") for file in body.get("attachments") or []]
    yield from repeated("file", [name for name in names if name])
    urls = [item["media"]["url"] for item in media_in(body.get("components") or [])]
    urls += [part["file"]["url"] for part in parts if part["type"] == FILE]
    for url in urls:
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} is not among the attachments {names}"
