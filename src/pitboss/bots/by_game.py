"""A bot that has a player for each family of games. What the players do is in uno/ and holdem/."""

from pitboss.games.game import Decider, Game
from pitboss.games.holdem import Cash, Hand, Tournament
from pitboss.games.uno import UnoGame


class BotByGame:
    """Hands decisions to the player of the game's family, which is made at the first of them.

    So search code and data are loaded when somebody plays, and not when a bot is named.
    """

    name: str
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._player: Decider | None = None
        self._plays_uno = False

    def decide(self, game: Game, seat: int) -> int:
        """The player's decision."""
        plays_uno = isinstance(game, UnoGame)
        if self._player is None or plays_uno is not self._plays_uno:
            self._player, self._plays_uno = self._player_of(game), plays_uno
        return self._player.decide(game, seat)

    def uno_player(self) -> Decider:
        """The player of UNO and Jedna."""
        raise TypeError(f"{self.name} does not play UNO")

    def holdem_player(self) -> Decider:
        """The player of hold'em: a hand, a tournament or a cash session."""
        raise TypeError(f"{self.name} does not play hold'em")

    def _player_of(self, game: Game) -> Decider:
        if isinstance(game, UnoGame):
            return self.uno_player()
        if isinstance(game, (Hand, Tournament, Cash)):
            return self.holdem_player()
        raise TypeError(f"{self.name} plays UNO and hold'em, not {type(game).__name__}")
