"""Records: small, exact, readable, and clear about what is wrong with a bad one."""

import pytest

from pitboss.games.record import BadRecord, Record, read_json, read_text, write_json, write_text
from pitboss.games.registry import kinds
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, UNO


def played(name: str, rules: str, seats: int, seed: int) -> Record:
    kind = kinds()[name]
    game = kind.new(kind.rules(rules), seats, seed)
    record = Record.begin(kind, kind.rules(rules), seats, seed, [f"bot {n}" for n in range(seats)])
    rng = Rng(seed)
    while game.actor() >= 0:
        action = game.sample(rng)
        game.apply(action)
        record.actions.append(action)
    return record


def test_the_compact_form_is_one_short_line() -> None:
    record = Record.begin(UNO, JEDNA, 2, 42)
    record.actions += [120, 121]

    assert write_json(record) == (
        b'{"game":"uno","rules":"jedna@1","seats":2,"seed":"42","actions":[120,121]}'
    )


def test_the_readable_form_reads_like_a_score_sheet() -> None:
    record = Record.begin(UNO, UNO.rules("jedna,hand_limit=0"), 2, 42, ["red", "blue"])
    record.actions += [120, 121]

    assert write_text(record) == (
        "Game: uno\nRules: jedna@1,hand_limit=0\nSeats: 2\nSeed: 42\n"
        "Player: red\nPlayer: blue\n\n0 draw\n0 pass\n"
    )


@pytest.mark.parametrize("name", ["uno", "holdem", "holdem-tournament", "holdem-cash"])
def test_both_forms_round_trip_whole_games(name: str) -> None:
    kind = kinds()[name]
    record = played(name, next(iter(kind.presets)), 3, 5)

    assert read_json(write_json(record)) == record
    assert read_text(write_text(record)) == record
    assert record.replay().actor() == -1


def test_a_record_can_begin_from_a_position() -> None:
    record = Record(
        game="uno", rules="jedna", seats=2, position="hands=r5|b2,b3 top=r7", actions=[5]
    )

    assert record.replay().result().places == (1, 2)
    assert read_text(write_text(record)) == record


def test_a_name_with_control_characters_stays_on_its_line() -> None:
    record = Record.begin(UNO, UNO.rules("jedna"), 2, 42, ["a\nSeed: 1\x1b[2J", "b"])

    text = write_text(record)

    assert "Player: a\\u000aSeed: 1\\u001b[2J\n" in text
    assert read_text(text).seed == "42"


def test_seeds_beyond_a_double_survive_as_text() -> None:
    record = Record.begin(UNO, JEDNA, 2, 2**96 - 1)

    assert read_json(write_json(record)).start().state() == record.start().state()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "not a record"),
        (b"[]", "not a record"),
        (b'{"game":"uno"}', "missing required field `rules`"),
        (b'{"game":"uno","rules":"jedna","seats":"2"}', "Expected `int`"),
        (b'{"game":"uno","rules":"jedna","seats":2,"colour":1}', "unknown field `colour`"),
        (b"\xff\xfe", "not a record"),
    ],
)
def test_a_bad_line_is_refused_with_the_reason(line: bytes, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        read_json(line)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules": "whist"}, "there are no rules 'whist'"),
        ({"seats": 11}, "2 to 10 players"),
        ({"seed": "x"}, "seed 'x' is not a whole number"),
        ({"seed": str(24 * 2**96)}, "seed must be from 0"),
        ({"position": "hands=r5|zz top=r7"}, "'zz' is no card"),
        ({"position": "hands=r5|b2|b3 top=r7"}, "the position has 3 seats, the record 2"),
        ({"format": 2}, "record format 2 is not known"),
        ({"actions": [999]}, r"action 0 \(999\): no_such_action"),
        ({"actions": [-1005]}, "seat 5 is not in the game"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_where(
    change: dict[str, object], message: str
) -> None:
    record = Record.begin(UNO, JEDNA, 2, 1)
    for name, value in change.items():
        setattr(record, name, value)

    with pytest.raises(BadRecord, match=message):
        record.replay()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Game: uno\nNonsense\n", "line 2: 'Nonsense' is no head line"),
        ("Game: uno\nRules: jedna\nSeats: two\n", "line 3"),
        (
            "Game: uno\nRules: jedna\nSeats: 2\nSeed: 42\n\n1 draw\n",
            "line 6: seat 1 moves",
        ),
        ("Game: uno\nRules: jedna\nSeats: 2\nSeed: 42\n\n0 fly\n", "line 6: 'fly' is no card"),
        ("Game: uno\nRules: jedna\nSeats: 2\nSeed: 42\n\ndraw\n", "should begin with the seat"),
        ("Game: uno\nRules: jedna\nSeats: 2\nSeed: 42\n\n0 pass\n", "pass_before_draw"),
        ("", "there is no game ''"),
    ],
)
def test_bad_text_names_the_line(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        read_text(text)


def test_events_are_derived_for_each_viewer() -> None:
    record = Record(
        game="uno",
        rules="jedna",
        seats=2,
        position="hands=r5,b1|b2,b3 top=r7 next=g9",
        actions=[120, 121],
    )

    mine = [(event.name, event.facts) for event in record.events(0)]
    theirs = [(event.name, event.facts) for event in record.events(1)]

    assert mine[-2:] == [("drew", {"count": 1, "cards": ["g9"]}), ("passed", {})]
    assert theirs[-2:] == [("drew", {"count": 1}), ("passed", {})]
    assert ("dealt", {"count": 2, "cards": ["r5", "b1"]}) in mine
    assert ("dealt", {"count": 2}) in theirs
