"""What tests of lobbies start from: opening one, its options page, and whether an answer was a refusal."""

from __future__ import annotations

from bot.model.room_number import Tag, room_of_tag
from bot.text.words import Words
from tests.bot.support.local_discord import selects

SAY = Words()
BLUE, GRAY = 1, 2


async def lobby_of(person, channel, game="azul", **options):
    return await person.command("play", channel=channel, game=game, **options)


def refused(reply, key, **facts):
    """One private answer with the words of that key; a tag is that of a table of Azul."""
    if "tag" in facts:
        facts["tag"] = Tag(room_of_tag(facts["tag"]), "Azul")
    return reply.answers == 1 and reply.private and SAY(f"refusal.{key}", **facts) in reply.text


async def played_before(running_bot, *people, game="azul"):
    """These people have been at a table of this game, so that it is nobody's first one."""
    async with running_bot.changing() as database:
        for seat, person in enumerate(people):
            facts = (35**4, seat, game, 1, 1.0, person.id, seat + 1, 10)
            names = "room, seat, game, edition, finished, person, rank, points"
            database.execute(f"INSERT INTO results ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", facts)


async def managed(person, message, label):
    """What a button behind Manage leads to."""
    page = await person.press(message, label="Manage")
    return await person.press(page.message, label=label)


async def left(person, message):
    """What Leave answers, which Join offers in private to who is seated."""
    return await person.press((await person.press(message, label="Join")).message, label="Leave")


async def options_of(person, lobby):
    return await managed(person, lobby.message, "Options")


async def choose(person, page, key, label):
    one = next(select for custom_id, select in selects(page.message).items() if custom_id.endswith(f":{key}"))
    return await person.choose(page.message, custom_id=one["custom_id"], labels=[label])


def asked(page):
    """The questions of an options page, each with its answer."""
    rows = selects(page.message)
    return {
        one.rsplit(":", 1)[1]: next(row["label"] for row in pick["options"] if row.get("default"))
        for one, pick in rows.items()
    }
