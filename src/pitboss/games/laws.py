"""The laws of every game, as functions that raise an AssertionError where one is broken.

Run them on your own game too: `for law in LAWS: law(kind, rules, seats, seed)`.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from pitboss.games.game import SPECTATOR, WITHDRAWAL, Game, IllegalAction
from pitboss.games.kind import Event, Kind
from pitboss.games.record import Record, read_json, read_text, write_json, write_text
from pitboss.games.rng import Rng

Law: TypeAlias = Callable[[Kind[Any, Any], Any, int, int], None]

# More than any game of random play takes.
MOST_ACTIONS: Final = 2_000_000
_PROBES: Final = (*range(-3, 200), 10**6, -(10**6), 2**31, -(2**63), 2**63, 2**64, 10**30)


def _random_game(
    kind: Kind[Any, Any], rules: Any, seats: int, seed: int, limit: int = MOST_ACTIONS
) -> Iterator[tuple[Game, Record, Rng]]:
    """A game of random play: yields it before each action, and once at the end."""
    game = kind.new(rules, seats, seed)
    record = Record.begin(kind, rules, seats, seed)
    rng = Rng(seed, 1)
    for _ in range(limit):
        yield game, record, rng
        if game.actor() < 0:
            return
        action = game.sample(rng)
        game.apply(action)
        record.actions.append(action)
    assert limit < MOST_ACTIONS, "random play does not end"


def random_play_ends(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """Random play ends, with a place and a score for every seat."""
    for game, _, _ in _random_game(kind, rules, seats, seed):
        if game.actor() >= 0:
            continue
        assert len(game.legal()) == 0
        result = game.result()
        assert len(result.places) == len(result.scores) == seats
        assert result.reason
        for place in result.places:
            assert 1 <= place <= seats
            assert place == 1 + sum(1 for other in result.places if other < place)


def apply_accepts_exactly_the_legal(
    kind: Kind[Any, Any], rules: Any, seats: int, seed: int
) -> None:
    """`apply` accepts what `legal` contains and nothing else, and a refusal changes nothing."""
    for game, _, rng in _random_game(kind, rules, seats, seed, limit=60):
        legal = game.legal()
        around = (legal.low - 1, legal.low, legal.high, legal.high + 1)
        before = game.state()
        for action in (*_PROBES, *around, game.sample(rng.copy()) if len(legal) else 0):
            copy = game.copy()
            refusal = _refusal(copy, action)
            assert (refusal is None) == (action in legal), f"{action} in {legal}: {refusal}"
            if refusal is not None:
                assert refusal.reason
                assert copy.state() == before, f"refused {action} changed the game"
        assert game.state() == before


def _refusal(game: Game, action: int) -> IllegalAction | None:
    try:
        game.apply(action)
    except IllegalAction as error:
        return error
    return None


def cards_and_chips_are_conserved(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """No card or chip is lost, added or duplicated."""
    audit = None
    for number, (game, _, _) in enumerate(_random_game(kind, rules, seats, seed)):
        if number % 7 == 0 or game.actor() < 0:
            audit = audit or kind.audit(game)
            assert kind.audit(game) == audit


def silence_is_answered(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """`fallback` is legal, and a game of fallbacks alone ends."""
    game = kind.new(rules, seats, seed)
    for _ in range(MOST_ACTIONS):
        if game.actor() < 0:
            return
        action = game.fallback()
        assert action in game.legal()
        game.apply(action)
    raise AssertionError("a game of silent players does not end")


def sample_is_legal_at_random(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """`sample` gives the same action as sampling from the legal actions."""
    for game, _, rng in _random_game(kind, rules, seats, seed, limit=300):
        if game.actor() >= 0:
            assert game.sample(rng.copy()) == game.legal().sample(rng.copy())


def copies_are_independent(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """A copy plays on like its original, and does not affect it."""
    for number, (game, _, rng) in enumerate(_random_game(kind, rules, seats, seed, limit=120)):
        if number % 5 or game.actor() < 0:
            continue
        before = game.state()
        one, other = game.copy(), game.copy()
        assert one.state() == other.state() == before
        chance = rng.copy()
        for _ in range(25):
            if one.actor() < 0:
                break
            action = one.sample(chance)
            one.apply(action)
            other.apply(action)
            assert one.state() == other.state()
        assert game.state() == before


def a_restarted_game_is_a_new_game(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """`restart` leaves nothing of the previous game, however far it had got."""
    for length in (0, 9, 250):
        *_, (game, _, _) = _random_game(kind, rules, seats, seed, limit=length + 1)
        if length and game.actor() >= 0:
            game.withdraw(game.actor())
        game.restart(seed + 1)
        assert game.state() == kind.new(rules, seats, seed + 1).state()


def replay_is_identical(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """A record, in each of its forms, replays to the same state."""
    *_, (game, record, _) = _random_game(kind, rules, seats, seed, limit=1500)
    assert record.replay().state() == game.state()
    assert read_json(write_json(record)) == record
    assert read_text(write_text(record)) == record


def positions_round_trip(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """A position written as text sets up the same game, which plays on in the same way."""
    for number, (game, _, rng) in enumerate(_random_game(kind, rules, seats, seed, limit=200)):
        if number % 7:
            continue
        twin = kind.set_up(rules, kind.write_position(game))
        assert twin.state() == game.state()
        chance = rng.copy()
        ahead = game.copy()
        for _ in range(12):
            if ahead.actor() < 0:
                break
            action = ahead.sample(chance)
            ahead.apply(action)
            twin.apply(action)
        assert twin.state() == ahead.state()


def actions_round_trip(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """Every legal action can be written and read."""
    for game, _, _ in _random_game(kind, rules, seats, seed, limit=200):
        legal = game.legal()
        ends = [legal.low, legal.high] if legal.low <= legal.high else []
        for action in [*legal.actions, *ends, *range(legal.full_low, legal.full_high + 1)]:
            assert kind.read_action(kind.write_action(action)) == action


def rules_round_trip(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """Rules written as text are read back as the same rules."""
    del seats, seed
    assert kind.rules(kind.write_rules(rules)) == rules


def views_hide_what_is_hidden(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """Dealing again what a seat can't see changes neither its view nor its legal actions."""
    for number, (game, _, _) in enumerate(_random_game(kind, rules, seats, seed, limit=400)):
        if number % 9 and game.actor() >= 0:
            continue
        for seat in range(SPECTATOR, seats):
            other = game.redeal(seat, seed + number + 1)
            assert other.view(seat) == game.view(seat)
            assert kind.audit(other) == kind.audit(game)
            if seat == game.actor():
                assert list(other.legal()) == list(game.legal())


