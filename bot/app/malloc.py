"""How the C library of Linux keeps memory that pictures have used and freed. Knows no pictures."""

from __future__ import annotations

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # <malloc.h>
LARGE = 1 << 20  # bytes; a finished picture is smaller, a sprite four times enlarged to be smoothed is larger
ARENAS = 2  # pools of memory; without a limit eight for each core


def give_back() -> bool:
    """Large canvases go back to the system as soon as they are freed; whether this system can be told so.

    Must be said before the first thread begins. By itself the library learns from the first large block to keep such
    blocks in the pool of the thread that freed it: 470 pictures of all games and themes, drawn by six threads, then
    leave 366 MiB resident where 142 are enough.
    """
    if sys.platform != "linux":
        return False
    try:
        tell = ctypes.CDLL(None).mallopt
        return bool(tell(M_ARENA_MAX, ARENAS) and tell(M_MMAP_THRESHOLD, LARGE))
    except (AttributeError, OSError):  # another C library
        return False
