"""Start Tessera: `python -m bot`. With DISCORD_TOKEN on Discord, without on a local Discord with its own page.

Knows no command and no game, only its settings.
"""

import asyncio
import sys

from bot import logs
from bot.serving import fail, serve
from bot.settings import settings

if __name__ == "__main__":
    try:
        CHOSEN = settings()
    except ValueError as wrong:
        sys.exit(fail(str(wrong)))
    logs.set_up(CHOSEN.log, CHOSEN.level, CHOSEN.token)
    sys.exit(asyncio.run(serve(CHOSEN)))
