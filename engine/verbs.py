"""The verbs of the process: each with its fields, a description, an example, and the function that answers.

Dispatch, type checks and `help` all come from the one table REQUEST_VERBS. Independent of games; keeps no tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from engine.codec import Misfit, dump, load
from engine.conversation import Conversation, JsonObject, RequestResult, TableOrSeries, require_seat, result_with_status
from engine.core import CHANCE, IllegalMove, Options, Seat, truncate
from engine.requests import (
    FLAG_TYPE,
    INTEGER_TYPE,
    NUMBER_TYPE,
    OBJECT_TYPE,
    POSITIVE_TYPE,
    REFEREE,
    TEXT_TYPE,
    TEXTS_TYPE,
    UNICODE_TYPE,
    VIEWER_TYPE,
    Request,
    RequestField,
    RequestViewer,
)
from engine.robots import luck
from engine.robots.ai import choose, node_budget, rank_moves
from engine.robots.core import Level
from engine.robots.review import review, review_as_json
from engine.series import Series
from engine.table import Table

PROTOCOL_DOCUMENT = "docs/engine-protocol.md"
MOVE_VALUE_DIGITS = 4  # decimal places


@dataclass(frozen=True)
class RequestVerb:
    """A verb of the protocol."""

    name: str  # in the field `do`
    means: str  # a short description
    fields: tuple[RequestField[Any], ...]  # the fields that a request with this verb can have
    example: Mapping[str, Any]  # a request; the examples of all verbs, in order, are a valid conversation
    answer: Callable[[Conversation, Request], RequestResult]
    """`answer(conversation, request)`: the result of the request. Raises IllegalMove."""

    def help_entry(self) -> JsonObject:
        """Return the verb as `help` shows it."""
        field_entries: list[JsonObject] = [field.help_entry() for field in self.fields]
        return {
            "verb": self.name,
            "means": self.means,
            "fields": field_entries,
            "example": {"do": self.name, **self.example},
        }


def find_verb(name: str) -> RequestVerb:
    """Return the verb of that name. Raises IllegalMove("verb")."""
    if name not in REQUEST_VERBS:
        raise IllegalMove("verb", verb=truncate(name), verbs=", ".join(REQUEST_VERBS))
    return REQUEST_VERBS[name]


def _help(_: Conversation, request: Request) -> RequestResult:
    name = request[VERB_FIELD]
    verbs = REQUEST_VERBS.values() if name is None else [find_verb(name)]
    return RequestResult({"document": PROTOCOL_DOCUMENT, "verbs": [verb.help_entry() for verb in verbs]})


def _games(conversation: Conversation, _: Request) -> RequestResult:
    games: list[JsonObject] = []
    for game in conversation.games.values():
        options = {key: list(values) for key, values in game.options.items()}
        entry = {"key": game.key, "title": game.title, "seats": list(game.seats), "options": options}
        games.append({**entry, "match_with": list(game.match_with)})
    return RequestResult({"games": games})


def _new(conversation: Conversation, request: Request) -> RequestResult:
    game = conversation.game(request[GAME_FIELD])
    seats = request[SEATS_FIELD]
    options = request[OPTIONS_FIELD]
    if not request[MATCH_FIELD]:
        table = Table.new(game, seats, options, request[SEED_FIELD], request[FIRST_FIELD])
        return result_with_status(request[TABLE_FIELD], table, request[EVENTS_FOR_FIELD])
    if request[FIRST_FIELD]:
        raise IllegalMove("type", field=FIRST_FIELD.name, need="left out: each seat begins one game of a match")
    return result_with_status(
        request[TABLE_FIELD], Series.new(game, seats, options, request[SEED_FIELD]), request[EVENTS_FOR_FIELD]
    )


def _load(conversation: Conversation, request: Request) -> RequestResult:
    game, given_options = conversation.game(request[GAME_FIELD]), request[OPTIONS_FIELD]
    position: JsonObject = request[STATE_FIELD]
    stored_options = {key: position[key] for key in game.options if key in position}  # a position may include options
    for key, value in stored_options.items():
        if not isinstance(value, str):
            raise IllegalMove("state", field=f"state.{key}", need=TEXT_TYPE.need)
    try:
        options = game.chosen({**stored_options, **given_options})
        stored_fields = {attribute.name for attribute in fields(game.state)}  # the names of all fields of a position
        state = load(game.state, {**position, **{key: options[key] for key in stored_fields & options.keys()}})
    except Misfit as error:
        raise IllegalMove("state", field=error.field, need=error.need) from None
    game.check(state)
    seats = len(state.scores())
    if request[EXPECTED_SEATS_FIELD] not in (None, seats):
        raise IllegalMove("type", field=EXPECTED_SEATS_FIELD.name, need=f"{seats}, as in the position, or left out")
    table = Table(game, seats, options, request[SEED_FIELD], (), state, origin=state).dealt()
    return result_with_status(request[TABLE_FIELD], table, request[EVENTS_FOR_FIELD])


def _state(conversation: Conversation, request: Request) -> RequestResult:
    table, viewer = conversation.current_table(request[TABLE_FIELD]), request[VIEWER_FIELD]
    if viewer == REFEREE:
        return RequestResult({"state": dump(table.state)})
    return RequestResult({"state": dump(table.view(None if viewer is None else require_seat(table, viewer)).state)})


def _moves(conversation: Conversation, request: Request) -> RequestResult:
    table, seat = conversation.current_table(request[TABLE_FIELD]), request[SEAT_FIELD]
    if seat == CHANCE:
        return RequestResult({"moves": [], "form": table.game.chance_form})
    return RequestResult({"moves": [str(move) for move in table.state.moves(require_seat(table, seat))]})


def _choose(conversation: Conversation, request: Request) -> RequestResult:
    table = conversation.current_table(request[TABLE_FIELD])
    seat = require_seat(table, request[PLAYER_FIELD])
    view = table.view(seat)
    rng = Random(f"{table.seed}/choose/{len(table.log)}/{seat}")  # noqa: S311 - repeatable on purpose
    level, nodes = request[ROBOT_FIELD], request[NODES_FIELD]
    if (level is None) == (nodes is None):
        raise IllegalMove("type", field=ROBOT_FIELD.name, need=f"given, or `{NODES_FIELD.name}` in its place")
    nodes = nodes or (node_budget(Level(level), view) if level in tuple(Level) else 0)
    if not nodes or not (request[NODES_FIELD] or request[RANKED_FIELD]):
        move = {"move": str(choose(level or "", view, rng))}
        return RequestResult({**move, "ranked": []} if request[RANKED_FIELD] else move)
    ranking = rank_moves(view, rng, nodes)
    ranked = [
        {"move": str(ranked_move.move), "value": round(ranked_move.value, MOVE_VALUE_DIGITS)} for ranked_move in ranking
    ]
    return RequestResult({"move": ranked[0]["move"], **({"ranked": ranked} if request[RANKED_FIELD] else {})})


def _refuses(conversation: Conversation, request: Request) -> RequestResult:
    target = conversation.table_or_series(request[TABLE_FIELD])
    try:
        target.play(request[SEAT_FIELD], request[MOVE_FIELD])
    except IllegalMove as refusal:
        return RequestResult(conversation.error(refusal, {"table": request[TABLE_FIELD]})["error"])
    return RequestResult({"reason": None})


def _play(conversation: Conversation, request: Request) -> RequestResult:
    seat = request[SEAT_FIELD]
    mover = None if seat == CHANCE else seat
    target = conversation.table_or_series(request[TABLE_FIELD]).play(seat, request[MOVE_FIELD])
    return result_with_status(request[TABLE_FIELD], target, request.get(EVENTS_FOR_FIELD, mover))


def _back(conversation: Conversation, request: Request) -> RequestResult:
    rewound = _rewind(
        conversation.table_or_series(request[TABLE_FIELD]), request[GAME_OF_MATCH_FIELD], request[LENGTH_FIELD]
    )
    return result_with_status(request[TABLE_FIELD], rewound, request[EVENTS_FOR_FIELD])


def _rewind(target: TableOrSeries, game: int | None, length: int) -> TableOrSeries:
    """Return the table as it was after `length` log entries. `game`: its number, from 1; None for the current one."""
    if isinstance(target, Series):
        return target.back_to(len(target.tables) if game is None else game, length).dealt()
    if game not in (None, 1):
        raise IllegalMove("no_game", games=1)
    return target.back_to(length).dealt()


def _review(conversation: Conversation, request: Request) -> RequestResult:
    table = conversation.current_table(request[TABLE_FIELD])
    drawn = {"luck": luck.luck_as_json(luck.luck_per_round(table))} if request[LUCK_FIELD] else {}
    return RequestResult({**review_as_json(review(table, request[NODES_PER_DECISION_FIELD])), **drawn})


def _bye(_conversation: Conversation, _request: Request) -> RequestResult:
    return RequestResult({"bye": True}, ends=True)


VERB_FIELD = RequestField[str | None]("verb", TEXT_TYPE, "the verb to explain; without it all are", required=False)
NEW_TABLE_FIELD = RequestField[str]("table", TEXT_TYPE, "the name of the new table")
TABLE_FIELD = RequestField[str]("table", TEXT_TYPE, "the name of a table")
GAME_FIELD = RequestField[str]("game", TEXT_TYPE, "the `key` of a game")
SEATS_FIELD = RequestField[int]("seats", INTEGER_TYPE, "how many play")
EXPECTED_SEATS_FIELD = RequestField[int | None](
    "seats", INTEGER_TYPE, "refused if the position has another number", required=False
)
OPTIONS_FIELD = RequestField[Options](
    "options", TEXTS_TYPE, "values of options; those left out have their defaults", required=False, default={}
)
SEED_FIELD = RequestField[str | None](
    "seed", UNICODE_TYPE, "where chance gets its draws from; without it every draw is played as a move of seat -1",
    required=False,
)  # fmt: skip
FIRST_FIELD = RequestField[Seat](
    "first", INTEGER_TYPE, "the seat that begins, where the rules leave that to the players; 0 without it",
    required=False, default=0,
)  # fmt: skip
STATE_FIELD = RequestField[JsonObject]("state", OBJECT_TYPE, "the position, as `state` writes it")
SEAT_FIELD = RequestField[Seat]("seat", INTEGER_TYPE, "the seat, from 0; -1 is chance")
PLAYER_FIELD = RequestField[Seat]("seat", INTEGER_TYPE, "the seat, from 0")
VIEWER_FIELD = RequestField[RequestViewer](
    "seat", VIEWER_TYPE, 'who looks, null for the public; without it, or with `"all"`, nothing is blanked',
    required=False, default=REFEREE,
)  # fmt: skip
MOVE_FIELD = RequestField[str]("move", TEXT_TYPE, "the move in its notation")
LENGTH_FIELD = RequestField[int]("length", INTEGER_TYPE, "how many entries of the log are kept, draws counted")
EVENTS_FOR_FIELD = RequestField[RequestViewer](
    "events_for", VIEWER_TYPE,
    'who reads the events: a seat, null for the public, `"all"` for a referee; without it the seat that plays a move,'
    " otherwise the public", required=False,
)  # fmt: skip
MATCH_FIELD = RequestField[bool](
    "match", FLAG_TYPE, "whether it is a match: as many games as seats, each seat beginning one of them", required=False
)
GAME_OF_MATCH_FIELD = RequestField[int | None](
    "game", INTEGER_TYPE, "the game of a match, from 1; without it the one under way", required=False
)
ROBOT_FIELD = RequestField[str | None](
    "robot", TEXT_TYPE, "how strong it is: " + ", ".join(f'`"{level}"`' for level in Level), required=False
)
NODES_FIELD = RequestField[int | None](
    "nodes", POSITIVE_TYPE, "in place of `robot`: at how many positions it looks before it answers", required=False
)
RANKED_FIELD = RequestField[bool](
    "ranked", FLAG_TYPE, "whether the answer has all moves that came into question, with their values", required=False
)
LUCK_FIELD = RequestField[bool](
    "luck", FLAG_TYPE, "whether the luck of the draws is told too, which takes some seconds more", required=False
)
NODES_PER_DECISION_FIELD = RequestField[int | None](
    "nodes",
    POSITIVE_TYPE,
    "how many positions each decision is worth; without it as many as are needed",
    required=False,
)
SECONDS_FIELD = RequestField[float](
    "seconds",
    NUMBER_TYPE,
    "ignored: robots count positions, so that they answer the same on every machine",
    required=False,
)

_AZUL_EXAMPLE = {"table": "t", "game": "azul", "seats": 2, "options": {"wall": "colored"}, "seed": "a word"}
_EMPTY_BOARD = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 0}
_NEAR_END = {"boards": [_EMPTY_BOARD, _EMPTY_BOARD], "displays": [""] * 5, "center": "BBW", "bag": ""}
_FIRST_SEAT = {"table": "t", "seat": 0}

REQUEST_VERBS: Mapping[str, RequestVerb] = {
    verb.name: verb
    for verb in (
        RequestVerb(
            "help", "Lists the verbs with their fields and an example.", (VERB_FIELD,), {"verb": "play"}, _help,
        ),
        RequestVerb("games", "Lists what can be played.", (), {}, _games),
        RequestVerb(
            "new", "Opens a table at the start of a game. Answers with the status.",
            (NEW_TABLE_FIELD, GAME_FIELD, SEATS_FIELD, OPTIONS_FIELD, SEED_FIELD, FIRST_FIELD, MATCH_FIELD,
             EVENTS_FOR_FIELD),
            _AZUL_EXAMPLE, _new,
        ),
        RequestVerb(
            "load", "Opens a table at a position. Answers with the status.",
            (NEW_TABLE_FIELD, GAME_FIELD, STATE_FIELD, OPTIONS_FIELD, SEED_FIELD, EXPECTED_SEATS_FIELD,
             EVENTS_FOR_FIELD),
            {"table": "end", "game": "azul", "state": _NEAR_END}, _load,
        ),
        RequestVerb("state", "The position of a table.", (TABLE_FIELD, VIEWER_FIELD), _FIRST_SEAT, _state),
        RequestVerb("moves", "The legal moves of a seat.", (TABLE_FIELD, SEAT_FIELD), _FIRST_SEAT, _moves),
        RequestVerb(
            "choose", "The move that a robot would make. Nothing is played.",
            (TABLE_FIELD, PLAYER_FIELD, ROBOT_FIELD, NODES_FIELD, RANKED_FIELD, SECONDS_FIELD),
            {**_FIRST_SEAT, "robot": "greedy"}, _choose,
        ),
        RequestVerb(
            "refuses", "Whether a move would be refused, and why. Nothing is played.",
            (TABLE_FIELD, SEAT_FIELD, MOVE_FIELD), {**_FIRST_SEAT, "move": "1B1"}, _refuses,
        ),
        RequestVerb(
            "play", "Plays a move, and with a seed all draws that follow. Answers with the status.",
            (TABLE_FIELD, SEAT_FIELD, MOVE_FIELD, EVENTS_FOR_FIELD),
            {**_FIRST_SEAT, "move": "1B1", "events_for": "all"}, _play,
        ),
        RequestVerb(
            "back", "Takes a table back to an earlier moment. Answers with the status.",
            (TABLE_FIELD, LENGTH_FIELD, GAME_OF_MATCH_FIELD, EVENTS_FOR_FIELD), {"table": "t", "length": 1}, _back,
        ),
        RequestVerb(
            "review", "Judges every decision of a table, which may take two minutes.",
            (TABLE_FIELD, NODES_PER_DECISION_FIELD, LUCK_FIELD), {"table": "t", "nodes": 100}, _review,
        ),
        RequestVerb("bye", "Ends the process.", (), {}, _bye),
    )
}  # fmt: skip
