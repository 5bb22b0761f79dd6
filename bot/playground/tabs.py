"""The page's side of the local Discord: its files, and one socket for each browser tab of each person.

Independent of the bot protocol: it turns frames into people's actions, and news into frames. Malformed frames get an
error.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
from aiohttp import WSMsgType, web

from bot.playground.activities import Activities
from bot.playground.people import People
from bot.playground.protocol import Impossible, News, WireObject
from bot.playground.simulation import Simulation

PLAYGROUND_PAGE = (Path(__file__).parent / "page").resolve()
MESSAGES_ON_OPEN = 100  # messages of a channel sent to a tab that opens it
MAX_WAITING_FRAMES = 2000  # frames that may wait for a slow tab before it is closed
MAX_FRAME_LETTERS = 4000  # letters of any text in a frame
FAILURE_TEXT = "This interaction failed"
LOCALES = {locale.value for locale in discord.Locale}


class InvalidFrame(Exception):
    """A malformed frame from the page; the text says why."""


class Tabs:
    """All open tabs. `online`: whether a bot is connected."""

    def __init__(
        self, simulation: Simulation, people: People, activities: Activities, online: Callable[[], bool]
    ) -> None:
        """Subscribe to `simulation`; each tab is sent the changes that its person may see."""
        self.simulation, self.people, self.activities, self.online = simulation, people, activities, online
        self.tabs: list[Tab] = []
        self._stale = False
        simulation.listeners.append(self._receive_news)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one tab from start to end."""
        asked = request.query.get("person", "")
        if not asked.isdecimal() or int(asked) not in self.simulation.people():
            raise web.HTTPBadRequest(text="no such person")
        person = int(asked)
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=1 << 17, compress=False)
        await socket.prepare(request)
        tab = Tab(self, person, socket)
        self.tabs.append(tab)
        sending = asyncio.create_task(tab.send_frames())
        try:
            tab.send(self.hello_frame(person))
            async for message in socket:
                tab.execute(message.data if message.type is WSMsgType.TEXT else "")
        finally:
            self.tabs.remove(tab)
            tab.leave()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        return socket

    async def list_people(self, request: web.Request) -> web.Response:
        """The people as whom a tab may act, as JSON."""
        return web.json_response([self.simulation.user(person) for person in self.simulation.people()])

    async def serve_file(self, request: web.Request) -> web.FileResponse:
        """A file of the page; none outside its folder."""
        place = (PLAYGROUND_PAGE / (request.match_info.get("file") or "index.html")).resolve()
        if not place.is_relative_to(PLAYGROUND_PAGE) or not place.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(place, headers={"Cache-Control": "no-cache"})

    def hello_frame(self, person: int) -> WireObject:
        """Everything that this person's page shows, except messages."""
        simulation, direct = self.simulation, self.simulation.direct_channel(person)
        guilds = [
            {"id": str(guild), **{key: simulation.guild(guild)[key] for key in ("name", "owner_id", "roles")},
             "channels": [simulation.channel(channel) for channel in simulation.channels(guild, person)],
             "bot": guild in simulation.joined_guilds()}
            for guild in simulation.guilds()
        ]  # fmt: skip
        return {
            "t": "hello", "me": simulation.user(person),
            "people": [simulation.user(number) for number in simulation.people()],
            "bot": simulation.bot, "online": self.online(), "guilds": guilds, "commands": simulation.commands(),
            "activity": bool(self.activities.address),
            "dms": [] if direct is None else [{**simulation.channel(direct), "recipients": [simulation.bot]}],
        }  # fmt: skip

    def _receive_news(self, news: News) -> None:
        if news.kind == "world" and not self._stale:
            self._stale = True
            asyncio.get_running_loop().call_soon(self._send_hellos)
        for tab in self.tabs:
            tab.receive_news(news)

    def _send_hellos(self) -> None:
        self._stale = False
        for tab in self.tabs:
            tab.send(self.hello_frame(tab.person))


