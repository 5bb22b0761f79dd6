"""Discord's gateway: sessions that outlive their sockets, heartbeats, RESUME with replay, zlib-stream.

Independent of the world: the simulation sends it events, shapes them for each session and supplies the initial state.
"""

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.protocol import News, WireObject
from bot.playground.simulation import Simulation

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_MILLISECONDS = 41250  # [D1.13]
NETWORK_SECONDS = 0.02
GUILD_EVENTS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")  # events whose "id" is the server's
BAD_TOKEN, BAD_FRAME, DROPPED, TIMED_OUT, BAD_SHARD = 4004, 4002, 4000, 4009, 4010  # the first [D1.9]
MAX_REPLAYED_EVENTS = 2000  # events of a session that can still be sent again
MAX_RESUMABLE_SESSIONS = 4  # disconnected sessions that may still be resumed; the oldest is forgotten first


Alter = Callable[[object], object]


@dataclass
class Session:
    """The session of one identified bot.

    `intents`: as requested. `shard`: its number and the number of shards. `id`: for resuming. `events`: all since the
    bot identified, numbered from 1, old ones None. `control_frames`: frames to send that are not events. `has_more`:
    set when an event or a frame was added. `socket`: its connection, None while disconnected.
    """

    intents: int
    shard: tuple[int, int] = (0, 1)
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    events: list[WireObject | None] = field(default_factory=list)
    control_frames: list[object] = field(default_factory=list)
    has_more: asyncio.Event = field(default_factory=asyncio.Event)
    socket: web.WebSocketResponse | None = None

    def add(self, event: str, payload: Mapping[str, Any]) -> None:
        """Queue the event for sending."""
        self.events.append({"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": payload})
        if len(self.events) > MAX_REPLAYED_EVENTS:
            self.events[-MAX_REPLAYED_EVENTS - 1] = None
        self.has_more.set()

    def hears(self, guild: int) -> bool:
        """Whether this shard gets events of this server; 0 stands for no server [D1.16]."""
        own, count = self.shard
        return (guild >> 22) % count == own

    def can_replay(self, seen: int) -> bool:
        """Whether every event after number `seen` is still stored."""
        return 0 <= seen <= len(self.events) and None not in self.events[seen : seen + 1]


