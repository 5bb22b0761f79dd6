"""The plain values that the parts of the local Discord hand to each other, and walks over message parts.

Knows no world, no socket and no file: only shapes.
"""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

WireObject = dict[str, Any]

COMMAND, COMPONENT, COMPLETE, SUBMIT = 2, 3, 4, 5  # Discord's kinds of interaction
BUTTON, TEXT_INPUT, TEXT_DISPLAY_TYPE = 2, 4, 10
SELECTS = (3, 5, 6, 7, 8)  # one of strings, then of users, roles, both, channels
MODAL_CONTROLS = (TEXT_INPUT, *SELECTS, 19, 21, 22, 23)  # what a modal can ask
EPHEMERAL = 1 << 6


class Impossible(Exception):
    """What a person tried cannot be done in a Discord client; the text says why."""


@dataclass
class Upload:
    """One file of a request, as simcord reads it.

    `filename`: its name. `fp` holds the bytes, `description` the alt text.
    """

    filename: str
    fp: io.BytesIO
    description: str | None = None

    @property
    def size(self) -> int:
        """Bytes."""
        return self.fp.getbuffer().nbytes


@dataclass(frozen=True)
class Call:
    """One REST request of the bot.

    `method`: GET, POST and so on. `path`: without `/api/v10`. `query`: what stands after the path. `body`: parsed, also
    out of a multipart form. `files`: those of the form. `reason`: for the audit log, None without one.
    """

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: tuple[Upload, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class RestAnswer:
    """What a request got.

    `status`: of HTTP. `body`: the JSON, None for an empty 204. `headers`: beside those of every answer.
    """

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class News:
    """Something that a page shows has changed.

    `kind`: a message stands new or edited or is gone, an interaction began or went on or opened the Activity, or the
    world's shape changed.
    `channel`: where, `id`: of the message or the interaction, 0 where there is none.
    """

    kind: Literal["message", "gone", "asked", "answer", "activity", "world"]
    channel: int = 0
    id: int = 0


def error_answer(status: int, code: int, text: str) -> RestAnswer:
    """Discord's shape of an error."""
    return RestAnswer(status, {"code": code, "message": text})


def json_copy(value: Any) -> Any:
    """A copy of JSON material that shares nothing with its source and holds only JSON's own types."""
    return json.loads(json.dumps(value))


def all_components(components: Any) -> Iterator[WireObject]:
    """Every component of a message or modal, nested ones too, outer before inner; anything else is passed over."""
    for component in components if isinstance(components, list) else ():
        if not isinstance(component, dict):
            continue
        yield component
        if "components" in component:
            yield from all_components(component["components"])
        for name in ("accessory", "component"):
            if name in component:
                yield from all_components([component[name]])


def controls_by_id(components: Any) -> dict[str, WireObject]:
    """What can be pressed, chosen or filled in, by custom_id."""
    return {part["custom_id"]: part for part in all_components(components) if isinstance(part.get("custom_id"), str)}