class Tab:
    """One browser tab, acting as one person."""

    def __init__(self, tabs: Tabs, person: int, socket: web.WebSocketResponse) -> None:
        self.tabs, self.person, self.socket = tabs, person, socket
        self._frames: asyncio.Queue[WireObject] = asyncio.Queue(MAX_WAITING_FRAMES)
        self._asked: dict[int, tuple[Any, bool]] = {}  # by interaction: the page's nonce, whether it wants suggestions
        self._thinking: set[int] = set()
        self._closing: asyncio.Future[bool] | None = None
        self._activity = ""  # the Activity instance open in this tab, "" for none

    def send(self, frame: WireObject) -> None:
        """Queue the frame; a tab that does not read is closed."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self._closing = asyncio.ensure_future(self.socket.close())

    async def send_frames(self) -> None:
        """Send frames in order until cancelled."""
        while True:
            frame = await self._frames.get()
            await self.socket.send_str(json.dumps(frame))

    # -- from the world

    def receive_news(self, news: News) -> None:
        """Show the change in the tab, if its person may see it."""
        if news.kind == "message" and self.tabs.simulation.is_visible(news.channel, news.id, self.person):
            message = self.tabs.simulation.message(news.channel, news.id)
            self.send({"t": "message", "channel": str(news.channel), "message": message})
        if news.kind == "gone" and self.tabs.simulation.sees(self.person, news.channel):
            self.send({"t": "gone", "channel": str(news.channel), "id": str(news.id)})
        if news.kind == "activity" and news.id in self._asked:
            self._show_activity(self.tabs.activities.launched[news.id])
        if news.kind == "answer" and news.id in self._asked:
            self._report(news.id)

    def leave(self) -> None:
        """Close the Activity of this tab."""
        self.tabs.activities.leave(self.person, self._activity)
        self._activity = ""

    def _show_activity(self, name: str) -> None:
        self.leave()
        self._activity = name
        self.send({"t": "activity", "address": self.tabs.activities.frame_address(name)})

    def _report(self, interaction: int) -> None:
        nonce, suggesting = self._asked[interaction]
        state = self.tabs.simulation.interaction_state(interaction)
        record = self.tabs.simulation.interaction(interaction)
        if state == "waiting" or record is None or (state == "thinking" and interaction in self._thinking):
            return
        if state == "thinking":
            self._thinking.add(interaction)
        else:
            del self._asked[interaction]
        if record.modal is not None:
            self.send({"t": "modal", "nonce": nonce, "interaction": str(interaction), "modal": record.modal})
        if suggesting and state == "done":
            self.send({"t": "choices", "nonce": nonce, "choices": record.autocomplete_choices or []})
        else:
            self._answer(nonce, state, FAILURE_TEXT if state == "failed" else "")

    def _answer(self, nonce: Any, state: str, text: str) -> None:
        self.send({"t": "answer", "nonce": nonce, "state": state, "text": text})

    # -- from the page

    def execute(self, text: str) -> None:
        """Carry out the page's request, or send the page the reason why not."""
        nonce = None
        try:
            frame = _read_frame(text)
            nonce = frame.get("nonce")
            FRAMES[frame["t"]](self, frame)
        except Impossible as error:
            self._answer(nonce, "failed", str(error)) if nonce is not None else self._error(str(error))
        except InvalidFrame as error:
            self._error(str(error))
        except RecursionError:
            self._error("this frame is nested too deep")

    def _error(self, text: str) -> None:
        self.send({"t": "error", "text": text})

    def _wait(self, frame: WireObject, interaction: int, *, suggesting: bool = False) -> None:
        self._asked[interaction] = (frame.get("nonce"), suggesting)
        self._report(interaction)

    def _open(self, frame: WireObject) -> None:
        simulation, channel = self.tabs.simulation, _read_id(frame, "channel")
        if not simulation.sees(self.person, channel):
            raise Impossible("this channel is not there")
        shown = [
            simulation.message(channel, message)
            for message in simulation.history(channel, self.person)[-MESSAGES_ON_OPEN:]
        ]
        self.send({"t": "messages", "channel": str(channel), "messages": shown})

    def _press(self, frame: WireObject) -> None:
        values = frame.get("values")
        if values is not None and not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise InvalidFrame("values must be texts")
        channel, message = _read_id(frame, "channel"), _read_id(frame, "message")
        self._wait(frame, self.tabs.people.press(self.person, channel, message, _read_text(frame, "custom_id"), values))

    def _command(self, frame: WireObject) -> None:
        channel, command = _read_id(frame, "channel"), _read_id(frame, "command")
        self._wait(frame, self.tabs.people.command(self.person, channel, command, _read_objects(frame, "options")))

    def _user_command(self, frame: WireObject) -> None:
        channel, command = _read_id(frame, "channel"), _read_id(frame, "command")
        target = _read_id(frame, "target")
        self._wait(frame, self.tabs.people.user_command(self.person, channel, command, target))

    def _complete(self, frame: WireObject) -> None:
        channel, command = _read_id(frame, "channel"), _read_id(frame, "command")
        asked = self.tabs.people.complete(self.person, channel, command, _read_objects(frame, "options"))
        self._wait(frame, asked, suggesting=True)

    def _submit(self, frame: WireObject) -> None:
        opener, filled = _read_id(frame, "interaction"), _read_objects(frame, "components")
        self._wait(frame, self.tabs.people.submit(self.person, opener, _read_text(frame, "custom_id"), filled))

    def _say(self, frame: WireObject) -> None:
        self.tabs.simulation.say(_read_id(frame, "channel"), self.person, _read_text(frame, "text"))

    def _delete(self, frame: WireObject) -> None:
        self.tabs.people.delete(self.person, _read_id(frame, "channel"), _read_id(frame, "message"))

    def _dismiss(self, frame: WireObject) -> None:
        self.tabs.people.dismiss(self.person, _read_id(frame, "channel"), _read_id(frame, "message"))

    def _bot(self, frame: WireObject) -> None:
        if not isinstance(frame.get("there"), bool):
            raise InvalidFrame("there must be true or false")
        self.tabs.people.manage(self.person, _read_id(frame, "guild"), there=frame["there"])

    def _direct(self, _: WireObject) -> None:
        self.tabs.simulation.open_direct(self.person)
        self.send(self.tabs.hello_frame(self.person))

    def _launch(self, frame: WireObject) -> None:
        """Open the Activity without the bot, by the command that Discord handles itself [D7.1]."""
        self._show_activity(self.tabs.activities.launch(self.person, _read_id(frame, "channel")))

    def _authorize(self, frame: WireObject) -> None:
        if not self._activity:
            raise Impossible("no Activity is open here")
        self.send({"t": "code", "nonce": frame.get("nonce"), "code": self.tabs.activities.issue_code(self.person)})

    def _close(self, _: WireObject) -> None:
        self.leave()

    def _locale(self, frame: WireObject) -> None:
        locale = _read_text(frame, "locale")
        if locale not in LOCALES:
            raise InvalidFrame("Discord has no such locale")
        self.tabs.simulation.locales[self.person] = locale
        self.tabs.simulation.publish(News("world"))


