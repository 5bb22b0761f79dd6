"""What we believe of the bot's account, its connection and its commands, each belief with its probe.

Knows no message. The beliefs are told in docs/discord-beliefs.md.
"""

import re

import discord
from discord import app_commands

from bot.delivery.visibility import NOT_HERE
from bot.discord_api.gateway_barrier import HIDDEN
from bot.interactions.commands import ALL
from bot.interactions.registration import PATH, compared, definitions, registered
from bot.ops.probe_answers import NUMBER, PERMISSIONS, Differs, Json, compare
from bot.ops.probe_report import Unasked
from bot.ops.probe_screens import note
from bot.ops.probe_session import ProbeSession

BROKEN = 4000  # the code with which the library closes a connection that it takes for dead
RATE = {  # headers of an answer
    "X-RateLimit-Bucket": re.compile(r"\w+"),
    "X-RateLimit-Limit": re.compile(r"\d+"),
    "X-RateLimit-Remaining": re.compile(r"\d+"),
    "X-RateLimit-Reset-After": re.compile(r"\d+(\.\d+)?"),
}
LOCALIZED = ("name_localizations", "description_localizations")


async def application_is_the_bot(session: ProbeSession) -> None:
    """Probes [D1.1]."""
    await session.client.application_info()
    compare((await session.answer()).body, {"id": str(session.bot), "name": str, "flags": int})


async def servers_are_listed(session: ProbeSession) -> None:
    """Probes [D1.2]."""
    await session.client.http.get_guilds(1, after=session.guild - 1)
    found = {one["id"]: one for one in (await session.answer()).body}
    compare(found.get(str(session.guild), {}), {"id": NUMBER, "name": str, "permissions": PERMISSIONS})


async def answers_are_plain_json(session: ProbeSession) -> None:
    """Probes [D1.3]."""
    await session.client.application_info()
    compare((await session.answer()).headers.get("Content-Type"), "application/json", "Content-Type")


async def answers_tell_the_rate_limit(session: ProbeSession) -> None:
    """Probes [D1.4]."""
    await session.post(note(session.words))
    headers = (await session.answer()).headers
    compare({name: headers[name] for name in RATE if name in headers}, RATE)


async def bot_is_a_member(session: ProbeSession) -> None:
    """Probes [D1.5]."""
    await session.client.http.get_member(session.guild, session.bot)
    compare((await session.answer()).body, {"user": {"id": str(session.bot)}, "roles": list})


async def strangers_are_unknown(session: ProbeSession) -> None:
    """Probes [D1.6]: nobody has the number of a channel."""
    found = await session.refusal(session.client.http.get_member(session.guild, session.channel))
    compare(found, {"status": 404, "code": frozenset(NOT_HERE)})


async def servers_are_told(session: ProbeSession) -> None:
    """Probes [D1.7]."""
    server = await session.client.until(lambda: session.client.server(session.guild))
    compare(session.client.told("READY")[-1], {"session_id": str, "resume_gateway_url": str, "guilds": list})
    compare(server, {"channels": list, "roles": list})
    compare(str(session.bot), frozenset(one["user"]["id"] for one in server["members"]), "members")


async def connection_goes_on(session: ProbeSession) -> None:
    """Probes [D1.8]."""
    before = {name: len(session.client.told(name)) for name in ("RESUMED", "READY")}
    await session.client.ws.close(BROKEN)
    again = await session.client.until(
        lambda: next((name for name in before if len(session.client.told(name)) > before[name]), None)
    )
    compare(again, "RESUMED", "connection")


async def hidden_channels_are_told_without_their_names(session: ProbeSession) -> None:
    """Probes [D1.18]: of the channels that the gateway tells, those that are not listed are the hidden ones."""
    server = await session.client.until(lambda: session.client.server(session.guild))
    listed = {one["id"] for one in await session.client.http.get_all_guild_channels(session.guild)}
    hidden = [one for one in server["channels"] if one["id"] not in listed or one.get("flags", 0) & HIDDEN]
    if not hidden:
        raise Unasked("no_hidden")
    deny = str(discord.Permissions.view_channel.flag)
    overwrites = [{"id": str(session.guild), "type": 0, "allow": "0", "deny": deny}]
    for one in hidden:
        compare({**one, "listed": one["id"] in listed}, {"listed": False, "type": int, "position": int})
        compare(one, {"name": "___hidden___", "flags": HIDDEN, "permission_overwrites": overwrites})


async def translations_are_told_if_asked_for(session: ProbeSession) -> None:
    """Probes [D5.1]."""
    client = session.client
    route = discord.http.Route("GET", PATH, application_id=client.application_id or 0)
    if not (bare := await client.http.request(route)):
        raise Unasked("no_commands")
    full = await registered(client.http, client.application_id or 0)
    compare({"asked": _translated(full), "not asked": _translated(bare)}, {"asked": True, "not asked": False})


def _translated(commands: list[Json]) -> bool:
    return any(command.get(name) for command in commands for name in LOCALIZED)


async def commands_come_back_as_they_were_sent(session: ProbeSession) -> None:
    """Probes [D5.2]."""
    client = session.client
    if not (theirs := compared(await registered(client.http, client.application_id or 0))):
        raise Unasked("no_commands")
    tree = app_commands.CommandTree(client)
    for command in ALL:
        tree.add_command(command)
    ours = compared(await definitions(tree))
    compare(sorted(theirs), sorted(ours), "names")
    for found, wanted in ((theirs, ours), (ours, theirs)):  # the first looks over what only Discord's have
        try:
            compare(found, wanted)
        except Differs as no:
            raise Differs(*no.differences[:1]) from None  # one tells enough, and there may be hundreds


ACCOUNT = {
    "D1.1": application_is_the_bot,
    "D1.2": servers_are_listed,
    "D1.3": answers_are_plain_json,
    "D1.4": answers_tell_the_rate_limit,
    "D1.5": bot_is_a_member,
    "D1.6": strangers_are_unknown,
    "D1.7": servers_are_told,
    "D1.8": connection_goes_on,
    "D1.18": hidden_channels_are_told_without_their_names,
}
COMMANDS = {
    "D5.1": translations_are_told_if_asked_for,
    "D5.2": commands_come_back_as_they_were_sent,
}
