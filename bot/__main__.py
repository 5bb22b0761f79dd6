"""`python -m bot`: takes the signals before it loads anything that takes time. Knows nothing else of the program."""

from __future__ import annotations

import sys

from bot import signals


def main() -> int:
    """Do what the command line says; the exit code.

    Interrupted, a bot that was to play has done all it could; any other command was not done.
    """
    if set(sys.argv[1:]) <= {"run"}:
        signals.take()
    try:
        from bot import command_line

        return command_line.main(sys.argv[1:])
    except KeyboardInterrupt:
        return signals.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
