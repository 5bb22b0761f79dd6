"""Tables that a person may not look at, and whatever of them shows in an answer. Knows no rules.

Who sits at a table may look at it, and whoever is on its server while they ask there; nobody else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from bot.model.room import PlayedRoom, Room
from bot.screens.verbs import VERBS_BY_NAME
from tests.bot.support.local_discord import Person, Reply
from tests.trials import looks
from tests.trials.ground import Ground
from tests.trials.looks import COMMANDS, OF_TABLES, Looker, Tally

NAMES = ("Zebulon Quince", "Yolanda Quince", "Xanthippe Quince")  # nobody else has these
FIXED = ("0", "1", "m", "")  # what may follow a table's code in a custom_id
MOST = 60  # looks of somebody who may look, whose buttons strangers press


@dataclass(frozen=True)
class Hidden:
    """A table and the traces that it would leave: its people's names, its channel, the names of its pictures."""

    room: Room

    def shown_to(self, person: int, guild: int | None) -> bool:
        """Whether this person may look at it from that server, None from direct messages."""
        mine = self.room.seat_of(person) is not None
        return mine or (guild is not None and guild == self.room.place.guild)

    def traces(self, reply: Reply) -> list[str]:
        """What the answer shows of the table. Names that the person gave to a command themselves are none."""
        answer = json.dumps([reply.messages, reply.modal, reply.choices], ensure_ascii=False)
        known = json.dumps(reply.told["data"].get("resolved") or {}, ensure_ascii=False)
        names = [one.name for one in self.room.occupants if one.name in NAMES and one.name not in known]
        suggested = [f'"{self.room.tag}"'] if reply.choices else []
        marks = [*names, f"<#{self.room.place.channel}>", f"/{self.room.place.channel}/", f"-{self.room.code}-"]
        return [one for one in (*marks, *suggested) if one in answer]


@dataclass
class Watch:
    """`hidden`: tables that few may look at. `seen`: what others saw of them. `looked`: answers that were judged."""

    here: Ground
    hidden: list[Hidden] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    looked: int = 0

    def judge(self, reply: Reply, what: str) -> None:
        """Nothing of a table that this person may not look at is in the answer."""
        guild = int(reply.told["guild_id"]) if reply.told.get("guild_id") else None
        for table in self.hidden:
            if not table.shown_to(reply.person.id, guild):
                self.looked += 1
                self.seen += [f"{what} shows {trace} of {table.room.tag}" for trace in table.traces(reply)]


async def hide(here: Ground, game: str, elsewhere: int) -> Watch:
    """A table on another server, in that channel, and one in direct messages."""
    guests = [here.newcomer(name) for name in NAMES]
    other = here.place(elsewhere).guild
    for one in guests:
        here.local.server.simulation.admit(other or 0, one.id)
    rooms = [await here.table(game, guests[:2], elsewhere), await here.table(game, guests[2:], guests[2].dm)]
    await here.posted()
    return Watch(here, [Hidden(await here.running.rooms.room(one.id)) for one in rooms])


async def pry(watch: Watch, strangers: Sequence[Person], channel: int, looked: int = MOST) -> None:
    """Strangers take every look at every hidden table from that channel, with ids real and forged.

    `looked`: how often somebody looks who may, whose buttons they press. With less than `MOST` each forged id is
    pressed for one of the tables only.
    """
    for number, table in enumerate(watch.hidden):
        forged = list(_forged(table.room.code, FIXED if looked == MOST else FIXED[:1]))
        ids = [*await _real(watch, table, looked), *(forged if looked == MOST else forged[number :: len(watch.hidden)])]
        for person in strangers:
            page = await person.command("help", channel=channel)
            for custom_id, values in ids:
                reply = await person.raw_press(channel, page.message["id"], custom_id, values)
                watch.judge(reply, f"pressing {custom_id}")
            await _typed(watch, table.room, person, channel)


async def _real(watch: Watch, table: Hidden, looked: int) -> list[tuple[str, list[str] | None]]:
    """The custom_ids that somebody gets who may look at the table, with the values of lists."""
    here, room = watch.here, table.room
    assert isinstance(room, PlayedRoom)
    looker = Looker(here.person(room, room.to_act[0]), room, (here.newest[room.code],), Tally(), Random(6))
    found = [one for one in await looker.look(looked) if one.custom_id and not one.is_form]
    return [(one.custom_id, None if one.values is None else list(one.values)) for one in found]


def _forged(code: str, rest: Sequence[str]) -> Iterator[tuple[str, list[str] | None]]:
    """Every verb that only shows something, with this table and whatever may follow; and every entry of More."""
    for verb in sorted(looks.LOOKS & VERBS_BY_NAME.keys()):
        yield f"{verb}:{code}", None
        for more in rest:
            yield f"{verb}:{code}:{more}", None
    for entry in sorted(looks.ENTRIES):
        yield f"choose:{code}", [entry]
    for wish in sorted(OF_TABLES):
        yield f"which:{wish}", [code]


async def _typed(watch: Watch, room: Room, person: Person, channel: int) -> None:
    """Commands that name the table, and suggestions for them."""
    for name in (one for one in COMMANDS if one in OF_TABLES):
        watch.judge(await person.command(name, channel=channel, table=room.tag), f"/{name}")
        watch.judge(await person.complete(name, channel=channel, focused="table"), f"suggestions of /{name}")
    watch.judge(await person.command("move", channel=channel, move="1", table=room.tag), "/move")
    offered = await person.complete("move", channel=channel, focused="move", table=room.tag)
    watch.judge(offered, "suggestions of moves")
    watch.seen += [f"a move is suggested: {one}" for one in offered.choices or () if one["value"] != "?"]
