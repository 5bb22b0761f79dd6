"""What the library remembers of Discord from one connection to the next. Knows no game and no handler."""

from typing import Any

from discord.state import AutoShardedConnectionState

from bot.discord_api.gateway_barrier import LenientState, server_numbers


class Connections(LenientState, AutoShardedConnectionState[Any]):
    """As the library has it, but a new session forgets the servers that Discord does not name in it any more.

    With a single connection the library forgets all servers first. With several it forgets none, so that one which the
    bot has left while nobody listened would stay for ever.
    """

    def parse_ready(self, data: Any) -> None:
        """The first word of a new session, which names every server of its connection."""
        shard, _ = data["shard"]
        if shard not in self.shard_ids:
            raise LookupError("shard")
        super().parse_ready(data)
        named = server_numbers(data["guilds"])
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in named:
                self._remove_guild(guild)
