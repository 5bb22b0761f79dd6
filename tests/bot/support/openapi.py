"""Discord's own description of its interface as an oracle for every request; silent where the file is absent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from bot.playground.protocol import Call, WireObject

SPEC = Path(__file__).parents[3].parent / "shared" / "discord" / "openapi.json"
ABSENT = f"Discord's OpenAPI description is not at {SPEC}"
# Whole numbers that discord.py sends where the description wants strings; Discord takes both.
NUMBERS = ("id", "recipient_id")
NUMBERED = ({"id", "type"}, {"id", "name"})  # what was chosen before, and an emoji
ACCOUNTS = ("users", "roles")


class Oracle:
    """Names what is wrong with a request's body; knows nothing if the description is absent."""

    def faults(self, call: Call) -> list[str]:
        """Each fault with its place; empty for a valid request, and for one that the description does not know."""
        if call.body is None or not SPEC.exists():
            return []
        method, path = call.method.lower(), re.sub(r"/[^/]{40,}", "/…", call.path)
        template = _template(method, re.sub(r"/\d+", "/0", path))
        found = () if template is None else _faults(method, template, json.dumps(call.body))
        return [f"{call.method} {path}: {one}" for one in found]


@lru_cache(maxsize=100)
def _faults(method: str, template: str, body: str) -> tuple[str, ...]:
    """All faults of the body, written as JSON; every bot of a test registers the same commands."""
    validator = _for_route(method, template)
    return () if validator is None else tuple(map(_said, validator.iter_errors(_lenient(json.loads(body)))))


def _lenient(body: Any) -> Any:
    if isinstance(body, list):
        return [_lenient(one) for one in body]
    if not isinstance(body, dict):
        return body
    numbered = "filename" in body or "recipient_id" in body or set(body) in NUMBERED
    return {
        name: str(one) if numbered and name in NUMBERS and isinstance(one, int) else _lenient(_accounts(name, one))
        for name, one in body.items()
    }


def _accounts(name: str, value: Any) -> Any:
    """The people and roles of `allowed_mentions`, which discord.py sends as whole numbers."""
    if name != "allowed_mentions" or not isinstance(value, dict):
        return value
    return {key: [str(n) for n in some] if key in ACCOUNTS else some for key, some in value.items()}


def _said(error: ValidationError) -> str:
    """The fault in the branch that fits best, with its place."""
    while error.context:
        error = max(error.context, key=lambda one: len(one.absolute_path))
    return f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def _narrowed(keyword: str) -> Any:
    """The keyword, trying only alternatives that the instance's own `type` leaves open: quick, and faults read well."""
    plain = Draft202012Validator.VALIDATORS[keyword]

    def check(
        validator: Any, alternatives: list[WireObject], instance: Any, schema: WireObject
    ) -> Iterator[ValidationError]:
        open_ = [one for one in alternatives if _may_be(one, instance)] or alternatives
        if len(open_) == 1:
            yield from _of(open_[0]).iter_errors(instance)
        else:
            yield from plain(validator, open_, instance, schema)

    return check


def _may_be(alternative: WireObject, instance: Any) -> bool:
    if "const" in alternative:
        return bool(alternative["const"] == instance)
    if instance is None or alternative.get("type") == "null":
        return instance is None and alternative.get("type") == "null"
    kinds = _kinds(alternative.get("$ref", ""))
    return not isinstance(instance, dict) or not kinds or instance.get("type") in kinds


@cache
def _kinds(reference: str) -> tuple[Any, ...]:
    """The values of `type` that a named schema allows, empty if it does not say."""
    schema = _schema(reference) if reference else {}
    return tuple(schema.get("properties", {}).get("type", {}).get("enum", ()))


def _reference(_: Any, reference: str, instance: Any, __: WireObject) -> Iterator[ValidationError]:
    return _of(_schema(reference)).iter_errors(instance)


def _properties(_: Any, properties: WireObject, instance: Any, __: WireObject) -> Iterator[ValidationError]:
    for name, schema in properties.items() if isinstance(instance, dict) else ():
        if name in instance:
            yield from _within(name, schema, instance[name])


def _items(_: Any, items: WireObject, instance: Any, __: WireObject) -> Iterator[ValidationError]:
    for index, one in enumerate(instance if isinstance(instance, list) else ()):
        if (known := (id(items), json.dumps(one))) not in _SOUND:
            faults = list(_within(index, items, one))
            yield from faults
            if not faults:
                _SOUND.add(known)


def _within(place: str | int, schema: WireObject, instance: Any) -> Iterator[ValidationError]:
    for error in _of(schema).iter_errors(instance):
        error.path.appendleft(place)
        yield error


# The library makes a new validator at each of these steps; ours are made once for each schema.
QUICK = {"$ref": _reference, "properties": _properties, "items": _items}
NARROWED = {one: _narrowed(one) for one in ("oneOf", "anyOf")}
Narrowed = validators.extend(Draft202012Validator, {**NARROWED, **QUICK})
_SOUND: set[tuple[int, str]] = set()  # items without a fault, by that identity: most buttons and rows come again
_MADE: dict[int, Any] = {}  # validators by the identity of their schema, which lasts as long as the description


def _of(schema: WireObject) -> Any:
    return _MADE.get(id(schema)) or _MADE.setdefault(id(schema), Narrowed(schema))


def _schema(reference: str) -> WireObject:
    """A named schema; all references of the description are to those."""
    return _spec()["components"]["schemas"][reference.removeprefix("#/components/schemas/")]


@cache
def _spec() -> WireObject:
    return json.loads(SPEC.read_text(encoding="utf-8"))


@cache
def _routes() -> list[tuple[re.Pattern[str], int, str, str]]:
    found = []
    for path, methods in _spec()["paths"].items():
        pattern = re.compile(re.sub(r"\\{[^/]*?\\}", "[^/]+", re.escape(path)) + "$")
        found += [(pattern, path.count("{"), method, path) for method in methods if isinstance(methods[method], dict)]
    return sorted(found, key=lambda one: one[1])


@cache
def _template(method: str, path: str) -> str | None:
    return next((one for pattern, _, known, one in _routes() if known == method and pattern.match(path)), None)


@cache
def _for_route(method: str, template: str) -> Any:
    content = _spec()["paths"][template][method].get("requestBody", {}).get("content", {})
    schema = (content.get("application/json") or {}).get("schema")
    return None if schema is None else _of(schema)
