"""A match of programs that keep what they are sent, and all that there is to see of it."""

from pathlib import Path

from golden_normal import normal
from golden_shell import Shell, lay_out_bots

# So long that no machine is too slow: time that ran out would be another game.
PATIENT = ("--timeout", "30", "--startup", "60")


def program(script: str, mood: str, wire: str, *more: str) -> str:
    """A bot as it is typed; what it is sent goes to a file of its own."""
    return f"cmd='{script}.py {mood}.log {mood}' name={mood} wire={wire} {' '.join(more)}".strip()


def play(shell: Shell, folder: Path, game: str, bots: list[str], *options: str) -> dict[str, str]:
    """Play; the games, the results, and the transcripts of all programs."""
    lay_out_bots(folder)
    shell.run(folder, "play", game, *bots, *PATIENT, "--seed", "golden", *options)
    texts = {
        "games": shell.run(folder, "export"),
        "results": shell.run(folder, "export", "--format", "csv"),
    }
    texts |= transcripts(folder)
    return {name: normal(text) for name, text in texts.items()}


def transcripts(folder: Path) -> dict[str, str]:
    """What each bot was sent: all of its processes, one after another, by the bot's name."""
    texts: dict[str, str] = {}
    logs = folder.glob("*.log.*")
    for log in sorted(logs, key=lambda log: (log.stem, int(log.suffix[1:]))):
        # What is no UTF-8 would be a fault of its own, and is kept as it is.
        text = log.read_bytes().decode(errors="backslashreplace")
        name = log.name.partition(".log.")[0]
        texts[name] = texts.get(name, "") + text
    return texts
