"""Discord's own description of its interface as an oracle for every request; silent where the file is absent."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from bot.playground.wire import Call, Json

SPEC = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
ABSENT = f"Discord's OpenAPI description is not at {SPEC}"
# Whole numbers that discord.py sends where the description wants strings; Discord takes both.
NUMBERS = ("id", "recipient_id")
ACCOUNTS = ("users", "roles")
DEPTH = 12


class Oracle:
    """Names what is wrong with a request's body; knows nothing if the description is absent."""

    def faults(self, call: Call) -> list[str]:
        """Each fault with its place; empty for a valid request, and for one that the description does not know."""
        validator = _validator(call.method.lower(), call.path) if SPEC.exists() and call.body is not None else None
        if validator is None:
            return []
        where = f"{call.method} {re.sub(r'/[^/]{40,}', '/…', call.path)}"
        return [f"{where}: {_said(one)}" for one in validator.iter_errors(_lenient(call.body))]


def _lenient(body: Any) -> Any:
    if isinstance(body, list):
        return [_lenient(one) for one in body]
    if not isinstance(body, dict):
        return body
    file = "filename" in body or "recipient_id" in body
    return {
        name: str(one) if file and name in NUMBERS and isinstance(one, int) else _lenient(_accounts(name, one))
        for name, one in body.items()
    }


def _accounts(name: str, value: Any) -> Any:
    """The people and roles of `allowed_mentions`, which discord.py sends as whole numbers."""
    if name != "allowed_mentions" or not isinstance(value, dict):
        return value
    return {key: [str(n) for n in some] if key in ACCOUNTS else some for key, some in value.items()}


def _said(error: ValidationError) -> str:
    """The fault in the branch that fits best, with its place."""
    for _ in range(DEPTH):
        branches = _branches(error)
        if not branches:
            break
        error = max(branches, key=_telling)
    return f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def _telling(error: ValidationError) -> tuple[int, bool, bool]:
    return len(error.absolute_path), error.validator_value != "null", error.validator not in {"const", "enum"}


def _branches(error: ValidationError) -> list[ValidationError]:
    """Errors of the alternatives that the `type` of the instance does not rule out."""
    found: dict[Any, list[ValidationError]] = {}
    for one in error.context or ():
        found.setdefault(one.schema_path[0], []).append(one)
    wrong = {key for key, all_ in found.items() if any(list(one.path) == ["type"] for one in all_)}
    return [one for key, all_ in found.items() if key not in wrong for one in all_] or list(error.context or ())


@cache
def _spec() -> Json:
    return json.loads(SPEC.read_text(encoding="utf-8"))


@cache
def _routes() -> list[tuple[re.Pattern[str], int, str, str]]:
    found = []
    for path, methods in _spec()["paths"].items():
        pattern = re.compile(re.sub(r"\\{[^/]*?\\}", "[^/]+", re.escape(path)) + "$")
        found += [(pattern, path.count("{"), method, path) for method in methods if isinstance(methods[method], dict)]
    return sorted(found, key=lambda one: one[1])


def _validator(method: str, path: str) -> Draft202012Validator | None:
    for pattern, _, known, template in _routes():
        if known == method and pattern.match(path):
            return _for_route(method, template)
    return None


@cache
def _for_route(method: str, template: str) -> Draft202012Validator | None:
    content = _spec()["paths"][template][method].get("requestBody", {}).get("content", {})
    schema = (content.get("application/json") or {}).get("schema")
    if schema is None:
        return None
    return Draft202012Validator({"components": _spec()["components"], "allOf": [schema]})
