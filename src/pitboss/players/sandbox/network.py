"""A network of a program's own: a loopback on which it reaches us, and nothing else.

The socket on which we listen is one of that network. So what the program sends comes to us without
anybody in between, and nobody else on the machine can send there.
"""

import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

from pitboss.players.sandbox.machine import NoSandbox

_LOOPBACK: Final = Path(__file__).with_name("loopback.py")
_PATIENCE: Final = 10.0


class PrivateNetwork:
    """It is there as long as it is open, whether or not the program runs."""

    def __init__(self) -> None:
        """Make one; `NoSandbox` if that can't be done, `OSError` if too little is left for it."""
        self._spaces: list[int] = []
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, theirs:
            words = ["unshare", "--net"]
            if os.geteuid() != 0:
                words += ["--user", "--map-root-user"]
            words += [sys.executable, "-I", "-S", str(_LOOPBACK), str(theirs.fileno())]
            try:
                done = subprocess.run(
                    words,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    pass_fds=[theirs.fileno()],
                    timeout=_PATIENCE,
                    check=False,
                )
            except FileNotFoundError as error:
                raise NoSandbox(
                    "bots that connect need the programs unshare and nsenter for their sandbox: "
                    "install the package util-linux"
                ) from error
            except subprocess.TimeoutExpired as error:
                raise OSError("a network for a sandbox took too long") from error
            if done.returncode:
                said = done.stderr.decode("utf-8", "replace").strip()
                raise NoSandbox(f"a sandbox can't have a network of its own here ({said})")
            _, handed, _, _ = socket.recv_fds(ours, 16, 3)
        listening, *self._spaces = handed
        # With its protocol, or asyncio does not see that it is TCP, and lets small replies wait.
        self.socket = socket.socket(
            socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listening
        )

    @property
    def entrance(self) -> tuple[str, ...]:
        """The words that start another program's words in it."""
        net, user = (f"/proc/{os.getpid()}/fd/{space}" for space in self._spaces)
        words = ["nsenter", f"--net={net}"]
        if os.geteuid() != 0:
            words += [f"--user={user}", "--preserve-credentials"]
        return (*words, "--")

    def close(self) -> None:
        """Nothing is left of it once the program has ended, too."""
        self.socket.close()
        for space in self._spaces:
            with contextlib.suppress(OSError):
                os.close(space)
        self._spaces = []
