"""What opponents did, as far as a seat sees it at its own decisions: deeds of the hand, and counts.

Between two decisions of a seat every other one acts at most once in a street, so the bets, the
stacks and who is still in tell what each did. What happens after the seat has folded stays unseen.
"""

from typing import Final, NamedTuple

from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, PREFLOP, Cash, Hand, Tournament
from pitboss.games.holdem.cards import BIT

# Deeds.
CHECKS: Final = 0
CALLS: Final = 1
RAISES: Final = 2
FOLDS: Final = 3

# How much the usual weighs, as a number of observed decisions: few, since games are short.
_DOUBT: Final = 3.0


def hand_in(game: Game) -> Hand:
    """The hand in progress."""
    assert isinstance(game, (Hand, Tournament, Cash))
    return game if isinstance(game, Hand) else game.hand


class Deed(NamedTuple):
    """What a seat did in the hand in progress."""

    seat: int
    street: int
    what: int
    # What it put in, or had to put in, as a share of the pot before.
    size: float
    # Whether somebody had bet or raised before it in this street.
    faced: bool


class Profile:
    """How often an opponent did what it could have done, in this game."""

    __slots__ = (
        "bets",
        "blind_chances",
        "blind_folds",
        "blind_raises",
        "chances",
        "decisions",
        "faced",
        "faced_early",
        "folds",
        "folds_early",
        "raises",
        "raises_early",
    )

    def __init__(self) -> None:
        self.decisions = 0
        # Before the flop, without a raise: chances to come in, folds and raises.
        self.blind_chances = 0
        self.blind_folds = 0
        self.blind_raises = 0
        # Raises faced before the flop.
        self.faced_early = 0
        self.folds_early = 0
        self.raises_early = 0
        # After the flop: chances to bet and bets; bets faced, folds and raises.
        self.chances = 0
        self.bets = 0
        self.faced = 0
        self.folds = 0
        self.raises = 0

    def note(self, deed: Deed) -> None:
        """Count a deed."""
        self.decisions += 1
        folds, raises = deed.what == FOLDS, deed.what == RAISES
        if deed.street > PREFLOP:
            if deed.faced:
                self.faced += 1
                self.folds += folds
                self.raises += raises
            else:
                self.chances += 1
                self.bets += raises
        elif deed.faced:
            self.faced_early += 1
            self.folds_early += folds
            self.raises_early += raises
        else:
            self.blind_chances += 1
            self.blind_folds += folds
            self.blind_raises += raises

    @property
    def never_folds(self) -> bool:
        """Whether it called all there was to call, often enough to believe it."""
        asked = self.blind_chances + self.faced_early + self.faced
        folds = self.blind_folds + self.folds_early + self.folds
        return folds == 0 and asked >= 3

    @property
    def is_station(self) -> bool:
        """Whether it seems to do nothing but check and call."""
        aggression = self.blind_raises + self.raises_early + self.bets + self.raises
        return self.never_folds and aggression == 0 and self.decisions >= 8

    # Frequencies, each the usual one corrected by what was seen.

    def opens(self, usual: float) -> float:
        """How often it raises a blind."""
        return _mixed(self.blind_raises, self.blind_chances, usual)

    def enters(self, usual: float) -> float:
        """How often it does not fold to a blind."""
        return 1 - _mixed(self.blind_folds, self.blind_chances, 1 - usual)

    def folds_to_raise(self, usual: float) -> float:
        """How often it folds to a raise before the flop."""
        # Who never folds to a blind hardly folds to a raise.
        usual = (usual + _mixed(self.blind_folds, self.blind_chances, usual)) / 2
        return _mixed(self.folds_early, self.faced_early, usual)

    def reraises(self, usual: float) -> float:
        """How often it raises a raise before the flop."""
        usual = (usual + _mixed(self.blind_raises, self.blind_chances, usual)) / 2
        return _mixed(self.raises_early, self.faced_early, usual)

    def bets_out(self, usual: float) -> float:
        """How often it bets after the flop when it may check."""
        return _mixed(self.bets, self.chances, usual)

    def folds_to_bet(self, usual: float) -> float:
        """How often it folds to a bet after the flop."""
        usual = (usual + _mixed(self.folds_early, self.faced_early, usual)) / 2
        return _mixed(self.folds, self.faced, usual)

    def raises_bet(self, usual: float) -> float:
        """How often it raises a bet after the flop."""
        usual = (usual + _mixed(self.bets, self.chances, usual)) / 2
        return _mixed(self.raises, self.faced, usual)


def _mixed(seen: int, chances: int, usual: float) -> float:
    return (seen + _DOUBT * usual) / (chances + _DOUBT)


class _Look(NamedTuple):
    """The table after the seat's own action."""

    number: int
    street: int
    price: int
    raised: bool
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    bets: tuple[int, ...]
    # What each seat has besides the hand: the winnings of a cash session.
    saved: tuple[int, ...]
    # Seats that have yet to answer, and that could.
    todo: int
    pot: int
    action: int


