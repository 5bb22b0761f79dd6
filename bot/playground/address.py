"""Points discord.py at the local Discord by changing the only two addresses it needs.

Knows neither the local Discord's world nor its server; the bot may import it anywhere.
"""

from hashlib import blake2b

import discord
import yarl

from bot.playground.loopback import on_this_machine
from bot.settings import mask_credentials

ADDRESS_VARIABLE = "TESSERA_DISCORD"  # the environment variable that names the local Discord
DEFAULT_PORT = 8787
API_PATH = "/api/v10"
GATEWAY_PATH = "/gateway"


def point_discord_at(url: str) -> None:
    """Make every client created from now on use the local Discord at `url`, such as `http://127.0.0.1:8787`.

    Raises ValueError for an address on another machine, because the token would be sent there.
    """
    if not on_this_machine(url):
        example = f"http://127.0.0.1:{DEFAULT_PORT}"
        raise ValueError(f"{ADDRESS_VARIABLE} must name this machine, such as {example}, not {mask_credentials(url)!r}")
    base = url.rstrip("/")
    discord.http.Route.BASE = base + API_PATH
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base + GATEWAY_PATH).with_scheme("ws")


def activity_secret(token: str) -> str:
    """The application's secret at the local Discord, derived from its bot's token."""
    return blake2b(token.encode(), person=b"Activity", digest_size=24).hexdigest()
