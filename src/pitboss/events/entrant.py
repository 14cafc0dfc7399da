"""Who takes part: a built-in bot or somebody's program, as data that travels to any worker."""

import msgspec

# How a program is spoken to. `auto` is the line protocol that the game's own bots speak.
LINES = ("auto", "jedna", "jedna-1", "algopoker", "native")
# A program that connects to us; `{url}` in its command stands for where.
SOCKETS = ("websocket", "http")
WIRES = (*LINES, *SOCKETS)
# As much as every wire can carry.
LONGEST_NAME = 32


class Entrant(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One taker of part. Equal entrants play alike, as far as that is up to us."""

    name: str
    # A built-in bot's name, or else the words of a command.
    bot: str = ""
    command: tuple[str, ...] = ()
    # Where the command runs; empty: where we do.
    folder: str = ""
    wire: str = "auto"
    # Seconds for an answer; 0: the event's.
    timeout: float = 0.0
    # Seconds besides for its first answer; None: the event's.
    startup: float | None = None
    # Whether a Python script's runs may come from a nursery, if it ends after each game.
    nursery: bool = True
    # A digest of the files that the command names, so that a changed bot is another bot.
    version: str = ""

    @property
    def builtin(self) -> bool:
        """Whether it plays in our own process."""
        return bool(self.bot)
