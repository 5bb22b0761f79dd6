"""The buttons of records that people brought and of the sandboxes in them. Knows no rules."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.discord_api.custom_id import Deed, MenuState, Press
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.interactions.rules import RulesHandlers
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.room import from_tag
from bot.model.sandbox import BASE, LAST
from bot.screens import records as records_screen
from bot.screens.screen import Screen, Text
from bot.services.preferences import PreferencesService
from bot.services.sandboxes import Sandboxes
from bot.text.names import quoted
from engine import IllegalMove


class SandboxHandlers:
    """Every button of a record and of its sandbox; the menu of a move is that of every table."""

    def __init__(self, sandboxes: Sandboxes, preferences: PreferencesService) -> None:
        self._sandboxes, self._move_menu = sandboxes, MoveMenu(sandboxes, preferences)
        rules = RulesHandlers(self._move_menu).verbs
        self._of_records: dict[str, Deed] = {"rec": self._replay, "try": self._try, "tryon": self._try_on}
        self._of_boxes: dict[str, Deed] = {
            **dict.fromkeys(("play", "m", "b", "tick", "why", "rule", "typed", "do", "board", "read"), self._menu),
            "type": self._type,
            "undo": self._retract,
            "retract": self._retract,
            "roll": self._roll,
            "draw": self._draw,
            "drawn": self._drawn,
            **{verb: rules[verb] for verb in ("rules", "find", "found", "para")},
        }

    def verb(self, press: Press) -> Deed | None:
        """What this press does, None for one that is about neither a record nor a sandbox."""
        number = from_tag(press.rest[0]) if press.rest else None
        if number is not None and BASE <= number < LAST:
            return self._of_boxes.get(press.verb)
        return self._of_records.get(press.verb)

    async def bring(self, asker: Asker, content: bytes) -> Screen:
        """The record as its replay, from the first deal on; or which line of it cannot be. Raises Refusal."""
        try:
            found = await self._sandboxes.bring(asker.person, content)
        except IllegalMove as no:
            return records_screen.bad_line(no, asker.words)
        return await self._shown(asker, found.id, 0)

    # records

    async def _replay(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`rec:<record>:<moment>:<button>`; a list gives the moment as its value."""
        chosen = press.values[0] if press.values else ""
        at = int(chosen) if chosen.isdecimal() and len(chosen) < 6 else press.number(1)
        await reply.show(await self._shown(asker, press.room, at))

    async def _try(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._sandboxes.begin(press.room, asker.person.id, max(press.number(1), 0))
        await reply.show(await self._now(asker, room.id))

    async def _try_on(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._now(asker, press.room + BASE))

    async def _shown(self, asker: Asker, number: int, at: int) -> Screen:
        found, room = await self._sandboxes.replay(number, asker.person.id)
        return await asyncio.to_thread(records_screen.replay, found, room, asker.words, at)

    # sandboxes

    async def _menu(self, press: Press, asker: Asker, reply: Reply) -> None:
        """The next screen of the menu; a finished move leads to the menu of the next seat."""
        room = await self._sandboxes.room_of(press.room, asker.person.id)
        if not room.to_act:
            await reply.show(await self._now(asker, room.id))
            return
        screen = await self._asked(press, asker)
        later = await self._sandboxes.room_of(room.id, asker.person.id)
        moved = later.stamp(0) != room.stamp(0)
        await reply.show(await (self._now(asker, room.id) if moved else self._marked(asker, room.id, screen)))

    async def _asked(self, press: Press, asker: Asker) -> Screen:
        menu = self._move_menu
        match press.verb:
            case "m":
                return await menu.menu(asker, press.ticket)
            case "b":
                return await menu.back(asker, press.ticket)
            case "tick":
                return await menu.ticked(asker, press.ticket, [value.partition(":")[2] for value in press.values])
            case "why":
                return await menu.why_not(asker, press.ticket)
            case "do":
                return await menu.play(asker, press.ticket, ".".join(press.ticket.path))
            case _:
                return await self._written(press, asker)

    async def _written(self, press: Press, asker: Asker) -> Screen:
        """What a list or a form answers, or the menu from its beginning."""
        text = press.values[0] if press.values else ""
        if press.verb == "rule":
            return await self._move_menu.reason(asker, press.ticket, text)
        if press.verb == "typed":
            return await self._move_menu.typed(asker, await self._sandboxes.room_of(press.room, asker.person.id), text)
        return await self._move_menu.menu(asker, MenuState(press.room))

    async def _type(self, press: Press, asker: Asker, reply: Reply) -> None:
        if not await reply.open(await self._move_menu.form(asker, press.ticket)):
            raise Refusal("busy")

    async def _roll(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._drawn_as(press, asker, None))

    async def _draw(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._sandboxes.room_of(press.room, asker.person.id)
        if not await reply.open(records_screen.draw_form(room, asker.words)):
            raise Refusal("busy")

    async def _drawn(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._drawn_as(press, asker, press.values[0] if press.values else ""))

    async def _drawn_as(self, press: Press, asker: Asker, text: str | None) -> Screen:
        said = ""
        try:
            await self._sandboxes.draw(press.room, asker.person.id, press.number(1), text)
        except IllegalMove:
            room = await self._sandboxes.room_of(press.room, asker.person.id)
            said = asker.words("sandbox.bad_draw", text=quoted(text or ""), form=room.game.chance_form)
        except Refusal as no:
            said = _moved_on(no, asker)
        return await self._now(asker, press.room, said)

    async def _retract(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`retract:<sandbox>:<stamp>`, or from a menu `undo:<sandbox>:<stamp>[:turn]`."""
        said, turn = "", press.rest[2:] == ("turn",)
        try:
            await self._sandboxes.retract(press.room, asker.person.id, press.number(1), turn=turn)
        except Refusal as no:
            said = _moved_on(no, asker)
        await reply.show(await self._now(asker, press.room, said))

    async def _now(self, asker: Asker, room_id: int, said: str = "") -> Screen:
        """The sandbox as it stands: the menu of the seat that acts, the draw that is due, or the end."""
        room = await self._sandboxes.room_of(room_id, asker.person.id)
        if room.to_act:
            screen = await self._move_menu.menu(asker, MenuState(room_id))
        else:
            show = records_screen.draw_due if room.phase == "playing" else records_screen.over
            screen = await asyncio.to_thread(show, room, asker.words)
        head = (Text(said),) if said else ()
        return await self._marked(asker, room_id, replace(screen, parts=(*head, *screen.parts)))

    async def _marked(self, asker: Asker, room_id: int, screen: Screen) -> Screen:
        found = await self._sandboxes.brought(room_id - BASE, asker.person.id)
        return records_screen.marked(screen, found, asker.words)


def _moved_on(no: Refusal, asker: Asker) -> str:
    """What is said when the sandbox was changed since; any other refusal is raised again."""
    if no.key != "stale":
        raise no
    return asker.words("sandbox.stale")
