"""The fields of requests, each with a type, a meaning and perhaps a default. Independent of verbs and tables.

The verb `help` shows the sentences in this module. They are English only, because programmers read them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, Literal, TypeVar

from engine.core import IllegalMove, Seat

MAX_NESTING = 50  # nested lists and objects in an `id`; the limit ensures that the answer can be printed
REFEREE: Literal["all"] = "all"
RequestViewer = Seat | Literal["all"] | None  # a seat; "all" for the referee, who sees everything; None for the public
T = TypeVar("T")


@dataclass(frozen=True)
class FieldType:
    """A type of JSON values."""

    need: str  # what a value must be, "a whole number"
    fits: Callable[[Any], bool]  # `fits(value)`: whether the value has this type


@dataclass(frozen=True)
class RequestField(Generic[T]):
    """A field of a request, declared by a verb."""

    name: str  # the key in the JSON object
    kind: FieldType  # the type of its value
    means: str  # a short description
    required: bool = True  # whether a request must have it
    default: T | None = None
    """The value if the field is left out. Null counts as left out, unless null is a value of the type."""

    def read(self, given: Mapping[str, Any]) -> Any:
        """Return the value in that JSON object. Raises IllegalMove("type")."""
        value = given.get(self.name)
        if self.name in given and self.kind.fits(value):
            return value
        if value is None and not self.required:
            return self.default
        missing = "" if self.name in given else "given: "
        raise IllegalMove("type", field=self.name, need=missing + self.kind.need)

    def help_entry(self) -> dict[str, Any]:
        """Return the field as `help` shows it."""
        return {"name": self.name, "type": self.kind.need, "required": self.required, "means": self.means}


class Request:
    """The values of the fields that a verb declares, with their types checked."""

    def __init__(self, given: Mapping[str, Any], declared: Iterable[RequestField[Any]]) -> None:
        """Read the fields from a JSON object. Raises IllegalMove("type")."""
        self._given = frozenset(given)
        self._values = {field.name: field.read(given) for field in declared}

    def __getitem__(self, field: RequestField[T]) -> T:
        value: T = self._values[field.name]
        return value

    def get(self, field: RequestField[T], otherwise: T) -> T:
        """Return the value of an optional field, or `otherwise` if the request leaves it out."""
        return self[field] if field.name in self._given else otherwise


def _type_of(need: str, *kinds: type) -> FieldType:
    """Return the field type of values of these Python types. True and false are not numbers."""

    def fits(value: Any) -> bool:
        return isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))

    return FieldType(need, fits)


def _is_valid_unicode(value: Any) -> bool:
    return isinstance(value, str) and value == value.encode(errors="replace").decode()


def _is_object_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str) for part in value.values())


def _is_printable(value: Any, deepest: int = MAX_NESTING) -> bool:
    if isinstance(value, list | dict):
        parts = value.values() if isinstance(value, dict) else value
        return deepest > 0 and all(_is_printable(part, deepest - 1) for part in parts)
    return not isinstance(value, float) or isfinite(value)


PRINTABLE_TYPE = FieldType(
    f"a value without numbers beyond all bounds, nested at most {MAX_NESTING} deep", _is_printable
)
TEXT_TYPE = _type_of("a text", str)
UNICODE_TYPE = FieldType(
    "a text without half characters", _is_valid_unicode
)  # a lone surrogate cannot seed a generator
INTEGER_TYPE = _type_of("a whole number", int)
POSITIVE_TYPE = FieldType("a whole number above 0", lambda value: INTEGER_TYPE.fits(value) and value > 0)
VIEWER_TYPE = FieldType(
    f'a whole number, null or "{REFEREE}"', lambda value: value in (None, REFEREE) or INTEGER_TYPE.fits(value)
)
FLAG_TYPE = _type_of("true or false", bool)
NUMBER_TYPE = _type_of("a number", int, float)
OBJECT_TYPE = _type_of("an object", dict)
TEXTS_TYPE = FieldType("an object of texts", _is_object_of_texts)
