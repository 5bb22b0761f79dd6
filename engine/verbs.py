"""The verbs of the process: each with its fields, its meaning, an example, and the function that answers.

Dispatch, type checks and `help` are all made from the one table VERBS. Knows no game, and keeps no table itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from engine.codec import Misfit, dump, load
from engine.conversation import Answered, Conversation, Json, Play, kept, seat_at
from engine.core import CHANCE, IllegalMove, Options, Seat, cut
from engine.requests import (
    ALL,
    FLAG,
    NUMBER,
    OBJECT,
    POSITIVE,
    TEXT,
    TEXTS,
    VIEWER,
    WHOLE,
    WHOLE_TEXT,
    Request,
    RequestField,
    Viewer,
)
from engine.robots import luck
from engine.robots.ai import choose, nodes_of, ranked
from engine.robots.core import Level
from engine.robots.review import explained, review
from engine.series import Series
from engine.table import Table

DOCUMENT = "docs/engine-protocol.md"
DIGITS = 4  # of the value of a move


@dataclass(frozen=True)
class RequestVerb:
    """What a request can ask for."""

    name: str  # in the field `do`
    means: str  # what it does, a short text
    fields: tuple[RequestField[Any], ...]  # those that it reads
    example: Mapping[str, Any]  # a request; all examples in the order of VERBS are a conversation
    answer: Callable[[Conversation, Request], Answered]
    """`answer(talk, request)`: what comes of it. Raises IllegalMove."""

    def explained(self) -> Json:
        """The verb as `help` shows it."""
        told: list[Json] = [field.explained() for field in self.fields]
        return {"verb": self.name, "means": self.means, "fields": told, "example": {"do": self.name, **self.example}}


def verb_of(name: str) -> RequestVerb:
    """The verb of that name. Raises IllegalMove("verb")."""
    if name not in VERBS:
        raise IllegalMove("verb", verb=cut(name), verbs=", ".join(VERBS))
    return VERBS[name]


def _help(_: Conversation, request: Request) -> Answered:
    name = request[VERB]
    verbs = VERBS.values() if name is None else [verb_of(name)]
    return Answered({"document": DOCUMENT, "verbs": [verb.explained() for verb in verbs]})


def _games(talk: Conversation, _: Request) -> Answered:
    listed: list[Json] = []
    for game in talk.games.values():
        options = {key: list(values) for key, values in game.options.items()}
        named = {"key": game.key, "title": game.title, "seats": list(game.seats), "options": options}
        listed.append({**named, "match_with": list(game.match_with)})
    return Answered({"games": listed})


def _new(talk: Conversation, request: Request) -> Answered:
    game = talk.game(request[GAME])
    seats = request[SEATS]
    options = request[OPTIONS]
    if not request[MATCH]:
        table = Table.new(game, seats, options, request[SEED], request[FIRST])
        return kept(request[TABLE], table, request[EVENTS_FOR])
    if request[FIRST]:
        raise IllegalMove("type", field=FIRST.name, need="left out: each seat begins one game of a match")
    return kept(request[TABLE], Series.new(game, seats, options, request[SEED]), request[EVENTS_FOR])


def _load(talk: Conversation, request: Request) -> Answered:
    game, given = talk.game(request[GAME]), request[OPTIONS]
    raw: Json = request[STATE]
    carried = {key: raw[key] for key in game.options if key in raw}  # a position may name its options itself
    for key, value in carried.items():
        if not isinstance(value, str):
            raise IllegalMove("state", field=f"state.{key}", need=TEXT.need)
    try:
        options = game.chosen({**carried, **given})
        own = {part.name for part in fields(game.state)}  # a position has some of the options
        state = load(game.state, {**raw, **{key: options[key] for key in own & options.keys()}})
    except Misfit as misfit:
        raise IllegalMove("state", field=misfit.field, need=misfit.need) from None
    game.check(state)
    seats = len(state.scores())
    if request[SEATS_HERE] not in (None, seats):
        raise IllegalMove("type", field=SEATS_HERE.name, need=f"{seats}, as in the position, or left out")
    table = Table(game, seats, options, request[SEED], (), state, origin=state).dealt()
    return kept(request[TABLE], table, request[EVENTS_FOR])


def _state(talk: Conversation, request: Request) -> Answered:
    table, viewer = talk.table(request[TABLE]), request[LOOKER]
    if viewer == ALL:
        return Answered({"state": dump(table.state)})
    return Answered({"state": dump(table.view(None if viewer is None else seat_at(table, viewer)).state)})


def _moves(talk: Conversation, request: Request) -> Answered:
    table, seat = talk.table(request[TABLE]), request[SEAT]
    if seat == CHANCE:
        return Answered({"moves": [], "form": table.game.chance_form})
    return Answered({"moves": [str(move) for move in table.state.moves(seat_at(table, seat))]})


def _choose(talk: Conversation, request: Request) -> Answered:
    table = talk.table(request[TABLE])
    seat = seat_at(table, request[PLAYER])
    view = table.view(seat)
    rng = Random(f"{table.seed}/choose/{len(table.log)}/{seat}")  # noqa: S311 - repeatable on purpose
    level, nodes = request[ROBOT], request[NODES]
    if (level is None) == (nodes is None):
        raise IllegalMove("type", field=ROBOT.name, need=f"given, or `{NODES.name}` in its place")
    nodes = nodes or (nodes_of(Level(level), view) if level in tuple(Level) else 0)
    if not nodes or not (request[NODES] or request[RANKED]):
        move = {"move": str(choose(level or "", view, rng))}
        return Answered({**move, "ranked": []} if request[RANKED] else move)
    found = ranked(view, rng, nodes)
    told = [{"move": str(one.move), "value": round(one.value, DIGITS)} for one in found]
    return Answered({"move": told[0]["move"], **({"ranked": told} if request[RANKED] else {})})


def _refuses(talk: Conversation, request: Request) -> Answered:
    play = talk.play(request[TABLE])
    try:
        play.play(request[SEAT], request[MOVE])
    except IllegalMove as refusal:
        return Answered(talk.error(refusal, {"table": request[TABLE]})["error"])
    return Answered({"reason": None})


def _play(talk: Conversation, request: Request) -> Answered:
    seat = request[SEAT]
    mover = None if seat == CHANCE else seat
    play = talk.play(request[TABLE]).play(seat, request[MOVE])
    return kept(request[TABLE], play, request.get(EVENTS_FOR, mover))


def _back(talk: Conversation, request: Request) -> Answered:
    earlier = _earlier(talk.play(request[TABLE]), request[GAME_OF_MATCH], request[LENGTH])
    return kept(request[TABLE], earlier, request[EVENTS_FOR])


def _earlier(play: Play, game: int | None, length: int) -> Play:
    """As it was after so many entries of that game's log, 1 the first, None the one under way. Raises IllegalMove."""
    if isinstance(play, Series):
        return play.back_to(len(play.tables) if game is None else game, length).dealt()
    if game not in (None, 1):
        raise IllegalMove("no_game", games=1)
    return play.back_to(length).dealt()


