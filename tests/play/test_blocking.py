"""The blocking driver: outcomes, names, timings, forfeits, in-process players."""

import pytest
from stdio import agent, referee

from pitboss import bots
from pitboss.games.game import Game
from pitboss.games.uno import UnoGame
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.play.blocking import play
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer, Reply, distinct
from pitboss.play.policy import JEDNA, NATIVE, Cost
from pitboss.play.referee import Referee
from pitboss.play.ruling import Turn
from pitboss.players.inprocess import InProcessPlayer


def simple() -> InProcessPlayer:
    return InProcessPlayer(bots.named("simple"))


class Scripted:
    """A bot that does what a function says."""

    name = "scripted"

    def __init__(self, honest: bool = True) -> None:
        self.honest = honest
        self.seen: list[tuple[int, ...]] = []

    def decide(self, game: Game, seat: int) -> int:
        assert isinstance(game, UnoGame)
        self.seen.append(tuple(cards_in(game.hands, (1 - seat) * STRIDE)))
        return game.fallback()


class Wrong:
    """A bot that answers nonsense, or raises."""

    name = "wrong"
    honest = True

    def __init__(self, answer: int | None) -> None:
        self.answer = answer

    def decide(self, game: Game, seat: int) -> int:  # noqa: ARG002
        if self.answer is None:
            raise KeyError("oops")
        return self.answer


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_is_played_to_its_end_and_its_record_replays(seats: int) -> None:
    outcome = play(referee(seats=seats), [simple() for _ in range(seats)])

    assert outcome.record.replay().result() == outcome.result
    assert outcome.incidents == ()
    assert sum(timing.answers for timing in outcome.timings) == len(outcome.record.actions)


def test_the_same_players_and_seed_give_the_same_game() -> None:
    def actions() -> list[int]:
        players = [InProcessPlayer(bots.named("random", seed)) for seed in (1, 2)]
        return play(referee(seed=9), players).record.actions

    assert actions() == actions()


def test_a_program_and_the_bot_that_plays_alike_give_the_same_game() -> None:
    with agent() as one, agent() as two:
        programs = play(referee(seed=3), [one, two]).record

    assert programs.replay().actor() == -1


def test_one_game_object_may_be_dealt_anew_for_every_game() -> None:
    def records(restarted: bool) -> list[list[int]]:
        table = referee(seed=0)
        found = []
        with agent() as one, agent() as two:
            for seed in range(4):
                if restarted:
                    table.game.restart(seed)
                    court = Referee(table.game, referee(seed=seed).record, JEDNA, table.control)
                else:
                    court = referee(seed=seed)
                outcome = play(court, [one, two])
                assert outcome.incidents == ()
                assert outcome.record.replay().result() == outcome.result
                found.append(outcome.record.actions)
        return found

    assert records(restarted=True) == records(restarted=False)


def test_answer_times_are_counted_by_powers_of_two_of_a_microsecond() -> None:
    with agent(
        "decide = lambda state: (time.sleep(0.003), say(json.dumps(simple(state))))"
    ) as slow:
        outcome = play(referee(), [slow, simple()])

    for timing in outcome.timings:
        assert sum(timing.histogram) == timing.answers
    # 3 ms are more than 2**11 us.
    assert sum(outcome.timings[0].histogram[:12]) == 0


def test_names_that_are_equal_are_told_apart() -> None:
    assert distinct(["a", "b", "a", "a"]) == ["a", "b", "a-2", "a-3"]
    assert distinct(["a", "a-2", "a"]) == ["a", "a-2", "a-3"]


def test_too_few_players_are_refused() -> None:
    with pytest.raises(ValueError, match="2 players are needed"):
        play(referee(), [simple()])


def test_a_bot_that_raises_has_crashed() -> None:
    outcome = play(referee(), [InProcessPlayer(Wrong(None)), simple()])

    (incident,) = outcome.incidents
    assert incident.fault.kind is FaultKind.CRASH
    assert incident.fault.message == "the bot raised KeyError: 'oops'"
    assert "oops" in incident.fault.detail
    assert outcome.result.places == (2, 1)


def test_a_bot_that_answers_nonsense_is_played_for() -> None:
    outcome = play(referee(policy=NATIVE), [InProcessPlayer(Wrong(999)), simple()])

    costs = [incident.cost for incident in outcome.incidents]
    assert costs[:3] == [Cost.REFUSE, Cost.REFUSE, Cost.SUBSTITUTE]
    assert outcome.result.places == (2, 1)


def test_a_bot_that_is_not_known_as_honest_sees_no_hidden_cards() -> None:
    honest, other = Scripted(), Scripted(honest=False)
    table = referee(seed=8)
    assert isinstance(table.game, UnoGame)
    theirs = tuple(cards_in(table.game.hands, STRIDE))

    play(table, [InProcessPlayer(honest), simple()])
    play(referee(seed=8), [InProcessPlayer(other), simple()])

    assert honest.seen[0] == theirs
    assert other.seen[0] != theirs


def test_a_leaver_among_three_finishes_last_and_is_told_nothing_more() -> None:
    class Listening(InProcessPlayer):
        dropped = 0
        ended = 0

        def drop(self) -> None:
            self.dropped += 1

        def end(self, *_: object) -> None:
            self.ended += 1

    wrong, right = Listening(Wrong(None)), Listening(bots.named("simple"))
    outcome = play(referee(seats=3, policy=JEDNA), [wrong, right, simple()])

    assert outcome.result.places[0] == 3
    assert (wrong.dropped, wrong.ended) == (1, 0)
    assert (right.dropped, right.ended) == (0, 1)


def test_a_player_that_is_running_gets_no_time_to_start_up() -> None:
    table = referee(move=5.0, startup=10.0)
    deadlines: list[float] = []

    class Watching(InProcessPlayer):
        def ask(self, game: Game, turn: Turn) -> Reply:
            deadlines.append(turn.deadline)
            return super().ask(game, turn)

    play(table, [Watching(bots.named("simple"), now=lambda: 0.0), simple()], now=lambda: 0.0)

    assert set(deadlines) == {5.0}


def test_a_player_need_only_begin_and_answer() -> None:
    with BlockingPlayer() as player, pytest.raises(NotImplementedError):
        player.ask(referee().game, Turn(0, 1, 0.0))
    assert player.stderr() == ""
