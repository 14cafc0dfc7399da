"""Runs in a new network namespace: gets its loopback going, and hands out a socket that listens.

network.py starts it as `unshare ... python loopback.py DESCRIPTOR`. It stands alone.
"""

import array
import fcntl
import os
import socket
import struct
import sys

# As Linux has them.
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1


def _start_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sH14x", b"lo", 0)
        flags = struct.unpack("16sH14x", fcntl.ioctl(any_socket, _GET_FLAGS, asked))[1]
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sH14x", b"lo", flags | _UP))


def _main(descriptor: int) -> None:
    _start_loopback()
    listening = socket.create_server(("127.0.0.1", 0))
    spaces = [os.open(f"/proc/self/ns/{kind}", os.O_RDONLY) for kind in ("net", "user")]
    handed = array.array("i", [listening.fileno(), *spaces])
    with socket.socket(fileno=descriptor) as ours:
        ours.sendmsg([b"ready"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handed)])


if __name__ == "__main__":
    _main(int(sys.argv[1]))
