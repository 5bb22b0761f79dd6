"""What requests are made of: fields, each with a type, a meaning and perhaps a default. Knows no verb and no table.

The sentences here are shown by `help`: English for programmers, as docstrings are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, Literal, TypeVar

from engine.core import IllegalMove, Seat

DEEPEST = 50  # lists and objects within each other in an `id`; no more, so that every answer can be printed and read
ALL: Literal["all"] = "all"
Viewer = Seat | Literal["all"] | None  # who looks: a seat, a referee who may know all, the public
T = TypeVar("T")


@dataclass(frozen=True)
class FieldType:
    """A type of JSON values."""

    need: str  # what they must be, "a whole number"
    fits: Callable[[Any], bool]  # `fits(value)`: whether a value is so


@dataclass(frozen=True)
class RequestField(Generic[T]):
    """A field of a request, as a verb declares it."""

    name: str  # how it is called
    kind: FieldType  # its type
    means: str  # what it means, a short text
    needed: bool = True  # whether it is required
    default: T | None = None
    """What stands for it where it is left out. Null leaves it out too, unless null is a value of its type."""

    def read(self, given: Mapping[str, Any]) -> Any:
        """Its value in that JSON object. Raises IllegalMove("type")."""
        value = given.get(self.name)
        if self.name in given and self.kind.fits(value):
            return value
        if value is None and not self.needed:
            return self.default
        missing = "" if self.name in given else "given: "
        raise IllegalMove("type", field=self.name, need=missing + self.kind.need)

    def explained(self) -> dict[str, Any]:
        """The field as `help` shows it."""
        return {"name": self.name, "type": self.kind.need, "required": self.needed, "means": self.means}


class Request:
    """The values of the fields that a verb declares, each of its type."""

    def __init__(self, given: Mapping[str, Any], declared: Iterable[RequestField[Any]]) -> None:
        """Reads them from that JSON object. Raises IllegalMove("type")."""
        self._given = frozenset(given)
        self._values = {field.name: field.read(given) for field in declared}

    def __getitem__(self, field: RequestField[T]) -> T:
        value: T = self._values[field.name]
        return value

    def get(self, field: RequestField[T], otherwise: T) -> T:
        """The value of an optional field, or `otherwise` where the request leaves it out."""
        return self[field] if field.name in self._given else otherwise


def _of(need: str, *kinds: type) -> FieldType:
    """Values of these types; true and false are no numbers."""

    def fits(value: Any) -> bool:
        return isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))

    return FieldType(need, fits)


def _is_whole_text(value: Any) -> bool:
    return isinstance(value, str) and value == value.encode(errors="replace").decode()


def _is_object_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str) for part in value.values())


def _is_printable(value: Any, deepest: int = DEEPEST) -> bool:
    if isinstance(value, list | dict):
        parts = value.values() if isinstance(value, dict) else value
        return deepest > 0 and all(_is_printable(part, deepest - 1) for part in parts)
    return not isinstance(value, float) or isfinite(value)


PRINTABLE = FieldType(f"a value without numbers beyond all bounds, nested at most {DEEPEST} deep", _is_printable)
TEXT = _of("a text", str)
WHOLE_TEXT = FieldType("a text without half characters", _is_whole_text)  # no generator can be made from others
WHOLE = _of("a whole number", int)
POSITIVE = FieldType("a whole number above 0", lambda value: WHOLE.fits(value) and value > 0)
VIEWER = FieldType(f'a whole number, null or "{ALL}"', lambda value: value in (None, ALL) or WHOLE.fits(value))
FLAG = _of("true or false", bool)
NUMBER = _of("a number", int, float)
OBJECT = _of("an object", dict)
TEXTS = FieldType("an object of texts", _is_object_of_texts)
