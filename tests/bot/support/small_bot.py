"""A small bot on the real discord.py, for tests of the local Discord itself. It knows nothing of Tessera."""

from __future__ import annotations

import asyncio
import contextlib
import io

import discord
from discord import app_commands

from tests.bot.support.local_discord import LocalDiscord

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)


class Ask(discord.ui.Modal, title="Your name"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True)


class Panel(discord.ui.LayoutView):
    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(f"count {count}"))
        self.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="alt")))
        row = discord.ui.ActionRow()
        for label, custom_id in (("More", f"more:{count}"), ("Ask", "ask"), ("Late", "late"), ("Silent", "silent")):
            row.add_item(discord.ui.Button(label=label, custom_id=custom_id))
        self.add_item(row)
        select = discord.ui.Select(
            custom_id="pick", options=[discord.SelectOption(label=one.upper(), value=one) for one in "abc"]
        )
        self.add_item(discord.ui.ActionRow(select))


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.02)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="panel", description="A panel", callback=panel))
        suggest = app_commands.Command(name="guess", description="A guess", callback=guess)
        suggest.autocomplete("word")(words)
        self.tree.add_command(suggest)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies anew at once, where the library would wait five seconds for other shards."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await press(interaction)


async def panel(interaction: discord.Interaction) -> None:
    file = discord.File(io.BytesIO(PIXEL), "board.png", description="a board")
    await interaction.response.send_message(view=Panel(0), file=file)


async def guess(interaction: discord.Interaction, word: str, times: int = 1) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send(f"{word} {times} {interaction.locale}")


async def words(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=one, value=one) for one in ("apple", "pear", "plum") if one.startswith(current)]


async def press(interaction: discord.Interaction) -> None:
    custom_id = interaction.data["custom_id"]
    if custom_id.startswith("more:"):
        file = discord.File(io.BytesIO(PIXEL), "board.png")
        await interaction.response.edit_message(view=Panel(int(custom_id[5:]) + 1), attachments=[file])
    elif custom_id == "ask":
        await interaction.response.send_modal(Ask())
    elif custom_id == "late":
        await interaction.response.defer()
        await interaction.edit_original_response(view=Panel(100))
    elif custom_id == "pick":
        await interaction.response.send_message(f"picked {interaction.data['values']}", ephemeral=True)


@contextlib.asynccontextmanager
async def running(local: LocalDiscord):
    bot = Bot()
    task = asyncio.create_task(bot.start(local.token))
    try:
        await local.until(lambda: local.online and task)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
