"""What the operator sets, read from the environment in this one place. Knows nothing of what it is for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

DATABASE = "var/tessera.sqlite3"


@dataclass(frozen=True)
class Settings:
    """`token` is "" for the local Discord; `discord` is the address of another Discord, "" for the real one."""

    token: str = field(default="", repr=False)
    database: Path = Path(DATABASE)
    discord: str = ""
    port: int = 8787


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this environment. Raises ValueError naming the variable that cannot be read."""
    port = environment.get("TESSERA_PORT") or "8787"
    if not port.isdigit() or not 0 < int(port) < 65_536:
        raise ValueError(f"TESSERA_PORT must be a number from 1 to 65535, not {port!r}")
    return Settings(
        token=environment.get("DISCORD_TOKEN", "").strip(),
        database=Path(environment.get("TESSERA_DATABASE", "") or DATABASE),
        discord=environment.get("TESSERA_DISCORD", "").rstrip("/"),
        port=int(port),
    )
