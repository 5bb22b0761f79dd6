"""Moves a started table into a new thread of its lobby's message. Knows no game and no rules."""

import logging
from typing import Literal

import discord

from bot.logs import summary
from bot.model.people import label
from bot.model.room import Room
from bot.screens.screen import cut
from bot.services.lobby_options import LobbyOptions
from bot.text.words import Words

WEEK: Literal[10_080] = 10_080  # minutes without a message after which Discord folds a thread away
MOST_NAME = 100
EXISTS = 160_004  # Discord's code: this message has its thread already

log = logging.getLogger(__name__)


async def in_thread(client: discord.Client, lobbies: LobbyOptions, room: Room, words: Words) -> Room:
    """The room at its final location: in a new thread if its lobby chose that, else in the lobby's channel.

    A thread of a message has the message's number, so it is found again after a crash between the two steps.
    Raises HTTPException if Discord fails; that can be tried again.
    """
    wanted = room.terms.get("where") == "thread" and room.place.channel == room.home
    if room.shown >= 0 or not wanted:
        return room
    thread: int | None = room.message
    try:
        await _open(client, room, words)
    except (discord.HTTPException, ValueError) as fault:
        if isinstance(fault, discord.DiscordServerError):
            raise
        if not isinstance(fault, discord.HTTPException) or fault.code != EXISTS:
            log.info("no thread (%s)", summary(fault), extra={"room": room.id})
            thread = None
    return await lobbies.move(room.id, thread)


async def _open(client: discord.Client, room: Room, words: Words) -> None:
    """Open a thread on the lobby's message. Raises ValueError if there is no message."""
    if room.message is None:
        raise ValueError("no message")
    names = ", ".join(label(one) for one in room.seats)
    title = cut(words("lobby.thread", game=room.game.title, tag=room.tag, names=names), MOST_NAME)
    home = client.get_partial_messageable(room.home, guild_id=room.place.guild)
    await home.get_partial_message(room.message).create_thread(name=title, auto_archive_duration=WEEK)