class _Connection:
    """Sends frames to one socket, compressed if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, compression: str, alter: Alter) -> None:
        self.socket, self._alter = socket, alter
        self._zip = zlib.compressobj() if compression == "zlib-stream" else None

    async def send(self, frame: object) -> None:
        altered = self._alter(frame)
        text = altered if isinstance(altered, str) else json.dumps(altered)
        if self._zip is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._zip.compress(text.encode()) + self._zip.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """All sessions. `url`: where READY says to resume.

    `alter`: changes each frame before it is sent, to test malformed frames; a string is sent unchanged.
    """

    alter: Alter = staticmethod(lambda frame: frame)

    def __init__(self, simulation: Simulation, token: str) -> None:
        """Pass every event of `simulation` to the sessions that declared its intent."""
        self.simulation, self.token, self.url = simulation, token, ""
        self.sessions: list[Session] = []
        self.resume_count = 0
        simulation.listen(self.feed)

    @property
    def online(self) -> bool:
        """Whether a bot is connected now."""
        return any(session.socket is not None for session in self.sessions)

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Queue the event for every session whose intents allow it [D1.12]."""
        guild = int(payload.get("id" if event in GUILD_EVENTS else "guild_id") or 0)
        for session in self.sessions:
            shaped = self.simulation.event_for_bot(event, payload, session.intents) if session.hears(guild) else None
            if shaped is not None:
                session.add(event, shaped)

    async def drop(self, code: int = DROPPED) -> None:
        """Disconnect every bot; its session may be resumed."""
        for session in self.sessions:
            if session.socket is not None:
                await session.socket.close(code=code)

    async def forget(self) -> None:
        """Disconnect as `drop`, and forget all sessions: bots must identify again."""
        await self.drop()
        self.sessions.clear()

    async def time_out(self) -> None:
        """Time out every session (4009); none can be resumed."""
        await self.drop(TIMED_OUT)
        self.sessions.clear()

    async def ask_to_reconnect(self) -> None:
        """Ask every bot to reconnect and resume (op 7)."""
        self.send_control_frame({"op": RECONNECT, "s": None, "t": None, "d": None})

    async def invalidate(self) -> None:
        """Invalidate every session (op 9); none can be resumed."""
        self.send_control_frame({"op": INVALID, "s": None, "t": None, "d": False})
        self.sessions.clear()

    def send_control_frame(self, frame: object) -> None:
        """Send this frame, which is not a replayable event, to every bot before all queued events."""
        for session in self.sessions:
            session.control_frames.append(frame)
            session.has_more.set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from start to end."""
        socket = web.WebSocketResponse(max_msg_size=1 << 16, compress=False)
        await socket.prepare(request)
        connection = _Connection(socket, request.query.get("compress", ""), self.alter)
        await connection.send({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}})
        session: Session | None = None
        pump: asyncio.Task[None] | None = None
        try:
            async for message in socket:
                frame = _read_frame(message.data) if message.type is WSMsgType.TEXT else None
                if frame is None:
                    await socket.close(code=BAD_FRAME)
                elif frame["op"] == HEARTBEAT:
                    # An answer within a millisecond arrives before discord.py has noted when it asked; it would then
                    # warn that the gateway is a whole interval behind.
                    await asyncio.sleep(NETWORK_SECONDS)
                    await connection.send({"op": ACK, "s": None, "t": None, "d": None})
                elif session is None and frame["op"] in {IDENTIFY, RESUME}:
                    session, seen = await self._enter(frame, connection)
                    if session is not None:
                        pump = asyncio.create_task(_send_events(session, seen, connection))
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
                self.simulation.publish(News("world"))
            if pump is not None:
                pump.cancel()
                await asyncio.gather(pump, return_exceptions=True)
        return socket

    async def _enter(self, frame: WireObject, connection: _Connection) -> tuple[Session | None, int]:
        wish = frame["d"] if isinstance(frame.get("d"), dict) else {}
        if str(wish.get("token", "")).removeprefix("Bot ") != self.token:
            await connection.socket.close(code=BAD_TOKEN, message=b"Authentication failed.")
            return None, 0
        seen = wish.get("seq") or 0
        if frame["op"] == IDENTIFY:
            shard = _read_shard(wish.get("shard"))
            if shard is None:
                await connection.socket.close(code=BAD_SHARD, message=b"Invalid shard.")
                return None, 0
            session, seen = self._identify(int(wish.get("intents") or 0), shard), 0
        else:
            found = next(
                (session_known for session_known in self.sessions if session_known.id == wish.get("session_id")), None
            )
            if found is None or not isinstance(seen, int) or not found.can_replay(seen):
                await connection.send({"op": INVALID, "s": None, "t": None, "d": False})
                return None, 0
            session = found
            session.add("RESUMED", {})
            self.resume_count += 1
        session.socket = connection.socket
        self.simulation.publish(News("world"))
        return session, seen

    def _identify(self, intents: int, shard: tuple[int, int]) -> Session:
        """Start a session and send it the servers of its shard [D1.7]; a resumed session continues instead [D1.8]."""
        disconnected = [session for session in self.sessions if session.socket is None]
        for oldest in disconnected[:-MAX_RESUMABLE_SESSIONS]:
            self.sessions.remove(oldest)
        session = Session(intents, shard)
        self.sessions.append(session)
        guilds = [guild for guild in self.simulation.joined_guilds() if session.hears(guild)]
        session.add("READY", {
            "v": 10, "user": self.simulation.bot, "session_id": session.id, "resume_gateway_url": self.url,
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds], "shard": list(shard),
            "application": {"id": str(self.simulation.bot_id), "flags": 0},
        })  # fmt: skip
        for number in guilds:
            guild = self.simulation.event_for_bot("GUILD_CREATE", self.simulation.guild(number), intents)
            if guild is not None:
                session.add("GUILD_CREATE", guild)
        return session


async def _send_events(session: Session, seen: int, connection: _Connection) -> None:
    while not connection.socket.closed:
        session.has_more.clear()
        while session.control_frames:
            await connection.send(session.control_frames.pop(0))
        while seen < len(session.events):
            event = session.events[seen]
            if event is None:  # the socket is so slow that the event is no longer stored
                await connection.socket.close(code=DROPPED)
                return
            seen += 1
            await connection.send(event)
        await session.has_more.wait()


def _read_shard(wish: object) -> tuple[int, int] | None:
    """The requested shard and the number of shards, (0, 1) by default; None if malformed."""
    match wish or [0, 1]:
        case [int(own), int(count)] if 0 <= own < count:
            return own, count
    return None


def _read_frame(text: str) -> WireObject | None:
    try:
        frame = json.loads(text)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) and isinstance(frame.get("op"), int) else None
