"""Somebody who opens the bot's Activity in a test, as Discord's page around it and the page within do together."""

from __future__ import annotations

from typing import Any

from bot.discord_api.sign_in import DiscordSignIn
from tests.bot.support.local_discord import LocalDiscord, Person
from tests.bot.support.site import Site
from tests.bot.support.tessera import Running


def set_up(running_bot: Running, site: Site, secret: str = "") -> None:
    """The operator has switched Activities on, at Discord and here; nobody waits long for Discord's list."""
    local, activity = running_bot.local, running_bot.services.activity
    local.server.rules.activities.address = site.address
    activity.pause = 0.0
    activity.open(DiscordSignIn(running_bot.client, secret or local.server.rules.activities.secret), (local.url,))


def opened(local: LocalDiscord, person: Person, channel: int) -> tuple[str, str]:
    """The code and the name of the instance that the page has once the person opens it in that channel."""
    activities = local.server.rules.activities
    return activities.issue_code(person.id), activities.launch(person.id, channel)


async def entered(site: Site, code: Any, instance: Any, **headers: str) -> tuple[int, dict[str, Any]]:
    """Status and answer for whoever signs in with these."""
    body = {"code": code, "instance": instance}
    async with site.asked.post(f"{site.address}/activity/enter", json=body, headers=headers) as answer:
        return answer.status, await answer.json() if answer.status == 200 else {}


async def tables(site: Site, token: str) -> tuple[int, list[dict[str, str]]]:
    """Status and list of tables for whoever has that token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with site.asked.get(f"{site.address}/activity/tables", headers=headers) as answer:
        return answer.status, await answer.json() if answer.status == 200 else []
