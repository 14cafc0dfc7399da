"""The scenarios of a program that talks over its standard input and output."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pitboss.check.bench import PATIENT, Part, ProgramBench
from pitboss.check.corners import BY_GAME, Corner
from pitboss.check.disturbance import Disturbance
from pitboss.check.scenario import Advice, Failure, Scenario, Skipped
from pitboss.check.subject import Subject
from pitboss.check.trial import Trial
from pitboss.games.kind import BadNotation
from pitboss.players.program.diagnosis import look
from pitboss.wires.jedna.dialect import DIALECTS
from pitboss.wires.jedna.wire import DIALECT_WORDS

# Seconds: in which nothing is expected, that a slow table takes, to end after the end of input.
_QUIET: Final = 0.3
_SLOW: Final = 0.4
_ENDING: Final = 2.0
# Of the seeded games so many are of three and more.
_EVERY: Final = 10
_MOST_SEATS: Final = 5
_FIRST_SEED: Final = 1000

Step = tuple[str, str, Callable[[ProgramBench], None]]


def scenarios(subject: Subject, games: int) -> list[Scenario[ProgramBench]]:
    """All that apply to the game and the wire, numbered from 1."""
    return [
        Scenario(number, name, what, run)
        for number, (name, what, run) in enumerate(_steps(subject, games), 1)
    ]


def _steps(subject: Subject, games: int) -> Iterator[Step]:
    yield "starts and answers", "the deal, and its first question", _first_answer
    yield "waits to be asked", "what happens is told, and nothing asked", _waits
    for corner in BY_GAME.get(subject.kind.name, ()):
        yield corner.name, corner.what, partial(_corner, corner=corner)
    yield "a refused answer", "an error, and the same question again, twice", _refused
    yield "unknown fields", "messages with more fields than it knows", _unknown_fields
    yield "unknown messages", "messages of a type that it does not know", _unknown_messages
    yield "a slow table", "the others take their time", _slow_table
    yield "somebody leaves", "another player is out in the middle of a game", _somebody_leaves
    yield "the end of a game", "nothing is said after it", _end_of_game
    yield "the next games", "three games, in the same process if it stays", _next_games
    yield "started again", "a new process after the last was ended", _started_again
    yield "two at once", "it plays against itself, in two processes", _two_at_once
    yield "the end of its input", "it ends when there is nothing more to read", _end_of_input
    if subject.choice.wire.name == "jedna":
        yield "the other dialect", "the same game in Jedna's other dialect", _other_dialect
    if games:
        many = f"{games} games against built-in bots" if games > 1 else "a game"
        yield f"{games} games" if games > 1 else "a game", many, partial(_games, count=games)


def _first_answer(bench: ProgramBench) -> None:
    bench.play(bench.deal(2, 1))


def _waits(bench: ProgramBench) -> None:
    game = bench.deal(2, 2)
    seat = 1 - game.actor()
    bench.play(game, Part(moves=1, pause=_QUIET), seat=seat)


def _corner(bench: ProgramBench, corner: Corner) -> None:
    try:
        game = bench.set_up(corner.position)
    except BadNotation as error:
        raise Skipped(f"these rules know no such position: {error}") from error
    outcome = bench.play(game, Part(script=corner.script, moves=corner.moves), seat=0)
    if not outcome.timings[0].answers:
        raise Skipped("under these rules it is not asked here")


def _refused(bench: ProgramBench) -> None:
    # What is wrong without a refusal is said without one.
    bench.play(bench.deal(2, 3))
    session = Disturbance(bench.subject.session(2), refusals=2)
    try:
        bench.play(bench.deal(2, 3), session=session, policy=PATIENT)
    except Failure as failure:
        raise Failure(
            f"told of an error and asked again, {failure.sentence}",
            is_silence=failure.is_silence,
        ) from failure


def _unknown_fields(bench: ProgramBench) -> None:
    _with_unknowns(bench, "fields", fields=True)


def _unknown_messages(bench: ProgramBench) -> None:
    _with_unknowns(bench, "types of messages", messages=True)


def _with_unknowns(
    bench: ProgramBench, what: str, *, fields: bool = False, messages: bool = False
) -> None:
    bench.play(bench.deal(2, 4), Part(moves=3))
    session = Disturbance(bench.subject.session(2), fields=fields, messages=messages)
    try:
        bench.play(bench.deal(2, 4), Part(moves=3), session=session)
    except Failure as failure:
        sentence = f"it should ignore {what} that it does not know: {failure.sentence}"
        # Only the native protocol demands it.
        if bench.subject.choice.wire.name == "native":
            raise Failure(sentence, is_silence=failure.is_silence) from failure
        raise Advice(sentence) from failure


def _slow_table(bench: ProgramBench) -> None:
    game = bench.deal(2, 5)
    bench.play(game, Part(moves=2, pause=_SLOW), seat=game.actor())


def _somebody_leaves(bench: ProgramBench) -> None:
    game = bench.deal(3, 6)
    bench.play(game, Part(moves=2))


def _end_of_game(bench: ProgramBench) -> None:
    bench.play(bench.deal(2, 7), Part(moves=None), seed=7, quiet=_QUIET)


def _next_games(bench: ProgramBench) -> None:
    for number in range(3):
        try:
            bench.play(bench.deal(2, 8 + number), Part(moves=None), seat=number % 2, seed=number)
        except Failure as failure:
            if not number or bench.player.leaves:
                raise
            raise Failure(
                f"in its next game in the same process, {failure.sentence}",
                is_silence=failure.is_silence,
            ) from failure


def _started_again(bench: ProgramBench) -> None:
    bench.renew()
    bench.play(bench.deal(2, 11), Part(moves=2))


def _two_at_once(bench: ProgramBench) -> None:
    bench.play_itself(bench.deal(2, 12))


def _end_of_input(bench: ProgramBench) -> None:
    game = bench.deal(2, 13)
    session = bench.subject.session(2)
    seat = game.actor()
    lines = [*session.begin(game, seat, ["player1", "player2"]), session.ask(game, 1, 5.0)]
    with Trial(bench.subject) as trial:
        if not trial.tell(b"".join(line + b"\n" for line in lines), bench.subject.control.startup):
            raise Failure("it does not answer its first question")
        trial.hang_up(_ENDING)
        if trial.process.ended():
            return
        if look(trial.process).runs:
            raise Failure(
                "it spins when its input ends: it reads on and on, and never ends; "
                "an empty read is the end of input"
            )
        raise Failure("it does not end when its input ends, and has to be killed")


def _other_dialect(bench: ProgramBench) -> None:
    subject = bench.subject
    other = next(
        one for one in DIALECTS.values() if DIALECT_WORDS[one.name] != subject.choice.dialect
    )
    word = DIALECT_WORDS[other.name]
    rules = subject.kind.rules(other.rules)
    for seed in range(3):
        bench.play(subject.kind.new(subject.rules, 2, seed), Part(moves=None), seed=seed)
    try:
        for seed in range(3):
            game = subject.kind.new(rules, 2, seed)
            session = subject.session(2, word, rules)
            bench.play(game, Part(moves=None), session=session, seed=seed)
    except Failure as failure:
        raise Advice(
            f"it can't play {other.rules}, where dialect {other.name} is spoken: {failure.sentence}"
        ) from failure


def _games(bench: ProgramBench, count: int) -> None:
    kind, rules = bench.subject.kind, bench.subject.rules
    most = min(_MOST_SEATS, max(kind.seats(rules)))
    for number in range(count):
        seats = 2 if number % _EVERY else min(most, 2 + number // _EVERY % (most - 1))
        seed = _FIRST_SEED + number
        bot = "random" if number % 3 == 2 else "simple"
        bench.tell(number, count)
        game = bench.deal(seats, seed)
        bench.play(game, Part(bot=bot, moves=None), seat=number % seats, seed=seed, quiet=0.0)
