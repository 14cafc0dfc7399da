"""Transcripts: what is kept, in which order, and within which bounds."""

from pitboss.play.fault import Fault, FaultKind, shown
from pitboss.play.ruling import Ruling
from pitboss.play.transcript import Line, Transcript


def test_lines_have_their_time_since_the_game_began_and_their_way() -> None:
    transcript = Transcript(clock=lambda: 5.0)
    transcript.begin(10.0)
    transcript.add(">", b'{"a":1}\n{"b":2}\n', 10.5)
    transcript.remark("turn 1", 11.0)

    assert transcript.lines() == [
        Line(0.5, ">", '{"a":1}'),
        Line(0.5, ">", '{"b":2}'),
        Line(1.0, "#", "turn 1"),
    ]


def test_pieces_of_a_stream_become_lines_and_half_a_line_is_told() -> None:
    transcript = Transcript()
    transcript.begin(0.0)
    transcript.feed("<", b'{"acti', 1.0)
    transcript.feed("!", b"thinking\n", 1.5)
    transcript.feed("<", b'on": 1}\n{"ha', 2.0)

    assert transcript.lines() == [
        Line(1.5, "!", "thinking"),
        Line(1.0, "<", '{"action": 1}'),
        Line(2.0, "<", '{"ha'),
        Line(2.0, "#", "only half a line: no newline has come"),
    ]


def test_beginning_and_end_are_kept_and_the_gap_is_named() -> None:
    transcript = Transcript(most_bytes=2_000)
    transcript.begin(0.0)
    for number in range(1_000):
        transcript.add("<", f"line {number:03}", float(number))

    lines = transcript.lines()
    gaps = [at for at, line in enumerate(lines) if line.way == "#"]

    assert [line.text for line in lines[:2]] == ["line 000", "line 001"]
    assert lines[-1].text == "line 999"
    assert len(gaps) == 1
    # All that is not there is counted.
    left_out = 1_000 - (len(lines) - 1)
    assert transcript.left_out == left_out
    assert lines[gaps[0]].text == f"... {left_out} lines ({8 * left_out:,} bytes) left out ..."
    assert sum(len(line.text) for line in lines) < 2_000

    transcript.begin(0.0)
    assert transcript.lines() == []


def test_a_turn_with_a_fault_is_kept_in_the_middle_of_a_long_game() -> None:
    transcript = Transcript(most_bytes=4_000)
    transcript.begin(0.0)
    refused = Ruling(0, fault=Fault(FaultKind.ILLEGAL, "g5 does not go on b+2"))
    for turn in range(1, 501):
        transcript.remark(f"turn {turn}", float(turn))
        transcript.add(">", f"question {turn}", float(turn))
        transcript.add("<", f"answer {turn}", float(turn))
        if turn == 250:
            transcript.ruled(refused, float(turn))

    texts = [line.text for line in transcript.lines()]

    at = texts.index("turn 250")
    assert texts[at + 1 : at + 4] == [
        "question 250",
        "answer 250",
        "refused: g5 does not go on b+2",
    ]
    # Before it and after it something is left out, and what is left out is counted.
    gaps = [number for number, text in enumerate(texts) if text.endswith("left out ...")]
    assert gaps == [at - 1, at + 4]
    assert transcript.left_out == 1_501 - (len(texts) - 2)
    assert sum(map(len, texts)) < 4_000


def test_one_endless_line_leaves_room_for_the_others() -> None:
    transcript = Transcript(most_bytes=8_000)
    transcript.begin(0.0)
    transcript.add("<", "a" + "x" * 100_000 + "z", 0.0)
    transcript.add("<", "after", 1.0)
    for _ in range(100):
        transcript.feed("!", b"y" * 1_000, 2.0)

    first, after, *rest = transcript.lines()

    assert first.text.startswith("ax")
    assert first.text.endswith("xz")
    assert "99,002 characters" in first.text
    assert after.text == "after"
    assert sum(len(line.text) for line in rest) < 8_000
    assert transcript.left_out > 0


def test_what_a_bot_sent_is_cut_around_what_is_wrong_with_it() -> None:
    long = f'{{"why": "{"w" * 500}", "card": "g9x", "more": "{"m" * 500}"}}'

    text = shown(long.encode(), "card: expected a card code, got g9x")

    assert '"card": "g9x"' in text
    assert text.startswith("...w")
    assert text.endswith(f"m... ({len(long):,} characters)")
    assert "y" * 9 in shown(b"x" * 400 + b"y" * 9 + b"z" * 400, "not JSON: (byte 404); expected")
    assert shown(b' {"card": "g9x"}\r') == '{"card": "g9x"}'
