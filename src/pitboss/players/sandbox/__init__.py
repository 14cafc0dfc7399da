"""A sandbox around a program: what it may see and use, as data, and bubblewrap that holds it to it.

sandbox.py is the data, bubblewrap.py the command line, machine.py what this machine allows.
"""

from pitboss.players.sandbox.machine import NoSandbox, check_sandbox
from pitboss.players.sandbox.sandbox import Sandbox

__all__ = ["NoSandbox", "Sandbox", "check_sandbox"]
