"""The engine as a process: one JSON object a line in, one JSON object a line out, several tables by name.

Knows no game, and no words: `say` makes the texts of errors.
"""

import json
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from random import Random
from typing import Any, BinaryIO, TextIO

from engine.ai import choose
from engine.codec import Misfit, dump, load
from engine.core import CHANCE, Fact, Game, IllegalMove, Seat, cut, places
from engine.table import Table

LONGEST = 1 << 20  # bytes of a request; a position is below 4,000
Say = Callable[[str, str, Mapping[str, Fact]], str]  # game key or "", reason, facts
Request = Mapping[str, Any]
Answer = dict[str, Any]


class Check(StrEnum):
    """How strictly a loaded position is checked: all pieces have to be there, or just its shape has to be right."""

    PIECES = "pieces"
    SHAPE = "shape"


class Responder:
    """Answers requests; it keeps the tables, and a request that fails changes none of them."""

    def __init__(self, games: Mapping[str, Game], say: Say) -> None:
        self.games = games
        self.say = say
        self.tables: dict[str, Table] = {}
        self._verbs: dict[str, Callable[[Request], Answer]] = {
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "state": self._state,
            "moves": self._moves,
            "refuses": self._refuses,
            "play": self._play,
            "back": self._back,
            "choose": self._choose,
            "bye": lambda _: {"bye": True},
        }

    def answer(self, request: Any) -> Answer:
        """The answer to one request, with its `id`; errors are answers too."""
        given = request if isinstance(request, dict) else {}
        mark = {"id": given["id"]} if "id" in given else {}
        try:
            if not isinstance(request, dict):
                raise IllegalMove("request")  # noqa: TRY301 - answered below like every other refusal
            return self._verb(given)(given) | mark
        except IllegalMove as refusal:
            return self.error(refusal.reason, refusal.facts, given) | mark
        except Misfit as misfit:
            return self.error("state", {"field": misfit.field, "need": misfit.need}, given) | mark

    def error(self, reason: str, facts: Mapping[str, Fact], given: Request) -> Answer:
        """An error as an answer, in the words of the game that the request is about."""
        return {"error": {"reason": reason, "text": self.say(self._about(given), reason, facts)}}

    def _about(self, given: Request) -> str:
        name, key = given.get("table"), given.get("game")
        if isinstance(key, str) and key in self.games:
            return key
        return self.tables[name].game.key if isinstance(name, str) and name in self.tables else ""

    def _verb(self, given: Request) -> Callable[[Request], Answer]:
        verb = _text(given, "do")
        if verb not in self._verbs:
            raise IllegalMove("verb", verb=cut(verb))
        return self._verbs[verb]

    def _games(self, _: Request) -> Answer:
        return {"games": [_shown(game) for game in self.games.values()]}

    def _new(self, given: Request) -> Answer:
        first = 0 if given.get("first") is None else _number(given, "first")
        table = Table.new(self._game(given), _number(given, "seats"), _options(given), _seed(given), first)
        return self._keep(given, table)

    def _load(self, given: Request) -> Answer:
        game, raw = self._game(given), _object(given, "state")
        carried = {key: raw[key] for key in game.options if key in raw}
        options = game.chosen({**carried, **_options(given)})
        own = {part.name for part in fields(game.state)}  # options that the position carries too
        state = load(game.state, {**raw, **{key: value for key, value in options.items() if key in own}})
        game.check(state, _check(given) == Check.PIECES)
        seats = len(state.scores())
        if given.get("seats") is not None and _number(given, "seats") != seats:
            raise IllegalMove("seat", seats=seats)
        return self._keep(given, Table(game, seats, options, _seed(given), (), state, origin=state).dealt())

    def _state(self, given: Request) -> Answer:
        table = self._table(given)
        if "seat" not in given:
            return {"state": dump(table.state)}
        seat = None if given["seat"] is None else _seat(given, table)
        return {"state": dump(table.view(seat).state)}

    def _moves(self, given: Request) -> Answer:
        table = self._table(given)
        if _number(given, "seat") == CHANCE:
            return {"moves": [], "form": table.game.chance_form}
        return {"moves": [str(move) for move in table.state.moves(_seat(given, table))]}

    def _refuses(self, given: Request) -> Answer:
        table, seat, text = self._table(given), _number(given, "seat"), _text(given, "move")
        try:
            table.play(seat, text)
        except IllegalMove as refusal:
            return self.error(refusal.reason, refusal.facts, given)["error"]  # type: ignore[no-any-return]
        return {"reason": None}

    def _play(self, given: Request) -> Answer:
        table = self._table(given)
        return self._keep(given, table.play(_number(given, "seat"), _text(given, "move")))

    def _back(self, given: Request) -> Answer:
        """With a seed a draw that comes next is made at once."""
        return self._keep(given, self._table(given).back_to(_number(given, "length")).dealt())

    def _choose(self, given: Request) -> Answer:
        table = self._table(given)
        seat = _seat(given, table)
        seconds = given.get("seconds", 0)
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            raise IllegalMove("type", field="seconds")
        rng = Random(f"{table.seed}/choose/{len(table.log)}/{seat}")  # noqa: S311 - repeatable on purpose
        return {"move": str(choose(_text(given, "robot"), table.view(seat), rng))}

    def _keep(self, given: Request, table: Table) -> Answer:
        name = _text(given, "table")
        status = _status(name, table)
        self.tables[name] = replace(table, events=())
        return status

    def _game(self, given: Request) -> Game:
        key = _text(given, "game")
        if key not in self.games:
            raise IllegalMove("game", game=cut(key))
        return self.games[key]

    def _table(self, given: Request) -> Table:
        name = _text(given, "table")
        if name not in self.tables:
            raise IllegalMove("table", table=cut(name))
        return self.tables[name]


