"""Lines out of a stream of bytes, and the tail of another."""

import pytest

from pitboss.players.program.output import LineBuffer, Tail


@pytest.mark.parametrize(
    ("pieces", "lines", "rest"),
    [
        ([b"a\n"], [b"a"], b""),
        ([b"a\nb"], [b"a"], b"b"),
        ([b"a", b"b\nc\n"], [b"ab", b"c"], b""),
        ([b"\n", b"\r\n", b" \n"], [], b""),
        ([b"a\r\n\nb\n"], [b"a\r", b"b"], b""),
        ([b""], [], b""),
    ],
)
def test_a_stream_is_cut_into_lines(pieces: list[bytes], lines: list[bytes], rest: bytes) -> None:
    buffer = LineBuffer(100)

    assert [line for piece in pieces for line in buffer.feed(piece)] == lines
    assert buffer.rest == rest
    assert not buffer.overlong


def test_a_line_beyond_the_limit_is_overlong_and_many_short_ones_are_not() -> None:
    buffer = LineBuffer(10)
    buffer.feed(b"1234567\n" * 10)
    assert not buffer.overlong

    buffer.feed(b"12345678901")
    assert buffer.overlong


def test_a_tail_keeps_the_end() -> None:
    tail = Tail(10)
    for number in range(100):
        tail.feed(f"{number:3}".encode())

    assert tail.text() == "6 97 98 99"
    assert len(tail.text()) == 10
    assert tail.total == 300
