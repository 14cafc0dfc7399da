"""Too few processes or descriptors are no bot's fault, and whoever takes them all is taken out."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from runner_rig import Onlooker, plan_of, run

from pitboss.events.warm_players import check_start
from pitboss.store import Journal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux knows them")

ROOT = Path(__file__).parents[2]
SIMPLE = ROOT / "src" / "pitboss" / "examples" / "jedna_simple.py"
BOMB = ROOT / "tests" / "agents" / "fork_bomb_bot.py"
# Nobody else's, since all processes of a user are counted; nor another test's beside this one.
USER = 1_954_321 + os.getpid()
PROCESSES = 40
PROGRAMS = 500

# Takes the limit seriously: it does not count for root, nor for who may change limits. Files may
# still be read as root.
CONFINED = """
import ctypes, os, resource, sys
user, processes, *words = sys.argv[1:]
for capability in (21, 24):  # CAP_SYS_ADMIN and CAP_SYS_RESOURCE
    if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
        sys.exit(77)
resource.setrlimit(resource.RLIMIT_NPROC, (int(processes), int(processes)))
os.setreuid(int(user), 0)
os.execv(sys.executable, [sys.executable, *words])
"""

# Plays an event where only so many processes can be started; prints what came out.
LIMITED = """
import json, sys, tempfile
from pathlib import Path
root, protected, written = sys.argv[1:]
sys.path.insert(0, f"{root}/tests/rigs")
import msgspec
from runner_rig import Onlooker, run
from pitboss.events import runner, worker
from pitboss.events.plan import Plan
from pitboss.players.program import blocking
from pitboss.store import Journal
runner.PAUSES = (0.2,) * 50
if protected == "no":
    blocking.check_shortage = lambda error: None
    worker.check_room = lambda: None
plan = msgspec.json.decode(written, type=Plan)
onlooker = Onlooker()
with tempfile.TemporaryDirectory() as folder:
    run(plan, Path(folder, "journal.db"), onlooker=onlooker)
    with Journal.open(str(Path(folder, "journal.db"))) as journal:
        rows = journal.results(plan.id).rows
print(json.dumps({
    "games": len(rows),
    "removed": onlooker.removed,
    "faults": [int(rows["faults"][rows["entrant"] == one].sum()) for one in (0, 1)],
    "forfeits": [int(rows["forfeit"][rows["entrant"] == one].sum()) for one in (0, 1)],
}))
"""


def limited(*, protected: bool) -> dict[str, Any]:
    bots = [
        f"cmd='{sys.executable} {path}' nursery=no name={name}"
        for path, name in ((BOMB, "bomber"), (SIMPLE, "honest"))
    ]
    plan = msgspec.json.encode(plan_of("jedna", *bots, blocks=3)).decode()
    words = ["-c", LIMITED, str(ROOT), "yes" if protected else "no", plan]
    done = subprocess.run(
        [sys.executable, "-c", CONFINED, str(USER), str(PROCESSES), *words],
        capture_output=True,
        text=True,
        timeout=400,
        cwd="/",
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": ":".join(sys.path)},
    )
    if done.returncode == 77:
        pytest.skip("capabilities can't be given up here")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="a user of its own is needed, to count its processes")
@pytest.mark.parametrize("protected", [True, False])
def test_a_fork_bomb_costs_nobody_else_anything(protected: bool) -> None:
    found = limited(protected=protected)

    assert found["games"] == 6
    if not protected:
        # The opponent could not be started, and paid for it.
        assert found["forfeits"][1] > 0
        return
    assert found["faults"][1] == found["forfeits"][1] == 0
    ((name, reason),) = found["removed"]
    assert name == "bomber"
    assert "used up the machine's processes" in reason
    assert found["forfeits"][0] > 0


def test_five_hundred_programs_run_with_a_thousand_descriptors(tmp_path: Path) -> None:
    folder = tmp_path / "folder.sh"
    folder.write_text(
        "while read -r line; do case $line in\n"
        """*'"type":"action_request"'*) echo '{"type":"action","action":{"type":"fold"}}';;\n"""
        "esac; done\n"
    )
    # Their numbers make them different programs.
    bots = [f"cmd='/bin/sh {folder} {number}'" for number in range(PROGRAMS)]
    plan = plan_of("holdem", *bots, blocks=1, format="swiss")
    # So many meet that most of those who played are ended again.
    onlooker = Onlooker(most=40)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, hard), hard))
    try:
        check_start(plan)
        run(plan, tmp_path / "journal.db", onlooker=onlooker)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    with Journal.open(str(tmp_path / "journal.db")) as journal:
        rows = journal.results(plan.id).rows
    assert len(rows) >= 80
    assert not rows["faults"].any()
    assert onlooker.waited == []
