"""Plain values that the parts of the local Discord exchange, and iteration over message components.

Independent of the world, sockets and files: only shapes.
"""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

WireObject = dict[str, Any]

COMMAND, COMPONENT, COMPLETE, SUBMIT = 2, 3, 4, 5  # Discord's kinds of interaction
BUTTON, TEXT_INPUT, TEXT_DISPLAY_TYPE = 2, 4, 10
SELECTS = (3, 5, 6, 7, 8)  # selects of strings, users, roles, users and roles, channels
MODAL_CONTROLS = (TEXT_INPUT, *SELECTS, 19, 21, 22, 23)  # kinds of component that a modal can ask with
EPHEMERAL = 1 << 6


class Impossible(Exception):
    """A person's action is impossible in a Discord client; the text says why."""


@dataclass
class Upload:
    """A file of a request, in the form that simcord reads.

    `filename`: its name. `fp`: its bytes. `description`: the alt text.
    """

    filename: str
    fp: io.BytesIO
    description: str | None = None

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self.fp.getbuffer().nbytes


@dataclass(frozen=True)
class Call:
    """One REST request of the bot.

    `method`: GET, POST and so on. `path`: without `/api/v10`. `query`: the parameters. `body`: parsed, also from a
    multipart form. `files`: those of the form. `reason`: for the audit log, None without one.
    """

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: tuple[Upload, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class RestAnswer:
    """The answer to a request.

    `status`: of HTTP. `body`: the JSON, None for an empty 204. `headers`: in addition to those of every answer.
    """

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class News:
    """A change of something that a page shows.

    `kind`: a message was sent or edited, or is gone; an interaction started, progressed or opened the Activity; or the
    structure of the world changed.
    `channel`: where. `id`: of the message or the interaction, 0 if there is none.
    """

    kind: Literal["message", "gone", "asked", "answer", "activity", "world"]
    channel: int = 0
    id: int = 0


def error_answer(status: int, code: int, text: str) -> RestAnswer:
    """Return an error as Discord formats it."""
    return RestAnswer(status, {"code": code, "message": text})


def json_copy(value: Any) -> Any:
    """Return an independent copy, with JSON's own types only."""
    return json.loads(json.dumps(value))


def all_components(components: Any) -> Iterator[WireObject]:
    """Every component of a message or modal, nested ones too, outer before inner; anything else is skipped."""
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
    """The controls that can be pressed, chosen or filled in, by custom_id."""
    return {part["custom_id"]: part for part in all_components(components) if isinstance(part.get("custom_id"), str)}
