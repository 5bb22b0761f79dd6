"""`python -m bot.playground`: takes the signals before it loads anything that takes time. Knows nothing else."""

import os
import sys

from bot import signals


def main() -> int:
    """Do what the command line says; the exit code."""
    os.umask(0o077)
    signals.end_on_signals()
    from bot.playground import command_line

    try:
        return command_line.main()
    finally:
        signals.print_text("")  # what others have printed, such as a help


if __name__ == "__main__":
    sys.exit(main())
