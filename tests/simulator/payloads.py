"""Whether Discord would take a payload: its own description, and the rules that it leaves out.

The description is Discord's OpenAPI file. The project keeps no copy: without
`../shared/discord-api/openapi.json` beside the checkout only the rules below are checked.

    ids       custom ids differ within a message, and option values within a select
    nested    at most 40 components, counted however deep they are nested
    words     at most 4,000 characters over all texts of a message
    rows      at most 5 buttons in a row, or one select alone; sections have 1 to 3 texts
    labels    a button has a label or an emoji; options and labels are not empty
    files     every attachment:// is among the payload's attachments, and every name once
    pictures  each has words for those who do not see it
    v2        no content, embeds, poll or stickers beside components of version 2
    fields    a field of a form is filled with no more than it takes
    sizes     how long texts and lists may be; also in the description, but quicker to judge so
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
"""Of a component, by its type: the least and the most characters, or things in a list."""
OPTION_SIZES = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
PICTURE_SIZES = {"description": (1, 1024)}


def complaints(request: Any) -> Iterator[str]:
    """What Discord would refuse about a request of the bot (`method`, `path`, `json`)."""
    if request.json is None:
        return
    yield from described(request.method, request.path, request.json)
    if isinstance(request.json, Mapping):
        body = request.json.get("data") if "callback" in request.path else request.json
        yield from undescribed(body or {})


# ---------------------------------------------------------------- what Discord describes


@cache
def description() -> dict[str, Any] | None:
    """Discord's OpenAPI file, or None where it is not."""
    if not DESCRIPTION.exists():
        return None
    parsed: dict[str, Any] = json.loads(DESCRIPTION.read_text("utf-8"))
    return parsed


def described(method: str, path: str, body: object) -> Iterator[str]:
    """Complaints of Discord's own description."""
    if place := place_of(method, shape(path)):
        yield from judged(place, json.dumps(body))


@lru_cache(maxsize=4096)
def judged(place: str, body: str) -> tuple[str, ...]:
    """The complaints about a body. All commands, say, are the same at each start: judged once."""
    hook = with_emoji_id_as_text if '"emoji"' in body else None
    sent = with_ids_as_text(json.loads(body, object_hook=hook))
    if quick_validator(place).is_valid(sent):
        return ()
    causes = map(root_cause, validator(place).iter_errors(sent))
    told = tuple(f"{cause.json_path} …{cause.message[-200:]}" for cause in causes)
    return told or ("somehow not as Discord describes it",)


def root_cause(error: ValidationError) -> ValidationError:
    """The fault that reached deepest into the payload; the rest only follows from it."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def with_ids_as_text(body: Any) -> Any:
    """discord.py writes new files' and mentioned users' ids as numbers, which Discord takes too."""
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
    """The same of an emoji on a control."""
    emoji = part.get("emoji")
    return part | {"emoji": emoji | {"id": str(emoji["id"])}} if emoji else part


def shape(path: str) -> str:
    """The path with every id and token as `{}`."""
    path = re.sub(r"/\d+", "/{}", path)
    path = re.sub(r"^/interactions/{}/[^/]+", "/interactions/{}/{}", path)
    return re.sub(r"^/webhooks/{}/[^/]+", "/webhooks/{}/{}", path)


@cache
def place_of(method: str, wanted: str) -> str | None:
    """Where the description says what a request's body is; None where it does not."""
    for template, operations in (description() or {"paths": {}})["paths"].items():
        if re.sub(r"{\w+}", "{}", template) == wanted and method.lower() in operations:
            place = f"#/paths/{template.replace('~', '~0').replace('/', '~1')}/{method.lower()}"
            content = operations[method.lower()].get("requestBody", {}).get("content", {})
            if "application/json" in content:
                return f"{PLACE}{place}/requestBody/content/application~1json/schema"
    return None


@cache
def quick_validator(place: str) -> jsonschema_rs.Draft202012Validator:
    """Says whether a body is right fifty times as quickly, but not well what is wrong."""
    ref = quote(place, safe=":#/~")
    return jsonschema_rs.Draft202012Validator({"$ref": ref}, registry=quick_registry())


@cache
def validator(place: str) -> Any:
    """Says what is wrong with a body."""
    return Discriminating({"$ref": place}, registry=registry())


@cache
def registry() -> Registry[Any]:
    """Where the validators find the description's parts."""
    resource = DRAFT202012.create_resource(description())
    known: Registry[Any] = Registry().with_resource(PLACE, resource)
    return known


@cache
def quick_registry() -> jsonschema_rs.Registry:
    """The same parts for the quick validators."""
    return jsonschema_rs.Registry([(PLACE, description())], draft=jsonschema_rs.Draft202012)


def by_type(
    validator: Any, branches: Sequence[Mapping[str, Any]], instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """`oneOf` and `anyOf` over things with a `type`: judge only the branch of that type.

    So the complaint names the real fault.
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
    """The values of `type` that a schema of the description admits."""
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
    """Complaints about the rules that the description lacks."""
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
    """Complaints about one component."""
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
    """Complaints about texts and lists of a component that are too short or too long."""
    for name, (least, most) in sizes.items():
        size = len(part.get(name) or ()) if name in part else least
        if not least <= size <= most:
            yield f"{name} of {size}, {least} to {most} fit: {str(part.get(name))[:40]!r}"
    for option in part.get("options", ()):
        yield from ill_sized(option, OPTION_SIZES)


def overfilled(part: Mapping[str, Any]) -> Iterator[str]:
    """A complaint about a field of a form that is filled with more than it takes."""
    size, most = len(part.get("value") or ""), part.get("max_length") or LONGEST_FIELD
    if part["type"] == FIELD and size > most:
        yield f"a field filled with {size} characters, {most} fit"


def unresolved(body: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Complaints about attachment:// and the files it means."""
    names = [file.get("filename", "") for file in body.get("attachments") or []]
    yield from repeated("file", [name for name in names if name])
    urls = [item["media"]["url"] for item in media_in(body.get("components") or [])]
    urls += [part["file"]["url"] for part in parts if part["type"] == FILE]
    for url in urls:
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} is not among the attachments {names}"
