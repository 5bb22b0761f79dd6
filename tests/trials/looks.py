"""Every look that the bot offers, and somebody who takes one after the other by what stands on the bot's own screens.

Knows no rules. Whatever the router or the commands offer must be named here, so that no new screen is forgotten.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.interactions.commands import AUTOCOMPLETES
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState, NoSuchPath
from bot.model.move_menu import next_step as asked
from bot.model.room import PlayedRoom
from bot.model.timeline import needs_no_preview
from bot.playground.protocol import WireObject, controls_by_id
from bot.screens import verbs
from engine.prepared_moves import preparation_table
from tests.bot.support.local_discord import Person, Reply

LOOKS = frozenset((  # verbs that only show something
    "play", "m", "b", "why", "rule", "type", "typed", "board", "read", "hand", "close", "which", "turns",
    "games", "history", "replay", "more", "choose", "keep", "rules", "book", "find", "found", "para", "look", "help",
    "prepare", "options", "robot", "remove", "guests", "top", "with", "me", "region", "write", "server", "forget",
    "own", "takeout", "manage", "tour", "sight", "rulesight", "puzzles",
))  # fmt: skip
CHANGES = frozenset((  # verbs that change or post something
    "join", "leave", "cancel", "start", "sit", "set", "defaults", "agreed", "out", "bring", "invite", "again", "do",
    "undo", "here", "film", "end", "resigned", "movehere", "ask", "agree", "no", "goon", "return", "time", "follow",
    "unfollow", "seat", "offer", "take", "nottake", "kicked", "try", "tryrobot", "roll", "drawn", "retract", "topshow",
    "unprepare", "unstep", "getup", "aslast", "profshow", "wish", "wrote", "decide", "forgotten", "erase",
    "puzzle", "puzzleshow", "page", "signout", "activity",  # a personal link is a new secret
))  # fmt: skip
ELSEWHERE = frozenset((  # show what nobody here has who looks: heaps, ratings, records, empty seats, prepared moves
    "boardsight", "preparedsight", "tick", "prof", "rec", "tryon", "trytable", "draw", "replace", "kick", "wait",
    "review", "decision", "trypuzzle",
))  # fmt: skip
ENTRIES = frozenset(
    ("history", "replay", "read", "prepare", "resign", "end", "give")
)  # of More, which only show or ask
DEEDS = frozenset((  # of More, which change something, or tell the operator
    "undo", "ask", "pause", "goon", "finish", "replace", "kick", "follow", "unfollow", "report",
    "close_page", "open_page",
))  # fmt: skip
COMMANDS = (
    "turns", "games", "board", "history", "replay", "resign", "rules", "help", "me", "export", "verify", "leaderboard",
    "profile", "settings", "privacy", "move",
)  # fmt: skip
OTHERS = frozenset(("play", "import", "review", "puzzle"))  # commands that change something
OF_TABLES = frozenset(("board", "history", "replay", "resign", "export", "verify"))
ONE_PART = frozenset(("robot",))  # ask with the table alone, change something with more
ASKED = {"/move": ("table", "move"), "/profile": ("person",)}  # the options of other commands than those of tables

_SEAT = frozenset(("not_seated", "not_your_turn"))
MAY_REFUSE: dict[str, frozenset[str]] = {  # what is refused to some people, and shown to others
    "play": _SEAT | {"over"},  # by a button that was read before the last move
    **dict.fromkeys(("hand", "choose", "/resign", "type"), _SEAT),
    "prepare": _SEAT | {"prepare_yours", "prepare_nothing"},
    **dict.fromkeys(("/move", "typed"), _SEAT | {"notation", "over"}),
    "/export": frozenset(("secret_record",)),
    "which": _SEAT | {"secret_record"},
    "options": frozenset(("host_only",)), "remove": frozenset(("host_only",)), "guests": frozenset(("host_only",)),
    "robot": frozenset(("host_only",)), "manage": frozenset(("host_only",)),
}  # fmt: skip


def unnamed(offered: Sequence[str]) -> list[str]:
    """Of these names of verbs, entries and commands those that nothing here names, and those named twice."""
    verbs_ = [LOOKS, CHANGES, ELSEWHERE]
    commands = [{f"/{one}" for one in COMMANDS}, {f"/{one}" for one in OTHERS}]
    entries = [{f"more {one}" for one in ENTRIES}, {f"more {one}" for one in DEEDS}]
    return [name for name in offered if sum(name in one for one in (*verbs_, *commands, *entries)) != 1]


@dataclass(frozen=True)
class Look:
    """One look: a control called `custom_id` on the answer to an earlier look, or a command or suggestion.

    `name`: the verb, "/command" or "?command option". `source`: the number of the look on whose answer it stands,
    below 0 for a public message. `values`: what is chosen in a list, written into a form if `is_form`, or
    the options of a command.
    """

    name: str
    source: int = -1
    custom_id: str = ""
    values: tuple[str, ...] | None = None
    is_form: bool = False


@dataclass
class Tally:
    """How often each look was `tried`, how often it was `shown` rather than refused; which were `wrong`."""

    tried: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def missed(self) -> list[str]:
        """The looks that nobody was shown."""
        return [name for name in every_look() if not self.shown[name]]


def every_look() -> list[str]:
    """All names of looks."""
    suggested = [f"?{command} {option}" for command, options in AUTOCOMPLETES.items() for option in options]
    return sorted(LOOKS | {f"/{one}" for one in COMMANDS} | set(suggested))


@dataclass
class Looker:
    """A person who looks at a table, `room` as it stands; `messages` are public ones, the first is the table's."""

    person: Person
    room: PlayedRoom
    messages: Sequence[WireObject]
    tally: Tally
    lot: Random
    replies: list[Reply] = field(default_factory=list)
    open: list[Look] = field(default_factory=list)

    async def look(self, times: int) -> list[Look]:
        """So many looks, each time one of those tried least so far; returns them."""
        self.open += self._typed()
        for number, message in enumerate(self.messages, -len(self.messages)):
            self.open += self._found(number, message)
        done = []
        for _ in range(times):
            least = min(self.tally.tried[one.name] for one in self.open)
            chosen = self.lot.choice([one for one in self.open if self.tally.tried[one.name] == least])
            self.open.remove(chosen)
            self._judge(chosen, await self.repeat(chosen))
            done.append(chosen)
            self.open += [one for one in self._offered(len(self.replies) - 1) if one not in self.open]
        return done

    async def repeat(self, look: Look) -> Reply:
        """Take this look, after those on whose answer it stands."""
        self.replies.append(await self._do(look))
        return self.replies[-1]

    async def _do(self, look: Look) -> Reply:
        channel = int(self.messages[0]["channel_id"])
        if look.name[0] == "/":
            given = dict(zip(ASKED.get(look.name, ("table",)), look.values or (), strict=False))
            return await self.person.command(look.name[1:], channel=channel, **given)
        if look.name[0] == "?":
            command, option = look.name[1:].split()
            return await self.person.complete(command, channel=channel, focused=option)
        if look.is_form:
            opener = self.replies[look.source]
            fields = dict.fromkeys(controls_by_id((opener.modal or {})["components"]), (look.values or ("",))[0])
            return await self.person.submit(opener, **fields)
        source = self.messages[look.source] if look.source < 0 else self.replies[look.source].message
        assert source is not None
        values = None if look.values is None else list(look.values)
        return await self.person.raw_press(channel, source["id"], look.custom_id, values)

    def _typed(self) -> list[Look]:
        """Commands and suggestions; where a table can be named, with and without its name."""
        names = [one for one in every_look() if one[0] in "/?" and self._is_offered(one[1:].split()[0])]
        named = [Look(one, values=(self.room.tag,)) for one in names if one[1:] in OF_TABLES]
        given = [
            Look("/move", values=(self.room.tag, self._move)),
            Look("/profile", values=(str(self.room.people[0].id),)),
        ]
        return [*named, *given, *(Look(one) for one in names if one != "/move")]

    def _is_offered(self, command: str) -> bool:
        """Whether Discord offers the command to this person here."""
        channel = int(self.messages[0]["channel_id"])
        return self.person.simulation.may_run(self.person.local.command(command), self.person.id, channel)

    @property
    def _move(self) -> str:
        """A move that the person may type now; anything for somebody who is not to move."""
        seat = self.room.seat_of(self.person.id)
        return str(self.room.table.view(seat).moves[0]) if seat is not None and seat in self.room.to_act else "1"

    def _offered(self, number: int) -> list[Look]:
        """The looks that the answer of that number offers."""
        reply = self.replies[number]
        if reply.modal:
            verb = reply.modal["custom_id"].split(":")[0]
            written = {"typed": self._move, "found": "tile"}
            return [Look(verb, number, reply.modal["custom_id"], (written[verb],), True)] if verb in written else []
        return self._found(number, reply.message)

    def _found(self, number: int, message: WireObject | None) -> list[Look]:
        return [
            Look(custom_id.split(":")[0], number, custom_id, self._chosen(one))
            for custom_id, one in controls_by_id((message or {}).get("components")).items()
            if not one.get("disabled") and self._only_shows(custom_id, one)
        ]

    def _chosen(self, control: WireObject) -> tuple[str, ...] | None:
        values = [one["value"] for one in control.get("options") or ()]
        if control["custom_id"].startswith("choose:"):
            values = [one for one in values if one in ENTRIES]
        return tuple(self.lot.sample(values, max(control.get("min_values", 1), 1))) if values else None

    def _only_shows(self, custom_id: str, control: WireObject) -> bool:
        verb, *rest = custom_id.split(":")
        if verb not in LOOKS or (verb in ONE_PART and len(rest) > 1):
            return False
        return verb not in ("m", "play") or not self._plays(custom_id)

    def _plays(self, custom_id: str) -> bool:
        """Whether this control of the menu makes a move without a question."""
        seat, at = self.room.seat_of(self.person.id), MenuState(self.room.id)
        if custom_id.startswith("m:"):
            try:
                (at,) = verbs.ANSWER_MENU.read(custom_id.split(":")[1:])
            except Refusal:
                return True
        table = (
            None if seat is None else preparation_table(self.room.table, seat) if at.preparation else self.room.table
        )
        if seat is None or table is None or seat not in table.state.to_act():
            return False
        try:
            move = asked(table.view(seat).moves, at.path).move
        except NoSuchPath:
            return False
        return move is not None and needs_no_preview(table, seat, move)

    def _judge(self, look: Look, reply: Reply) -> None:
        """Count the look; a refusal that is none of those foreseen is wrong."""
        self.tally.tried[look.name] += 1
        key = refused(reply.text)
        if reply.answers != 1 or reply.state != "done":
            self.tally.wrong.append(f"{look.name}: {reply.answers} answers, {reply.state}")
        elif key is None:
            self.tally.shown[look.name] += 1
        elif key not in MAY_REFUSE.get(look.name, ()):
            self.tally.wrong.append(f"{look.name} is refused: {key} ({look.custom_id} {look.values})")


def refused(text: str) -> str | None:
    """The key of the refusal that this text is, None if it is none."""
    return next((key for key, pattern in _REFUSALS if pattern.fullmatch(text)), None)


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    path = Path(__file__).parents[2] / "data" / "words" / "en" / "bot.toml"
    for key, sentence in tomllib.loads(path.read_text(encoding="utf-8"))["refusal"].items():
        pieces = re.split(r"\{[^{}]*\}", sentence)
        if key not in ("rule", "which_table"):  # no refusals: a rule of the game, and a list to choose from
            yield key.partition("?")[0], re.compile(".*".join(map(re.escape, pieces)))


_REFUSALS = tuple(_patterns())
