"""What people of the soak press and type. Knows no rules: legal moves come from the engine."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from bot.model.room import Room
from bot.model.room_number import code, tag
from bot.model.timeline import moves_again
from bot.playground.protocol import controls_by_id
from bot.services.rooms import Rooms
from tests.bot.support.local_discord import LocalDiscord, Reply
from tests.trials.faults import confirming
from tests.trials.soak_people import Player
from tests.trials.soak_watch import Book, Turn


class Ways:
    """Presses and commands of people; `rooms` is only looked at, for legal moves."""

    def __init__(self, local: LocalDiscord, rooms: Rooms, lot: Random) -> None:
        self.local, self.rooms, self.lot = local, rooms, lot

    async def settle(self, player: Player) -> None:
        """The person has said in /me how they live."""
        days, person = player.days, player.person
        me = await person.command("me", channel=person.dm)
        wishes = [
            ("time", "zone", days.zone), ("time", "wake", str(days.wake)), ("time", "sleep", str(days.sleep)),
            ("time", "weekends", "free" if days.weekends else "play"), *player.kind.wishes,
        ]  # fmt: skip
        for page, key, value in wishes:
            place = f"wish:{page}:{key}" + (":0" if key == "zone" else "")
            told = await person.raw_press(person.dm, me.message["id"], place, [value])
            await told.until(lambda told: told.text)  # a slow answer is put off first, by a process of its own
            assert "Saved." in told.text, told.text

    async def table(self, key: str, people: list[Player], robots: int, clock: str, channel: int) -> None:
        """A table has started."""
        host, *others = (one.person for one in people)
        lobby = await host.command("play", channel=channel, game=key)
        number = lobby.message["id"]
        code = next(iter(controls_by_id(lobby.message["components"]))).split(":")[1]
        for other in others:
            await other.raw_press(channel, number, f"join:{code}")
        for _ in range(robots):
            await host.raw_press(channel, number, f"robot:{code}:random")
        await host.raw_press(channel, number, f"set:{code}:clock", [clock])
        await host.raw_press(channel, number, f"set:{code}:match", ["one"])
        await host.raw_press(channel, number, f"start:{code}")

    async def move(self, turn: Turn, book: Book) -> None:
        """The person plays until somebody else is to move, and sometimes takes a move back and makes another."""
        goes_on_only = False
        while True:
            room = await self.rooms.room(turn.room)
            if turn.seat not in room.to_act or (goes_on_only and not moves_again(room.table, turn.seat)):
                return
            reply = await self._typed(turn, room, book)
            goes_on_only = reply is not None and not await self._undone(turn, reply, book)
            if reply is None:
                return

    async def _typed(self, turn: Turn, room: Room, book: Book) -> Reply | None:
        """What the person was told of a move that is played; None if it is not."""
        person, text = turn.player.person, str(self.lot.choice(room.table.view(turn.seat).moves))
        reply = await person.command("move", channel=turn.channel, move=text, table=room.tag)
        confirm = confirming(reply)  # of this move; below a move that is played stands the next one's
        if confirm is not None and "Played: " not in reply.text:
            reply = await person.raw_press(turn.channel, reply.message["id"], confirm)
        if "Played: " not in reply.text:
            later = await self.rooms.room(turn.room)
            if turn.seat not in later.to_act:  # a pause, the end, or another's consent came first
                return None
            book.failed.append(f"{room.tag} {text}: {reply.state} {reply.text[:200]}")
            return None
        book.note(turn, text)
        return reply

    async def _undone(self, turn: Turn, reply: Reply, book: Book) -> bool:
        """Whether the person has taken the move back, where that can be."""
        undo = [one for one in controls_by_id((reply.message or {}).get("components")) if one.startswith("undo:")]
        if not undo or self.lot.random() >= turn.player.kind.undoes:
            return False
        told = await turn.player.person.raw_press(turn.channel, reply.message["id"], undo[0])
        if "The move is taken back." not in told.text:
            return False
        book.undo(turn)
        return True

    async def resign(self, turn: Turn) -> None:
        """The person resigns."""
        person = turn.player.person
        sure = await person.command("resign", channel=turn.channel, table=tag(turn.room))
        told = await person.raw_press(turn.channel, sure.message["id"], f"resigned:{code(turn.room)}")
        assert "You have resigned" in told.text, told.text

    async def travel(self, player: Player, now: float, days: int) -> str:
        """The person has said to be away for so many days; the day of the return, "" if no vacation is left."""
        back = datetime.fromtimestamp(now, player.days.here) + timedelta(days=days)
        person = player.person
        me = await person.command("me", channel=person.dm)
        form = await person.press(me.message, label="Away until…")
        assert form.modal is not None, f"no form for {player.kind}, but {form.state}: {form.text}"
        told = await person.submit(form, text=f"{back:%Y-%m-%d}")
        await told.until(lambda told: told.text)
        assert "Saved." in told.text or "of vacation" in told.text, told.text
        return f"{back:%Y-%m-%d}" if "Saved." in told.text else ""

    async def more_time(self, turn: Turn) -> bool:
        """The person has asked for more time at the reminder; whether it was granted."""
        note = turn.nudges[-1]
        told = await turn.player.person.raw_press(int(note["channel_id"]), note["id"], f"time:{code(turn.room)}")
        if "You have more time" not in told.text:
            turn.player.moves.setdefault(-turn.room, 1)
        return "You have more time" in told.text

    async def back(self, room: int, player: Player) -> bool:
        """The person has pressed I am back; whether that gave the seat back."""
        shown = await self.rooms.room(room)
        told = await player.person.raw_press(shown.place.channel, shown.newest_message.id or 0, f"return:{shown.code}")
        return "Welcome back" in told.text