def _review(talk: Conversation, request: Request) -> Answered:
    table = talk.table(request[TABLE])
    drawn = {"luck": luck.explained(luck.told(table))} if request[LUCK] else {}
    return Answered({**explained(review(table, request[NODES_EACH])), **drawn})


def _bye(_talk: Conversation, _request: Request) -> Answered:
    return Answered({"bye": True}, ends=True)


VERB = RequestField[str | None]("verb", TEXT, "the verb to explain; without it all are", needed=False)
NEW_TABLE = RequestField[str]("table", TEXT, "the name of the new table")
TABLE = RequestField[str]("table", TEXT, "the name of a table")
GAME = RequestField[str]("game", TEXT, "the `key` of a game")
SEATS = RequestField[int]("seats", WHOLE, "how many play")
SEATS_HERE = RequestField[int | None]("seats", WHOLE, "refused if the position has another number", needed=False)
OPTIONS = RequestField[Options](
    "options", TEXTS, "values of options; those left out have their defaults", needed=False, default={}
)
SEED = RequestField[str | None](
    "seed", WHOLE_TEXT, "where chance gets its draws from; without it every draw is played as a move of seat -1",
    needed=False,
)  # fmt: skip
FIRST = RequestField[Seat](
    "first", WHOLE, "the seat that begins, where the rules leave that to the players; 0 without it",
    needed=False, default=0,
)  # fmt: skip
STATE = RequestField[Json]("state", OBJECT, "the position, as `state` writes it")
SEAT = RequestField[Seat]("seat", WHOLE, "the seat, from 0; -1 is chance")
PLAYER = RequestField[Seat]("seat", WHOLE, "the seat, from 0")
LOOKER = RequestField[Viewer](
    "seat", VIEWER, 'who looks, null for the public; without it, or with `"all"`, nothing is blanked',
    needed=False, default=ALL,
)  # fmt: skip
MOVE = RequestField[str]("move", TEXT, "the move in its notation")
LENGTH = RequestField[int]("length", WHOLE, "how many entries of the log are kept, draws counted")
EVENTS_FOR = RequestField[Viewer](
    "events_for", VIEWER,
    'who reads the events: a seat, null for the public, `"all"` for a referee; without it the seat that plays a move,'
    " otherwise the public", needed=False,
)  # fmt: skip
MATCH = RequestField[bool](
    "match", FLAG, "whether it is a match: as many games as seats, each seat beginning one of them", needed=False
)
GAME_OF_MATCH = RequestField[int | None](
    "game", WHOLE, "the game of a match, from 1; without it the one under way", needed=False
)
ROBOT = RequestField[str | None](
    "robot", TEXT, "how strong it is: " + ", ".join(f'`"{level}"`' for level in Level), needed=False
)
NODES = RequestField[int | None](
    "nodes", POSITIVE, "in place of `robot`: at how many positions it looks before it answers", needed=False
)
RANKED = RequestField[bool](
    "ranked", FLAG, "whether the answer has all moves that came into question, with their values", needed=False
)
LUCK = RequestField[bool](
    "luck", FLAG, "whether the luck of the draws is told too, which takes some seconds more", needed=False
)
NODES_EACH = RequestField[int | None](
    "nodes", POSITIVE, "how many positions each decision is worth; without it as many as are needed", needed=False
)
SECONDS = RequestField[float](
    "seconds", NUMBER, "ignored: robots count positions, so that they answer the same on every machine", needed=False
)