def serve(games: Mapping[str, Game], say: Say, source: BinaryIO, sink: TextIO) -> None:
    """Answers every line of the source until it ends or says bye."""
    responder = Responder(games, say)
    for line in _lines(source):
        request, answer = _answered(responder, line)
        sink.write(_printed(responder, answer) + "\n")
        sink.flush()
        if isinstance(request, dict) and request.get("do") == "bye":
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only the beginning."""
    while line := source.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 1)
        yield line


def _answered(responder: Responder, line: bytes) -> tuple[Any, Answer]:
    if len(line) > LONGEST:
        return None, responder.error("large", {"bytes": LONGEST}, {})
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        return None, responder.error("json", {"why": str(fault)[:80]}, {})
    try:
        return request, responder.answer(request)
    except Exception:  # noqa: BLE001 - the one handler of this process: a bug of ours must not end other tables
        traceback.print_exc()
        return request, responder.error("fault", {}, {})


def _printed(responder: Responder, answer: Answer) -> str:
    try:
        return json.dumps(answer, allow_nan=False, separators=(",", ":"))
    except (ValueError, RecursionError):  # numbers and nesting that came in but cannot go out, as in an odd `id`
        return json.dumps(responder.error("json", {"why": "id"}, {}))


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _shown(game: Game) -> Answer:
    options = {key: list(values) for key, values in game.options.items()}
    return {"key": game.key, "title": game.title, "seats": list(game.seats), "options": options}


def _status(name: str, table: Table) -> Answer:
    """Where the table stands; `places` once it is over, equal ones for a shared place."""
    scores, acting = table.state.scores(), table.state.to_act()
    status: Answer = {"table": name, "to_act": list(acting), "over": not acting, "scores": [list(s) for s in scores]}
    status |= {"length": len(table.log), "events": [dump(event) for event in table.events]}
    return status if acting else status | {"places": list(places(scores))}


def _text(given: Request, field: str) -> str:
    value = given.get(field)
    if not isinstance(value, str):
        raise IllegalMove("type", field=field)
    return value


def _number(given: Request, field: str) -> int:
    value = given.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise IllegalMove("type", field=field)
    return value


def _object(given: Request, field: str) -> dict[str, Any]:
    value = given.get(field)
    if not isinstance(value, dict):
        raise IllegalMove("type", field=field)
    return value


def _options(given: Request) -> dict[str, str]:
    return _object(given, "options") if given.get("options") is not None else {}


def _check(given: Request) -> Check:
    chosen = given.get("check", Check.PIECES)
    if chosen not in tuple(Check):
        raise IllegalMove("type", field="check")
    return Check(chosen)


def _seed(given: Request) -> str | None:
    if given.get("seed") is None:
        return None
    seed = _text(given, "seed")
    if not seed.isascii() and seed != seed.encode(errors="replace").decode():
        raise IllegalMove("type", field="seed")  # half a character: no generator can be made from it
    return seed


def _seat(given: Request, table: Table) -> Seat:
    seat = _number(given, "seat")
    if seat not in range(table.seats):
        raise IllegalMove("seat", seats=table.seats)
    return seat
