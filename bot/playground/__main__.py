"""`python -m bot.playground`: the program from its first line. Knows nothing of what it does."""

from __future__ import annotations

import sys


def main() -> int:
    """Do what the command line says; the exit code."""
    from bot.playground import command_line

    return command_line.main()


if __name__ == "__main__":
    sys.exit(main())
