"""A program at a seat: how it is started (Command), its process, and how much of it is accepted.

core.py decides, without I/O; blocking.py and live.py are its two shells.
"""

from pitboss.players.program.limits import Limits
from pitboss.players.program.process import Command, Process, Shortage

__all__ = ["Command", "Limits", "Process", "Shortage"]
