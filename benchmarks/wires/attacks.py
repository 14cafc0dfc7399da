"""A bot that plays over HTTP while somebody attacks: how long its requests take, and what it loses.

`PYTHONPATH=tests/rigs python benchmarks/wires/attacks.py` needs an installed pitboss, compiled for
figures that count. The attacks are those of `tests/server/test_attacks.py`.
"""

import argparse

from attack_rig import ATTACKS, Victim, attacking, memory
from serve_rig import serving

# Milliseconds that one request in a hundred may take.
WANTED = 100.0


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each attack lasts")
    parser.add_argument("attacks", nargs="*", default=[*ATTACKS])
    asked = parser.parse_args()
    print("| attack | requests of the bot | lost | median, ms | p99, ms | server grew, MB |")
    print("|---|--:|--:|--:|--:|--:|")
    with serving("--log-level", "error") as server:
        http, poker = (int(url.rsplit(":", 1)[1]) for url in (server.http, server.poker))
        quiet = Victim(http)
        quiet.play(asked.seconds)
        _tell("none", quiet, 0.0)
        for attack in asked.attacks:
            before = memory(server.process.pid)
            victim = Victim(http)
            with attacking(attack, http, poker, asked.seconds):
                victim.play(asked.seconds)
            _tell(attack.replace("_", " "), victim, memory(server.process.pid) - before)


def _tell(attack: str, victim: Victim, grew: float) -> None:
    median = sorted(victim.took)[len(victim.took) // 2]
    print(
        f"| {attack} | {len(victim.took)} | {len(victim.lost)} | {1000 * median:.1f} |"
        f" {1000 * victim.p99:.0f} | {grew:+.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
