"""`python -m bot`: keeps its files private, takes signals, then loads the program. Knows nothing else of it."""

import os
import sys

from bot import signals


def main() -> int:
    """Do what the command line says and return the exit code.

    An interrupt ends `run` with 0, because it has done all it could; any other command fails.
    """
    os.umask(0o077)  # what people do is nobody else's business on this machine: no file that we make is for others
    if set(sys.argv[1:]) <= {"run"}:
        signals.take()
    try:
        signals.unblock()
        from bot import command_line

        return command_line.main(sys.argv[1:])
    except KeyboardInterrupt:
        return signals.INTERRUPTED
    finally:
        signals.say("")  # what others have printed, such as a help


if __name__ == "__main__":
    sys.exit(main())
