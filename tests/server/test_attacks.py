"""While one client attacks, a well-behaved one on the same server loses nothing."""

from collections.abc import Iterator

import pytest
from attack_rig import ATTACKS, Victim, attacking, memory
from serve_rig import Running, serving

SECONDS = 1.0
# What counts is that the server goes on; on a busy machine everything takes longer. The figures
# of a quiet one are in benchmarks/wires/attacks.md.
_NOT_LOCKED_UP = 8.0


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with serving("--max-connections", "300", "--request-timeout", "10") as running:
        yield running
        code, log = running.stop()
        assert code == 0
        assert "Traceback" not in log
        assert log.count("\n") < 200


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_costs_nobody_else_a_request(server: Running, attack: str) -> None:
    http, poker = (int(url.rsplit(":", 1)[1]) for url in (server.http, server.poker))
    victim = Victim(http)
    victim.play(0.2)
    before = memory(server.process.pid)

    with attacking(attack, http, poker, SECONDS):
        victim.play(SECONDS)

    print(
        attack, len(victim.took), f"{1000 * victim.p99:.0f} ms", memory(server.process.pid) - before
    )
    assert victim.lost == []
    assert victim.p99 < _NOT_LOCKED_UP
    assert memory(server.process.pid) - before < 60
