"""The questions of a lobby: which game, the game's options, and the terms of the table, which all games share.

Knows nothing about Discord, texts or particular games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core import Game, Options
from engine.games import GAMES
from engine.robots.core import OFFERED_LEVELS, Level
from render import has_pictures

# The seconds for a turn with each clock that a lobby can choose. The first clock is the default.
TURN_SECONDS: Mapping[str, float] = {
    "daily": 86_400.0, "live": 300.0, "evening": 3600.0, "relaxed": 259_200.0, "bank": 43_200.0,
}  # fmt: skip
TIME_BANK_SECONDS = 432_000.0  # the capacity of a time bank; unused seconds of a turn go back into it
DEFAULT_KEEPER = Level.AMATEUR.value  # the robot that takes over an abandoned seat, unless the host chose another


@dataclass(frozen=True)
class Term:
    """A question about the table that is the same for all games."""

    values: tuple[str, ...]  # in the order of the list; the first is the default
    needs: Literal["others", "threads", "nothing"] = "others"
    """What the lobby needs for this question: other people who can join, threads as well, or nothing. With "nothing"
    there is no initial answer and `questions` proposes one."""
    is_noted: bool = False  # whether a note informs people who joined before the answer changed
    is_remembered: bool = False  # whether the person's next lobby starts with the same answer


TERMS: Mapping[str, Term] = {
    "clock": Term((*TURN_SECONDS, "none"), is_noted=True, is_remembered=True),
    "match": Term(("one", "seats"), "nothing", is_noted=True, is_remembered=True),
    "counts": Term(("rated", "casual"), is_noted=True, is_remembered=True),
    "who": Term(("anybody", "invited")),
    "where": Term(("channel", "thread"), "threads", is_remembered=True),
    # the robot that takes over an abandoned seat
    "keeper": Term(
        (DEFAULT_KEEPER, *(level.value for level in OFFERED_LEVELS if level != DEFAULT_KEEPER)), is_remembered=True
    ),
}
THREAD_REFUSED = "refused"  # the answer to "where" if a thread was wanted but cannot be opened
PLAYABLE_GAMES: tuple[str, ...] = tuple(key for key in GAMES if has_pictures(key))  # keys, in list order


@dataclass(frozen=True)
class LobbyOption:
    """A question of a lobby with its current answer."""

    family: str  # the key of the game, or "term"
    key: str  # the key of the option
    values: tuple[str, ...]  # in the order of the list
    value: str  # the current answer


def questions(game: Game, options: Options, terms: Mapping[str, str], seated: int) -> tuple[LobbyOption, ...]:
    """The questions that apply, given the other answers and the number of people and robots who have joined."""
    chosen = game.chosen(options)
    of_game = [LobbyOption(game.key, key, game.options[key], chosen[key]) for key in game.asked(chosen)]
    answers = {**terms, "match": "seats" if is_match(game, terms, seated) else "one"}
    of_table = [LobbyOption("term", key, term.values, answers.get(key, "")) for key, term in TERMS.items()]
    return (*of_game, *(option for option in of_table if option.value in option.values))


def is_match(game: Game, terms: Mapping[str, str], seated: int) -> bool:
    """Whether a match with one game per seat is played: as the host chose, otherwise as the game proposes."""
    return terms["match"] == "seats" if "match" in terms else seated in game.match_with


def default_terms(terms: Mapping[str, str]) -> dict[str, str]:
    """The terms reset to defaults; a refused thread stays refused, and the game decides whether to play a match."""
    kept = {key: value for key, value in terms.items() if key != "match"}
    return {key: TERMS[key].values[0] if value in TERMS[key].values else value for key, value in kept.items()}


def initial_terms(threads: bool | None, thread: bool | None) -> dict[str, str]:
    """The terms of a new lobby that others can join.

    `threads`: whether threads may be opened here, None where they cannot exist (such as inside a thread). `thread`:
    whether a thread was requested.
    """
    terms = {key: term.values[0] for key, term in TERMS.items() if term.needs == "others"}
    if thread:
        terms["where"] = "thread" if threads else THREAD_REFUSED
    elif threads is not None:
        terms["where"] = "channel"
    return terms