def events_hide_what_is_hidden(kind: Kind[Any, Any], rules: Any, seats: int, seed: int) -> None:
    """The events of the deal, as a seat sees them, do not depend on what it can't see."""
    game = kind.new(rules, seats, seed)
    for seat in range(SPECTATOR, seats):
        other = game.redeal(seat, seed + 1)
        assert kind.opening(other, seat) == kind.opening(game, seat)


def equal_knowledge_is_told_equally(
    kind: Kind[Any, Any], rules: Any, seats: int, seed: int
) -> None:
    """Where `known` is equal for two viewers, `tell` gives them equal events."""
    events: dict[tuple[int, ...], Event] = {}
    notes: list[tuple[int, ...]] = []
    for game, _, _ in _random_game(kind, rules, seats, seed, limit=200):
        for note in notes:
            for viewer in range(SPECTATOR, seats):
                known = kind.known(note, viewer)
                event = kind.tell(note, viewer)
                assert known is None or events.setdefault(known, event) == event, note
        notes = []
        game.trace = notes


def withdrawals_cost_only_the_leaver(
    kind: Kind[Any, Any], rules: Any, seats: int, seed: int
) -> None:
    """Seats may leave at any moment: the others play to the end, and the record replays."""
    game = kind.new(rules, seats, seed)
    record = Record.begin(kind, rules, seats, seed)
    audit = kind.audit(game)
    rng = Rng(seed, 2)
    stay = rng.below(seats)
    for _ in range(MOST_ACTIONS):
        if game.actor() < 0:
            break
        leaver = rng.below(seats)
        if leaver != stay and rng.below(20) == 0 and WITHDRAWAL - leaver not in record.actions:
            game.withdraw(leaver)
            record.actions.append(WITHDRAWAL - leaver)
        else:
            action = game.sample(rng)
            assert action in game.legal()
            game.apply(action)
            record.actions.append(action)
        assert kind.audit(game) == audit
    assert game.actor() < 0
    assert game.result().places
    assert record.replay().state() == game.state()
    assert read_text(write_text(record)) == record


LAWS: Final[tuple[Law, ...]] = (
    random_play_ends,
    apply_accepts_exactly_the_legal,
    cards_and_chips_are_conserved,
    silence_is_answered,
    sample_is_legal_at_random,
    copies_are_independent,
    a_restarted_game_is_a_new_game,
    replay_is_identical,
    positions_round_trip,
    actions_round_trip,
    rules_round_trip,
    views_hide_what_is_hidden,
    events_hide_what_is_hidden,
    equal_knowledge_is_told_equally,
    withdrawals_cost_only_the_leaver,
)
