"""The command line: one file per command, imported when it is typed."""

from pitboss.cli.commands import COMMANDS, app, command, main

__all__ = ["COMMANDS", "app", "command", "main"]
