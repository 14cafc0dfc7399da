"""The walk through an UNO room in docs/serving.md, as its reader types it; and its tables."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from serve_rig import serving

from pitboss.cli.commands import command

PAGE = (Path(__file__).parents[2] / "docs" / "serving.md").read_text()


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_walk_through_a_room_goes_as_told() -> None:
    walk = PAGE.split("## An UNO room, step by step")[1].split("```sh\n")[1].split("```")[0]
    commands = walk.replace("\\\n", " ").strip().splitlines()
    with serving() as server:
        answers = [
            json.loads(
                subprocess.run(
                    ["bash", "-c", line.replace("localhost:5000", server.http)],
                    capture_output=True,
                    check=True,
                    timeout=120,
                ).stdout
            )
            for line in commands
        ]

    assert [answer["success"] for answer in answers] == [True] * 4
    assert "Player 2" in answers[0]["tokens"]


def test_every_option_of_serve_is_on_the_page() -> None:
    options = {word for option in command("serve").params for word in option.opts}

    missing = {word for word in options if not re.search(rf"{word}\b", PAGE)}
    assert missing <= {"--help", "--open"}