class Opponents:
    """Remembers a game from the decisions of one seat."""

    def __init__(self) -> None:
        self.profiles: dict[int, Profile] = {}
        self.deeds: list[Deed] = []
        self._last: _Look | None = None
        self._hand = 0

    def of(self, seat: int) -> Profile:
        """What is known of the seat."""
        found = self.profiles.get(seat)
        if found is None:
            found = Profile()
            self.profiles[seat] = found
        return found

    # Looking at the table before a decision.

    def look(self, game: Game, seat: int) -> None:
        """Note what others did since the seat's last decision."""
        hand = hand_in(game)
        last = self._last
        number = int(hand.number)
        if last is not None and last.number == number and _agrees(last, hand):
            if last.street < hand.street:
                self._rest_of_street(hand, seat, last)
                self._street(hand, seat, int(hand.button), 0, False, (0,) * hand.seats)
            else:
                self._street(hand, seat, seat, last.price, last.raised, last.bets)
            return
        if last is not None and last.number + 1 == number and last.action != FOLD:
            self._how_it_ended(game, seat, last)
        self.deeds = []
        if hand.street == PREFLOP:
            posted = [0] * hand.seats
            posted[hand.small_seat] = min(int(hand.small), int(hand.start[hand.small_seat]))
            posted[hand.big_seat] = min(int(hand.big), int(hand.start[hand.big_seat]))
            self._street(hand, seat, int(hand.big_seat), int(hand.big), False, tuple(posted))
        else:
            # A game joined in mid-hand: this street at least is to be seen.
            self._street(hand, seat, int(hand.button), 0, False, (0,) * hand.seats)

    def _street(
        self,
        hand: Hand,
        seat: int,
        after: int,
        price: int,
        raised: bool,
        before: tuple[int, ...],
    ) -> None:
        """Note what the seats between `after` and the own seat did in this street."""
        pot = max(1, hand.pot() - sum(hand.bets()) + sum(before))
        other = after
        for _ in range(hand.seats):
            other = (other + 1) % hand.seats
            if other == seat:
                return
            bit = BIT[other]
            bet = int(hand.bet[other])
            if hand.start[other] == 0 or (self._is_out(hand, other) and bet == before[other]):
                continue
            owed = price - before[other]
            if hand.live & bit == 0:
                self._note(hand, other, FOLDS, owed / pot, raised)
                continue
            if bet > price:
                self._note(hand, other, RAISES, (bet - before[other]) / pot, raised)
                price, raised = bet, True
            elif hand.acted & bit == 0:
                # All in since an earlier street, or yet to act.
                continue
            elif owed > 0:
                self._note(hand, other, CALLS, owed / pot, raised)
            else:
                self._note(hand, other, CHECKS, 0.0, raised)
            pot += bet - before[other]

    def _is_out(self, hand: Hand, seat: int) -> bool:
        """Whether the seat has folded, or could not act, before this look."""
        return (
            any(deed.seat == seat and deed.what == FOLDS for deed in self.deeds)
            or hand.gone & BIT[seat] != 0
        )

    def _rest_of_street(self, hand: Hand, seat: int, last: _Look) -> None:
        """Note how the street ended after the seat's last decision: nobody raised any more."""
        paid = hand.paid()
        for other in range(hand.seats):
            if other == seat or last.todo & BIT[other] == 0:
                continue
            owed = last.price - last.bets[other]
            before_now = paid[other] - int(hand.bet[other])
            if owed > 0 and before_now == last.paid[other]:
                self._note(hand, other, FOLDS, owed / last.pot, last.raised, last.street)
            elif owed > 0:
                self._note(hand, other, CALLS, owed / last.pot, last.raised, last.street)
            else:
                self._note(hand, other, CHECKS, 0.0, last.raised, last.street)

    def _how_it_ended(self, game: Game, seat: int, last: _Look) -> None:
        """Note who folded and who called at the end of the last hand, as the stacks tell."""
        hand = hand_in(game)
        saved = _saved(game)
        for other in range(hand.seats):
            owed = last.price - last.bets[other]
            if other == seat or last.todo & BIT[other] == 0 or owed <= 0:
                continue
            has = saved[other] + int(hand.start[other])
            had = last.saved[other] + last.stacks[other]
            what = FOLDS if has == had else CALLS
            self._note(hand, other, what, owed / last.pot, last.raised, last.street)

    def _note(
        self,
        hand: Hand,
        seat: int,
        what: int,
        size: float,
        faced: bool,
        street: int | None = None,
    ) -> None:
        deed = Deed(seat, int(hand.street) if street is None else street, what, size, faced)
        self.deeds.append(deed)
        self.of(seat).note(deed)

    # Remembering the table after a decision.

    def remember(self, game: Game, seat: int, action: int) -> None:
        """Keep the table as it will be after the seat's action."""
        hand = hand_in(game)
        price = max(int(hand.price), action)
        stacks, paid, bets = list(hand.stacks()), list(hand.paid()), list(hand.bets())
        put = int(hand.to_call()) if action == CALL else max(action - bets[seat], 0)
        stacks[seat] -= put
        paid[seat] += put
        bets[seat] += put
        todo = int(hand.able if action > 0 else hand.todo) & ~BIT[seat]
        raised = action > 0 or price > (int(hand.big) if hand.street == PREFLOP else 0)
        self._last = _Look(
            int(hand.number),
            int(hand.street),
            price,
            raised,
            tuple(stacks),
            tuple(paid),
            tuple(bets),
            _saved(game),
            todo,
            max(1, sum(paid)),
            action,
        )


def _saved(game: Game) -> tuple[int, ...]:
    return game.scores() if isinstance(game, Cash) else (0,) * hand_in(game).seats


def _agrees(last: _Look, hand: Hand) -> bool:
    """Whether the hand can have come from that look: it may be another game's."""
    paid = hand.paid()
    return last.street <= hand.street and all(
        now >= before for now, before in zip(paid, last.paid, strict=True)
    )
