"""What a program in a sandbox may see and use, as data."""

from dataclasses import dataclass
from pathlib import Path

MEMORY = 1 << 30
PROCESSES = 64
TEMPORARY = 64 << 20


@dataclass(frozen=True, kw_only=True)
class Sandbox:
    """All limits are for one run of a program with everything that it starts."""

    # Bytes; without control groups for each process.
    memory: int = MEMORY
    # Threads count as well.
    processes: int = PROCESSES
    # Bytes in /tmp, and as many in /dev/shm; both are gone with the program.
    temporary: int = TEMPORARY
    # Files and folders that it may read, besides the system and its own interpreter.
    readable: tuple[Path, ...] = ()
    # The words that start it in a network of its own; none: it has no network.
    entrance: tuple[str, ...] = ()