FRAMES: dict[str, Callable[[Tab, WireObject], None]] = {
    "open": Tab._open, "press": Tab._press, "command": Tab._command, "user_command": Tab._user_command,
    "complete": Tab._complete, "submit": Tab._submit, "say": Tab._say, "delete": Tab._delete,
    "dismiss": Tab._dismiss, "dm": Tab._direct, "locale": Tab._locale,
    "bot": Tab._bot, "launch": Tab._launch, "authorize": Tab._authorize, "close": Tab._close,
}  # fmt: skip


def _read_frame(text: str) -> WireObject:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidFrame("a frame must be a JSON object") from None
    if not isinstance(frame, dict) or not isinstance(frame.get("t"), str) or frame["t"] not in FRAMES:
        raise InvalidFrame("a frame needs a known t")
    return frame


def _read_id(frame: WireObject, name: str) -> int:
    value = frame.get(name)
    if not isinstance(value, str) or not value.isascii() or not value.isdecimal() or len(value) > 20:
        raise InvalidFrame(f"{name} must be an id")
    return int(value)


def _read_text(frame: WireObject, name: str) -> str:
    value = frame.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_FRAME_LETTERS:
        raise InvalidFrame(f"{name} must be a text of 1 to {MAX_FRAME_LETTERS} letters")
    return value


def _read_objects(frame: WireObject, name: str) -> list[WireObject]:
    value = frame.get(name, [])
    if not isinstance(value, list) or not all(isinstance(record, dict) for record in value):
        raise InvalidFrame(f"{name} must be an array of objects")
    return value
