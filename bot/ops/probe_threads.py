"""What we believe of threads, each belief with its probe. All of them use one thread; order matters to the third.

Knows nothing of the connection. The beliefs are told in docs/discord-beliefs.md.
"""

from bot.delivery.threads import EXISTS, WEEK
from bot.discord_api.components import layout
from bot.ops.probe_answers import Json, compare
from bot.ops.probe_screens import note
from bot.ops.probe_session import ProbeSession

PUBLIC_THREAD = 11  # a kind of channel
ARCHIVED = {"status": 400, "code": 50083}


async def thread_has_the_number_of_its_message(session: ProbeSession) -> None:
    """Probes [D3.1]."""
    thread = await session.thread()
    compare(
        thread,
        {
            "id": thread["start"], "type": PUBLIC_THREAD, "parent_id": str(session.channel),
            "owner_id": str(session.bot),
            "thread_metadata": {"archived": False, "locked": False, "auto_archive_duration": WEEK},
        },
    )  # fmt: skip


async def thread_is_opened_once(session: ProbeSession) -> None:
    """Probes [D3.2]."""
    start = (await session.thread())["start"]
    found = await session.refusal(session.at(start).create_thread(name="again", auto_archive_duration=WEEK))
    compare(found, {"status": 400, "code": EXISTS})


async def thread_leaves_no_note(session: ProbeSession) -> None:
    """Probes [D3.3]: the newest message of the channel is still the one on which the thread was opened."""
    thread = await session.thread()
    compare(await _described(session, session.channel), {"last_message_id": thread["start"]})


async def nonce_counts_in_its_channel(session: ProbeSession) -> None:
    """Probes [D3.4]."""
    thread, nonce = int((await session.thread())["id"]), f"{session.run}-everywhere"
    first = await session.post(note(session.words), nonce=nonce)
    other = await session.post(note(session.words), thread, nonce=nonce)
    compare(other["channel_id"], str(thread), "channel_id")
    compare({"another message": other["id"] != first["id"]}, {"another message": True})


async def owner_archives_its_thread(session: ProbeSession) -> None:
    """Probes [D3.5]."""
    thread = await session.thread()
    await _archive(session, thread)
    compare(await _described(session, int(thread["id"])), {"thread_metadata": {"archived": True}})


async def archived_thread_refuses_edits(session: ProbeSession) -> None:
    """Probes [D3.6]."""
    thread = await session.thread()
    message = await session.post(note(session.words), int(thread["id"]))
    await _archive(session, thread)
    there = session.place(int(thread["id"])).get_partial_message(int(message["id"]))
    compare(await session.refusal(there.edit(view=layout(note(session.words)))), ARCHIVED)


async def message_opens_an_archived_thread(session: ProbeSession) -> None:
    """Probes [D3.7]."""
    thread = await session.thread()
    await _archive(session, thread)
    await session.post(note(session.words), int(thread["id"]))
    compare(await _described(session, int(thread["id"])), {"thread_metadata": {"archived": False}})


async def _archive(session: ProbeSession, thread: Json) -> None:
    await session.client.http.edit_channel(int(thread["id"]), archived=True)


async def _described(session: ProbeSession, channel: int) -> Json:
    """Discord's description of a channel or thread."""
    await session.client.http.get_channel(channel)
    body: Json = (await session.answer()).body
    return body


THREADS = {
    "D3.1": thread_has_the_number_of_its_message,
    "D3.2": thread_is_opened_once,
    "D3.3": thread_leaves_no_note,
    "D3.4": nonce_counts_in_its_channel,
    "D3.5": owner_archives_its_thread,
    "D3.6": archived_thread_refuses_edits,
    "D3.7": message_opens_an_archived_thread,
}
