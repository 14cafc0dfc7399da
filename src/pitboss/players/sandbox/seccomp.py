"""A filter of system calls, as bubblewrap takes it: what namespaces do not separate is refused.

Keys and locks on files that several programs may read would let the lanes of a bot tell each other
what they have seen. The rest is of no use to a bot, and has a history of letting programs out.
"""

import errno
import os
import platform
import struct
from functools import cache
from typing import Final

_Calls = dict[str, int]

# Numbers as Linux has them, with the name of each architecture in the kernel's audit.
_ARCHITECTURES: Final[dict[str, tuple[int, _Calls, _Calls]]] = {
    "x86_64": (
        0xC000003E,
        {
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "inotify_init": 253,
            "inotify_init1": 294,
            "fanotify_init": 300,
            "sched_setaffinity": 203,
            "ioprio_set": 251,
            "mount": 165,
            "umount2": 166,
            "pivot_root": 155,
            "setns": 308,
            "open_by_handle_at": 304,
            "syslog": 103,
            "perf_event_open": 298,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
        },
        {"flock": 73, "fcntl": 72},
    ),
    "aarch64": (
        0xC00000B7,
        {
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "inotify_init1": 26,
            "fanotify_init": 262,
            "sched_setaffinity": 122,
            "ioprio_set": 30,
            "mount": 40,
            "umount2": 39,
            "pivot_root": 41,
            "setns": 268,
            "open_by_handle_at": 265,
            "syslog": 116,
            "perf_event_open": 241,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
        },
        {"flock": 32, "fcntl": 25},
    ),
}
# What `fcntl` does with locks, leases and notices. Asking for a lock that nobody can have is open.
_LOCKING: Final = {
    "F_SETLK": 6,
    "F_SETLKW": 7,
    "F_OFD_SETLK": 37,
    "F_OFD_SETLKW": 38,
    "F_SETLEASE": 1024,
    "F_NOTIFY": 1026,
}
# Where the filter finds what is called: its number, the architecture, and its second argument.
_NUMBER, _ARCHITECTURE, _SECOND = 0, 4, 24
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000
# The numbers of another set of calls on the same machine begin here.
_OTHER_CALLS: Final = 0x40000000


@cache
def filter_program() -> bytes:
    """The filter for this machine; nothing where it is not known how its calls are numbered."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None:
        return b""
    architecture, refused, locks = known
    code = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, architecture, yes=1),
        _step(_RETURN, _REFUSE | errno.ENOSYS),
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _OTHER_CALLS, no=1),
        _step(_RETURN, _REFUSE | errno.ENOSYS),
    ]
    for number in refused.values():
        code += [_step(_EQUAL, number, no=1), _step(_RETURN, _REFUSE | errno.EPERM)]
    # Alone in its sandbox, a program has every lock that it wants: so it is told.
    code += [_step(_EQUAL, locks["flock"], no=1), _step(_RETURN, _REFUSE)]
    code += [_step(_EQUAL, locks["fcntl"], yes=1), _step(_RETURN, _ALLOW), _step(_LOAD, _SECOND)]
    for command in _LOCKING.values():
        code += [_step(_EQUAL, command, no=1), _step(_RETURN, _REFUSE)]
    return b"".join([*code, _step(_RETURN, _ALLOW)])


def filter_descriptor() -> int:
    """A new descriptor from which the filter can be read once; -1 if there is none."""
    if not filter_program():
        return -1
    return os.open(f"/proc/self/fd/{_file()}", os.O_RDONLY | os.O_CLOEXEC)


@cache
def _file() -> int:
    file = os.memfd_create("seccomp")
    os.write(file, filter_program())
    return file


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; a comparison skips as many as `yes` or `no` says."""
    return struct.pack("=HBBI", code, yes, no, value)
