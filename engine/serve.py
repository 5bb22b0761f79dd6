"""The engine as a process: reads and writes one JSON object per line and keeps several tables by name.

Independent of games and verbs; `explain_reason` makes the texts of errors.
"""

import json
import traceback
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, TextIO

from engine.conversation import Conversation, ExplainReason, JsonObject, RequestResult
from engine.core import Game, IllegalMove
from engine.requests import PRINTABLE_TYPE, Request
from engine.verbs import find_verb

MAX_REQUEST_BYTES = 1 << 20  # a request with a position has less than 4,000


class Responder:
    """Answers requests and keeps the tables. A request that fails changes no table.

    `is_done`: whether the last request asked to end the process.
    """

    def __init__(self, games: Mapping[str, Game], explain_reason: ExplainReason) -> None:
        self.conversation = Conversation(games, explain_reason, {})
        self.is_done = False

    def answer(self, request: Any) -> JsonObject:
        """Answer one request, with its `id`. Errors are answers too."""
        answer: JsonObject = json.loads(self.answer_line(request))
        return answer

    def answer_line(self, request: Any) -> str:
        """Return the answer as a line. Keeps the changed tables only if the line could be made."""
        id_field: JsonObject = {}
        try:
            id_field = _id_field(request)
            result = self._dispatch(request)
            line = _format(result.answer | id_field)
        except IllegalMove as refusal:
            return _format(self.conversation.error(refusal, request) | id_field)
        except Exception:  # noqa: BLE001 - a bug that one request meets must not end the other tables
            traceback.print_exc()
            return _format(self.conversation.error(IllegalMove("fault"), {}) | id_field)
        self.conversation.tables.update(result.changed_tables)
        self.is_done = result.ends
        return line

    def respond(self, line: bytes) -> str:
        """Return the line that answers this line."""
        try:
            request = _parse(line)
        except IllegalMove as refusal:
            return _format(self.conversation.error(refusal, {}))
        return self.answer_line(request)

    def _dispatch(self, request: Any) -> RequestResult:
        if not isinstance(request, dict):
            raise IllegalMove("request")
        if not isinstance(request.get("do"), str):
            raise IllegalMove("type", field="do", need="a verb: a text such as `help`")
        verb = find_verb(request["do"])
        return verb.answer(self.conversation, Request(request, verb.fields))


def serve(games: Mapping[str, Game], explain_reason: ExplainReason, source: BinaryIO, sink: TextIO) -> None:
    """Answer every line of the source until it ends or a request says bye."""
    responder = Responder(games, explain_reason)
    for line in _read_lines(source):
        sink.write(responder.respond(line) + "\n")
        sink.flush()
        if responder.is_done:
            return


def _read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines. Of a line that is too long, yield only the beginning."""
    while line := source.readline(MAX_REQUEST_BYTES + 1):
        rest = line
        while len(rest) > MAX_REQUEST_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_REQUEST_BYTES + 1)
        yield line


def _parse(line: bytes) -> Any:
    """Parse the JSON value on a line. Raises IllegalMove: "large" or "json", without repeating the input."""
    if len(line) > MAX_REQUEST_BYTES:
        raise IllegalMove("large", bytes=MAX_REQUEST_BYTES)
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_reject_constant)
    except UnicodeDecodeError as error:
        raise IllegalMove("json", why=f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise IllegalMove("json", why=f"column {error.colno}: {error.msg}") from None
    except OverflowError:
        raise IllegalMove("json", why="NaN and Infinity are none") from None
    except RecursionError:
        raise IllegalMove("json", why="it is nested too deeply") from None
    except ValueError:
        raise IllegalMove("json", why="a number has too many digits") from None


def _reject_constant(name: str) -> None:
    raise OverflowError(name)


def _id_field(request: Any) -> JsonObject:
    """Return the `id` that the answer repeats, if any. Raises IllegalMove("type") if it cannot be printed."""
    if not isinstance(request, dict) or "id" not in request:
        return {}
    if not PRINTABLE_TYPE.fits(request["id"]):
        raise IllegalMove("type", field="id", need=PRINTABLE_TYPE.need)
    return {"id": request["id"]}


def _format(answer: JsonObject) -> str:
    return json.dumps(answer, allow_nan=False, separators=(",", ":"))
