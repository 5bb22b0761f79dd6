"""Discord's answers as they came over the wire, and how they differ from what we believe. Knows no single belief."""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

Json = dict[str, Any]

NUMBER = re.compile(r"\d{17,20}")
PERMISSIONS = re.compile(r"\d+")
KEPT = 20  # answers that are remembered
SWITCHED = 101  # the HTTP status of a connection that became a websocket
LONGEST = 60  # letters of a value that are shown
NOTHING = "nothing"


@dataclass(frozen=True)
class Difference:
    """One place of an answer that is not as we believe.

    `where`: the place, such as `components[0].type`. `found`: what stands there. `wanted`: what we believe.
    """

    where: str
    found: str
    wanted: str


class Differs(Exception):
    """An answer is not as we believe; `differences` says where."""

    def __init__(self, *differences: Difference) -> None:
        super().__init__(f"{len(differences)} differences")
        self.differences = differences


@dataclass(frozen=True)
class WireAnswer:
    """One answer.

    `status`: of HTTP. `headers`: as they came, found under any spelling. `body`: the parsed JSON, None without one.
    """

    status: int
    headers: Mapping[str, str]
    body: Any


class Wiretap:
    """Remembers the last answers of a client whose `http_trace` is this object's `trace`."""

    def __init__(self) -> None:
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._keep)
        self._responses: deque[aiohttp.ClientResponse] = deque(maxlen=KEPT)

    async def last(self, part: str = "") -> WireAnswer:
        """The newest answer to a request whose path contains `part`. Raises IndexError if there is none."""
        response = [one for one in self._responses if part in one.url.path][-1]
        text = await response.text()  # the library has read it, so nothing is waited for
        return WireAnswer(response.status, response.headers, json.loads(text) if text else None)

    async def _keep(self, *heard: Any) -> None:
        response: aiohttp.ClientResponse = heard[-1].response
        if response.status != SWITCHED:
            self._responses.append(response)


def compare(found: Any, wanted: Any, where: str = "") -> None:
    """Raises Differs unless the answer `found` has everything that `wanted` names; more is ignored.

    A type stands for any value of it, a pattern for any text that fits it, a set for any of its members.
    """
    if differences := tuple(_differences(found, wanted, where)):
        raise Differs(*differences)


def _differences(found: Any, wanted: Any, where: str) -> Iterator[Difference]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, inner in wanted.items():
            yield from _differences(found.get(key, NOTHING), inner, f"{where}.{key}".lstrip("."))
    elif isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        for at, inner in enumerate(wanted):
            yield from _differences(found[at], inner, f"{where}[{at}]")
    elif not _fits(found, wanted):
        yield Difference(where, _shown(found), _shown(wanted))


def _fits(found: Any, wanted: Any) -> bool:
    match wanted:
        case type():
            return type(found) is wanted and found is not NOTHING
        case re.Pattern():
            return isinstance(found, str) and wanted.fullmatch(found) is not None
        case frozenset():
            return found in wanted
        case _:
            return bool(found == wanted) and type(found) is type(wanted)


def _shown(value: Any) -> str:
    match value:
        case type():
            text = f"any {value.__name__}"
        case re.Pattern():
            text = f"a text like {value.pattern}"
        case frozenset():
            text = " or ".join(sorted(map(str, value)))
        case str() if value is NOTHING:
            text = NOTHING
        case _:
            text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
