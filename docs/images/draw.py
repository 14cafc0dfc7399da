"""Draws demo.svg and report.png from what Pitboss really prints and writes.

    python docs/images/draw.py            # both, with pitboss installed
    python docs/images/draw.py demo.svg   # one of them

`report.png` needs the package playwright and the program chromium.
"""

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
PITBOSS = str(Path(sys.executable).parent / "pitboss")
WIDTH = 98
BOTS = """
name = "Friday night cup"
game = "jedna"
format = "round-robin"
blocks = 100
seed = "friday"
timeout = 1

[[bot]]
cmd = "./second.py"

[[bot]]
cmd = "./first.py"

[[bot]]
cmd = "./moody.py"

[[bot]]
cmd = "./any_game.py"
wire = "native"

[[bot]]
bot = "simple"

[[bot]]
bot = "random"
"""


def on_a_terminal(words: list[str], folder: Path) -> str:
    """What a command prints on a terminal, with its colours."""
    screen, inside = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(WIDTH), "LINES": "50", "TERM": "xterm-256color"}
    program = subprocess.Popen(
        words, cwd=folder, stdout=inside, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(inside)
    said = b""
    try:
        while data := os.read(screen, 1 << 16):
            said += data
    except OSError:
        # Linux's way to say that nobody is left on the other side.
        pass
    os.close(screen)
    assert program.wait() == 0
    return said.decode().replace("\r\n", "\n")


def draw_demo(path: Path) -> None:
    """`pitboss demo` as a picture of a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        said = on_a_terminal([PITBOSS, "demo"], Path(folder))
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text("$ pitboss demo", style="bold"))
        console.print(Text.from_ansi(said.rstrip()))
        svg = console.export_svg(title="pitboss demo", unique_id="demo")
    # A picture that loads nothing: any monospaced font will do.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n")


def draw_report(path: Path) -> None:
    """The first screen of the report of a tournament with the bots of docs/writing-a-bot.md."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = (HERE.parent / "writing-a-bot.md").read_text()
        for file, body in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", text, re.DOTALL):
            (folder / file).write_text(body)
        # A bot that crashes now and then: it gives up when it holds too many cards.
        give_up = 'if len(state["hand"]) > 10: sys.exit("too many cards")'
        moody = (folder / "first.py").read_text().replace("print(", f"{give_up}\n        print(")
        (folder / "moody.py").write_text(moody)
        (folder / "cup.toml").write_text(BOTS)
        for words in (["tournament", "cup.toml"], ["report", "last", "-o", "cup.html"]):
            subprocess.run([PITBOSS, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with sync_playwright() as browsers:
            browser = browsers.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": 1280, "height": 1500})
            page.goto((folder / "cup.html").as_uri())
            page.screenshot(path=path)
            browser.close()


PICTURES = {"demo.svg": draw_demo, "report.png": draw_report}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or PICTURES:
        PICTURES[wanted](HERE / wanted)
