"""The world on disk: a JSON file, replaced atomically, and a folder of attachments next to it.

Knows nothing of Discord: it packs any dataclasses and restores them with their types.
"""

import dataclasses
import json
import os
import types
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

WORLD_FORMAT = 1
_hints: Callable[[Any], dict[str, Any]] = cache(typing.get_type_hints)


class UnreadableWorld(Exception):
    """The file is not a saved world; the text says which file and why."""


class WorldFile:
    """Reads and saves a world: `path` is the JSON file, the folder `<path>.files` has the attachments by id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = path.with_name(path.name + ".files")

    def load(self) -> dict[str, Any] | None:
        """Return the last saved world, None if there is none. Raises UnreadableWorld."""
        if not self.path.exists():
            return None
        try:
            world = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UnreadableWorld(f"{self.path} cannot be read as a saved world: {error}") from error
        if not isinstance(world, dict) or world.get("format") != WORLD_FORMAT:
            raise UnreadableWorld(f"{self.path} is not a saved world of this version")
        return world

    def save(self, world: dict[str, Any], blobs: Iterable[tuple[str, bytes]]) -> None:
        """Save the attachments, then the world that names them: a crash in between leaves the old world intact."""
        self.files.mkdir(parents=True, exist_ok=True)
        for name, content in blobs:
            _replace_file(self.files / name, content)
        _replace_file(self.path, json.dumps({"format": WORLD_FORMAT, **world}).encode())

    def blob(self, name: str) -> bytes | None:
        """The attachment with that id, None if it was never saved."""
        place = self.files / name
        return place.read_bytes() if name.isdecimal() and place.is_file() else None

    def keep_only(self, names: set[str]) -> None:
        """Delete attachments that no message contains any more."""
        if self.files.is_dir():
            for place in self.files.iterdir():
                if place.name not in names:
                    place.unlink()


def pack(value: Any) -> Any:
    """Return dataclasses, sets and integer keys as JSON; `unpack` is its inverse."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {inner.name: pack(getattr(value, inner.name)) for inner in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): pack(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [pack(inner) for inner in value]
    return value


def unpack(kind: Any, raw: Any) -> Any:
    """Return what was given to `pack`, if `kind` is its type. Fields that the type no longer has are dropped."""
    if isinstance(kind, types.UnionType):
        kind = next(inner_value for inner_value in typing.get_args(kind) if inner_value is not type(None))
        return None if raw is None else unpack(kind, raw)
    if dataclasses.is_dataclass(kind):
        record: Any = kind
        hints = _hints(record)
        return record(**{name: unpack(hint, raw[name]) for name, hint in hints.items() if name in raw})
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is dict:
        return {unpack(inner[0], key): unpack(inner[1], inner_value) for key, inner_value in raw.items()}
    if origin:
        return origin(unpack(inner[0], inner_value) for inner_value in raw)
    return kind(raw) if isinstance(kind, type) and (kind is int or issubclass(kind, Enum)) else raw


def _replace_file(place: Path, content: bytes) -> None:
    fresh = place.with_name(place.name + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(place)
