"""A pause for a long search, so that other threads of the process go on. Never compiled."""


def breathe() -> None:
    """Let the interpreter hand its lock to whoever waits; call it about every 0.1 to 1 ms.

    The interpreter looks whether another thread wants the lock when interpreted code enters a
    function; compiled code never does. So this function is empty, and is no compiled module's.
    """