_AZUL = {"table": "t", "game": "azul", "seats": 2, "options": {"wall": "colored"}, "seed": "a word"}
_BOARD = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 0}
_END = {"boards": [_BOARD, _BOARD], "displays": [""] * 5, "center": "BBW", "bag": ""}
_AT = {"table": "t", "seat": 0}

VERBS: Mapping[str, RequestVerb] = {
    verb.name: verb
    for verb in (
        RequestVerb("help", "Lists the verbs with their fields and an example.", (VERB,), {"verb": "play"}, _help),
        RequestVerb("games", "Lists what can be played.", (), {}, _games),
        RequestVerb(
            "new", "Opens a table at the start of a game. Answers with the status.",
            (NEW_TABLE, GAME, SEATS, OPTIONS, SEED, FIRST, MATCH, EVENTS_FOR), _AZUL, _new,
        ),
        RequestVerb(
            "load", "Opens a table at a position. Answers with the status.",
            (NEW_TABLE, GAME, STATE, OPTIONS, SEED, SEATS_HERE, EVENTS_FOR),
            {"table": "end", "game": "azul", "state": _END}, _load,
        ),
        RequestVerb("state", "The position of a table.", (TABLE, LOOKER), _AT, _state),
        RequestVerb("moves", "The legal moves of a seat.", (TABLE, SEAT), _AT, _moves),
        RequestVerb(
            "choose", "The move that a robot would make. Nothing is played.",
            (TABLE, PLAYER, ROBOT, NODES, RANKED, SECONDS), {**_AT, "robot": "greedy"}, _choose,
        ),
        RequestVerb(
            "refuses", "Whether a move would be refused, and why. Nothing is played.",
            (TABLE, SEAT, MOVE), {**_AT, "move": "1B1"}, _refuses,
        ),
        RequestVerb(
            "play", "Plays a move, and with a seed all draws that follow. Answers with the status.",
            (TABLE, SEAT, MOVE, EVENTS_FOR), {**_AT, "move": "1B1", "events_for": "all"}, _play,
        ),
        RequestVerb(
            "back", "Takes a table back to an earlier moment. Answers with the status.",
            (TABLE, LENGTH, GAME_OF_MATCH, EVENTS_FOR), {"table": "t", "length": 1}, _back,
        ),
        RequestVerb(
            "review", "Judges every decision of a table, which may take two minutes.",
            (TABLE, NODES_EACH, LUCK), {"table": "t", "nodes": 100}, _review,
        ),
        RequestVerb("bye", "Ends the process.", (), {}, _bye),
    )
}  # fmt: skip
