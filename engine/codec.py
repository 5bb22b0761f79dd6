"""Convert positions to JSON values and back: dataclasses become objects, tuples become lists.

Independent of games: types come from the annotations of the dataclasses. Fields may be strings, integers,
booleans, dataclasses, lists and tuples of any length, and dicts with string keys.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.core import truncate

MAX_INTEGER = (1 << 63) - 1  # the largest integer that a database stores
T = TypeVar("T")
ValueReader = Callable[[Any, str], Any]  # makes a value from a JSON value; errors name its path, the second argument
_NEEDS = {bool: "true or false", int: "a whole number", str: "a text"}


class Misfit(ValueError):
    """A JSON value has the wrong type. `field`: the path of the value. `need`: what it must be."""

    def __init__(self, field: str, need: str) -> None:
        super().__init__(f"{field} must be {need}")
        self.field = field
        self.need = need


def dump(value: Any) -> Any:
    """Convert a value to JSON values. Fields marked `stored: False` are left out."""
    if isinstance(value, str | int):  # first, because most parts of a position are of these types
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
    """Make a `kind` from JSON values. Missing fields get their defaults. Raises Misfit."""
    return _reader(kind)(value, path)  # type: ignore[arg-type, no-any-return]


@cache
def _reader(kind: Any) -> ValueReader:
    """Return the function that makes a value of the type; cached, because every button press reads positions."""
    origin = get_origin(kind)
    if is_dataclass(kind):
        return _reader_of_object(kind)
    if origin in (list, tuple):
        return _reader_of_sequence(origin, get_args(kind)[0])
    if origin is dict:
        return _reader_of_dict(get_args(kind)[1])
    return _reader_of_plain(kind)


def _reader_of_plain(kind: Any) -> ValueReader:
    """Read a string, integer or boolean. Booleans are no integers; a string that an enum lacks stays a string."""
    written = str if issubclass(kind, str) else kind
    make = {word.value: word for word in kind}.get if issubclass(kind, StrEnum) else None

    def read(value: Any, path: str) -> Any:
        if not (kind is bool if isinstance(value, bool) else isinstance(value, written)):
            raise Misfit(path, _NEEDS[written])
        if kind is int and abs(value) > MAX_INTEGER:
            raise Misfit(path, "a number that can be kept")
        if make is not None:
            return make(value, value)
        return kind(value)

    return read


def _reader_of_dict(part_kind: Any) -> ValueReader:
    read_part = _reader(part_kind)

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise Misfit(path, "an object")
        return {key: read_part(part, f"{path}.{truncate(key)}") for key, part in value.items()}

    return read


def _reader_of_sequence(kind: Any, part_kind: Any) -> ValueReader:
    read_part = _reader(part_kind)

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise Misfit(path, "a list")
        return kind(read_part(part, f"{path}[{index}]") for index, part in enumerate(value))

    return read


def _reader_of_object(kind: Any) -> ValueReader:
    hints = get_type_hints(kind)
    readers = {attribute.name: _reader(hints[attribute.name]) for attribute in _parts(kind)}
    required = {
        attribute.name
        for attribute in _parts(kind)
        if attribute.default is MISSING and attribute.default_factory is MISSING
    }

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise Misfit(path, "an object")
        if unknown := sorted(set(value) - set(readers)):
            raise Misfit(f"{path}.{truncate(unknown[0])}", "left out: there is no such field")
        if missing := sorted(required - set(value)):
            raise Misfit(f"{path}.{missing[0]}", "given")
        return kind(
            **{name: read_part(value[name], f"{path}.{name}") for name, read_part in readers.items() if name in value}
        )

    return read


@cache
def _parts(kind: Any) -> list[Any]:
    return [part for part in fields(kind) if part.metadata.get("stored", True)]
