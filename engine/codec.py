"""Positions as JSON values and back: dataclasses become objects, tuples become lists.

Knows no game: types are read from the annotations of the dataclasses.
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Misfit(ValueError):
    """A JSON value does not have the shape of the type; the text says where and why."""


def dump(value: Any) -> Any:
    """The value as JSON values; fields marked `stored: False` are left out."""
    if is_dataclass(value):
        return {part.name: dump(getattr(value, part.name)) for part in fields(value) if part.metadata.get("stored", True)}
    if isinstance(value, dict):
        return {key: dump(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [dump(part) for part in value]
    return value


def load(kind: type[T], value: Any, path: str = "state") -> T:
    """A `kind` made from JSON values; missing fields take their defaults. Raises Misfit."""
    return _load(kind, value, path)  # type: ignore[no-any-return]


def _load(kind: Any, value: Any, path: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _load_union(kind, value, path)
    if is_dataclass(kind):
        return _load_object(kind, value, path)
    if origin in (list, tuple):
        return _load_row(kind, value, path)
    if origin is dict:
        if not isinstance(value, dict):
            raise Misfit(f"{path}: an object is needed")
        return {key: _load(get_args(kind)[1], part, f"{path}.{key}") for key, part in value.items()}
    if kind is type(None):
        kind, fits = type(None), value is None
    else:
        fits = isinstance(value, str if issubclass(kind, str) else kind) and (kind is bool or not isinstance(value, bool))
    if not fits:
        raise Misfit(f"{path}: {kind.__name__} is needed")
    return kind(value) if kind is not type(None) else None


def _load_union(kind: Any, value: Any, path: str) -> Any:
    for choice in get_args(kind):
        try:
            return _load(choice, value, path)
        except Misfit:
            continue
    raise Misfit(f"{path}: does not fit")


def _load_row(kind: Any, value: Any, path: str) -> Any:
    if not isinstance(value, list):
        raise Misfit(f"{path}: a list is needed")
    inner = get_args(kind)
    if get_origin(kind) is tuple and inner[-1] is not Ellipsis:
        if len(inner) != len(value):
            raise Misfit(f"{path}: {len(inner)} parts are needed")
        return tuple(_load(part, one, f"{path}[{i}]") for i, (part, one) in enumerate(zip(inner, value, strict=True)))
    return get_origin(kind)(_load(inner[0], one, f"{path}[{i}]") for i, one in enumerate(value))


def _load_object(kind: Any, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise Misfit(f"{path}: an object is needed")
    hints, parts = _hints(kind), [part for part in fields(kind) if part.metadata.get("stored", True)]
    unknown = set(value) - {part.name for part in parts}
    if unknown:
        raise Misfit(f"{path}: unknown field {min(unknown)}")
    made = {part.name: _load(hints[part.name], value[part.name], f"{path}.{part.name}") for part in parts if part.name in value}
    try:
        return kind(**made)
    except TypeError as missing:
        raise Misfit(f"{path}: {str(missing).split('__init__() ')[-1]}") from None


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
