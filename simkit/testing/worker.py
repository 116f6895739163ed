"""The other end of `simkit.testing.children`: plays tables in a process with other compiler settings.

Reads messages from stdin, each eight bytes of length and a pickle of (search path, pickle of (function, arguments)),
and answers on stdout in the same form: ("ok", result) or ("error", traceback).
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from typing import IO, Any


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    body = pickle.dumps(message)
    stream.write(len(body).to_bytes(8, "little") + body)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message; None at the end of the stream."""
    head = stream.read(8)
    if len(head) < 8:
        return None
    return pickle.loads(stream.read(int.from_bytes(head, "little")))


def main() -> None:
    """Serve until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a game prints must not run into the answers
    while (message := receive(sys.stdin.buffer)) is not None:
        path, work = message
        sys.path += [place for place in path if place not in sys.path]
        try:
            function, arguments = pickle.loads(work)
            answer = ("ok", function(*arguments))
        except Exception:  # to be told in the parent
            answer = ("error", traceback.format_exc())
        send(answers, answer)


if __name__ == "__main__":
    main()
