"""Positions as JSON values and back: dataclasses become objects, tuples become lists.

Knows no game: types are read from the annotations of the dataclasses. Fields are texts, whole numbers and flags,
dataclasses, lists and tuples of any length, and dicts by text.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.core import cut

MOST = (1 << 63) - 1  # no number is larger: as much as a database keeps
T = TypeVar("T")
Reader = Callable[[Any, str], Any]  # of a JSON value that stands at that path
_NEEDS = {bool: "true or false", int: "a whole number", str: "a text"}


class Misfit(ValueError):
    """A JSON value does not have the shape of the type: the `field` at that path must be what `need` says."""

    def __init__(self, field: str, need: str) -> None:
        super().__init__(f"{field} must be {need}")
        self.field = field
        self.need = need


def dump(value: Any) -> Any:
    """The value as JSON values; fields marked `stored: False` are left out."""
    if isinstance(value, str | int):  # most parts of a position
        return value
    kind: Any = type(value)
    if is_dataclass(value):
        return {part.name: dump(getattr(value, part.name)) for part in _parts(kind)}
    if hasattr(value, "_asdict"):  # a named tuple
        return dump(value._asdict())
    if isinstance(value, dict):
        return {str(key): dump(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [*map(dump, value)]
    return value


def load(kind: type[T], value: Any, path: str = "state") -> T:
    """A `kind` made from JSON values; missing fields take their defaults. Raises Misfit."""
    return _reader(kind)(value, path)  # type: ignore[arg-type, no-any-return]


@cache
def _reader(kind: Any) -> Reader:
    """The function that makes a value of the type from JSON; worked out once, as positions are read at every press."""
    origin = get_origin(kind)
    if is_dataclass(kind):
        return _reader_of_object(kind)
    if origin in (list, tuple):
        return _reader_of_row(origin, get_args(kind)[0])
    if origin is dict:
        return _reader_of_dict(get_args(kind)[1])
    return _reader_of_plain(kind)


def _reader_of_plain(kind: Any) -> Reader:
    """True is no number, and a kind of text is made from text; a word that an enumeration lacks stays text."""
    written = str if issubclass(kind, str) else kind
    make = {word.value: word for word in kind}.get if issubclass(kind, StrEnum) else None

    def read(value: Any, path: str) -> Any:
        if not (kind is bool if isinstance(value, bool) else isinstance(value, written)):
            raise Misfit(path, _NEEDS[written])
        if kind is int and abs(value) > MOST:
            raise Misfit(path, "a number that can be kept")
        if make is not None:
            return make(value, value)
        return kind(value)

    return read


def _reader_of_dict(part_kind: Any) -> Reader:
    part = _reader(part_kind)

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise Misfit(path, "an object")
        return {key: part(one, f"{path}.{cut(key)}") for key, one in value.items()}

    return read


def _reader_of_row(kind: Any, part_kind: Any) -> Reader:
    part = _reader(part_kind)

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise Misfit(path, "a list")
        return kind(part(one, f"{path}[{i}]") for i, one in enumerate(value))

    return read


def _reader_of_object(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    parts = {part.name: _reader(hints[part.name]) for part in _parts(kind)}
    needed = {part.name for part in _parts(kind) if part.default is MISSING and part.default_factory is MISSING}

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise Misfit(path, "an object")
        if unknown := sorted(set(value) - set(parts)):
            raise Misfit(f"{path}.{cut(unknown[0])}", "left out: there is no such field")
        if missing := sorted(needed - set(value)):
            raise Misfit(f"{path}.{missing[0]}", "given")
        return kind(**{name: part(value[name], f"{path}.{name}") for name, part in parts.items() if name in value})

    return read


@cache
def _parts(kind: Any) -> list[Any]:
    return [part for part in fields(kind) if part.metadata.get("stored", True)]
