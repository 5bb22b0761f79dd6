"""The engine as a process: one JSON object a line in, one JSON object a line out, several tables by name.

Knows no game, no verb, and no words: `say` makes the texts of errors.
"""

import json
import traceback
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, TextIO

from engine.conversation import Answered, Conversation, Json, Say
from engine.core import Game, IllegalMove
from engine.requests import PRINTABLE, Request
from engine.verbs import verb_of

LONGEST = 1 << 20  # bytes of a request; a position is below 4,000


class Responder:
    """Answers requests; it keeps the tables, and a request that fails changes none of them.

    `over`: the last request was to end all this.
    """

    def __init__(self, games: Mapping[str, Game], say: Say) -> None:
        self.talk = Conversation(games, say, {})
        self.over = False

    def answer(self, request: Any) -> Json:
        """The answer to one request, with its `id`; errors are answers too."""
        answer: Json = json.loads(self.line(request))
        return answer

    def line(self, request: Any) -> str:
        """The answer as a line. What the request changes is kept only once that line is there."""
        mark: Json = {}
        try:
            mark = _mark(request)
            answered = self._answered(request)
            line = _printed(answered.answer | mark)
        except IllegalMove as refusal:
            return _printed(self.talk.error(refusal, request) | mark)
        except Exception:  # noqa: BLE001 - the one handler of this process: a bug of ours must not end other tables
            traceback.print_exc()
            return _printed(self.talk.error(IllegalMove("fault"), {}) | mark)
        self.talk.plays.update(answered.kept)
        self.over = answered.ends
        return line

    def read(self, line: bytes) -> str:
        """The line that answers a line."""
        try:
            request = _read(line)
        except IllegalMove as refusal:
            return _printed(self.talk.error(refusal, {}))
        return self.line(request)

    def _answered(self, given: Any) -> Answered:
        if not isinstance(given, dict):
            raise IllegalMove("request")
        if not isinstance(given.get("do"), str):
            raise IllegalMove("type", field="do", need="a verb: a text such as `help`")
        verb = verb_of(given["do"])
        return verb.answer(self.talk, Request(given, verb.fields))


def serve(games: Mapping[str, Game], say: Say, source: BinaryIO, sink: TextIO) -> None:
    """Answers every line of the source until it ends or says bye."""
    responder = Responder(games, say)
    for line in _lines(source):
        sink.write(responder.read(line) + "\n")
        sink.flush()
        if responder.over:
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only the beginning."""
    while line := source.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 1)
        yield line


def _read(line: bytes) -> Any:
    """The JSON value on a line. Raises IllegalMove: "large" or "json", without a word of what was sent."""
    if len(line) > LONGEST:
        raise IllegalMove("large", bytes=LONGEST)
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as fault:
        raise IllegalMove("json", why=f"byte {fault.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as fault:
        raise IllegalMove("json", why=f"column {fault.colno}: {fault.msg}") from None
    except OverflowError:
        raise IllegalMove("json", why="NaN and Infinity are none") from None
    except RecursionError:
        raise IllegalMove("json", why="it is nested too deeply") from None
    except ValueError:
        raise IllegalMove("json", why="a number has too many digits") from None


def _no_constant(name: str) -> None:
    raise OverflowError(name)


def _mark(request: Any) -> Json:
    """The `id` of a request, with which it is answered. Raises IllegalMove("type") for one that cannot be printed."""
    if not isinstance(request, dict) or "id" not in request:
        return {}
    if not PRINTABLE.fits(request["id"]):
        raise IllegalMove("type", field="id", need=PRINTABLE.need)
    return {"id": request["id"]}


def _printed(answer: Json) -> str:
    return json.dumps(answer, allow_nan=False, separators=(",", ":"))
