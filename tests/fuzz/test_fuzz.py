"""A small share of `make fuzz`: the server hears nonsense over every wire, and plays on."""

import asyncio
from pathlib import Path

from fuzz_rig import OPTIONS, Fuzz
from serve_rig import serving

BATCHES = 36


def test_nonsense_over_every_wire_costs_no_table_and_no_traceback(tmp_path: Path) -> None:
    async def send(fuzz: Fuzz) -> set[str]:
        names: set[str] = set()
        for at in range(0, BATCHES, 6):
            names |= set(
                await asyncio.gather(*(fuzz.batch("test", at + number) for number in range(6)))
            )
        return names

    with serving(*OPTIONS, log=tmp_path / "log") as server:
        fuzz = Fuzz(server)
        sent = asyncio.run(send(fuzz))
        fuzz.check()
        code, log = server.stop()

    assert sent == {"poker", "native", "socketio", "requests", "raw", "lines"}
    assert code == 0
    assert "traceback" not in log
