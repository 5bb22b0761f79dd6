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
        return {part.name: dump(getattr(value, part.name)) for part in _parts(value)}
    if isinstance(value, dict):
        return {str(key): dump(part) for key, part in value.items()}
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
        return _load_dict(kind, value, path)
    if not _is_plain(kind, value):
        raise Misfit(f"{path}: {kind.__name__} is needed")
    return None if value is None else kind(value)


def _is_plain(kind: Any, value: Any) -> bool:
    """Whether a JSON value has this plain type; true is no number, and a kind of text is made from text."""
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, str if issubclass(kind, str) else kind)


def _load_dict(kind: Any, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise Misfit(f"{path}: an object is needed")
    key_kind, part_kind = get_args(kind)
    return {_load_key(key_kind, key, path): _load(part_kind, part, f"{path}.{key}") for key, part in value.items()}


def _load_key(kind: Any, key: str, path: str) -> Any:
    """A key as its type: JSON turns numbers into text, so numbers are read back."""
    try:
        return kind(key)
    except ValueError:
        raise Misfit(f"{path}: {key} is no number") from None


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
    hints, names = _hints(kind), [part.name for part in _parts(kind)]
    unknown = sorted(set(value) - set(names))
    if unknown:
        raise Misfit(f"{path}: unknown field {unknown[0]}")
    made = {name: _load(hints[name], value[name], f"{path}.{name}") for name in names if name in value}
    try:
        return kind(**made)
    except TypeError as missing:
        raise Misfit(f"{path}: {str(missing).split('__init__() ')[-1]}") from None


def _parts(kind: Any) -> list[Any]:
    return [part for part in fields(kind) if part.metadata.get("stored", True)]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
