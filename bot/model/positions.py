"""Positions as text, as a database keeps them. The last ones are remembered. Knows no room."""

import json
from threading import Lock

from engine.codec import dump, load
from engine.core import State

REMEMBERED = 128  # positions, some 20 KB each

_known: dict[tuple[type[State], str], State] = {}  # the oldest first
_turn = Lock()  # rooms are made on several threads


def written(state: State) -> str:
    """The position as JSON."""
    text = json.dumps(dump(state), separators=(",", ":"))
    _remember((type(state), text), state)
    return text


def position(kind: type[State], text: str) -> State:
    """The position of that game in a text. Raises Misfit if it does not fit the game.

    A press loads its room several times, mostly the one that the press before it has written; positions never change.
    """
    found = _known.get((kind, text))
    return _remember((kind, text), load(kind, json.loads(text))) if found is None else found


def _remember(key: tuple[type[State], str], state: State) -> State:
    with _turn:
        _known[key] = state
        if len(_known) > REMEMBERED:
            del _known[next(iter(_known))]
    return state
