"""Uno-Game (Python): players subclassed to pick evenly, and to play a wild's colour evenly."""

from random import choice

from measure import Loop, main
from uno import WILD, Card, Game, Player, draw


class RandomPlayer(Player):
    """Any playable card, where the package's own players take the first or the dearest."""

    __slots__ = ("actions",)

    def __init__(self) -> None:
        super().__init__()
        self.actions = 0

    def play(self, current_card: Card, game: Game) -> Card | None:
        self.actions += 1
        return super().play(current_card, game)

    def _play(self, current_card: Card) -> Card:
        can_play = self.can_play_card
        return choice([card for card in self.hand if can_play(current_card, card)])


def uno(seats: int) -> Loop:
    def loop(games: int) -> int:
        actions = 0
        for _ in range(games):
            players = [RandomPlayer() for _ in range(seats)]
            game = Game(players)
            # A wild as the first card would ask the table for a colour, and wait for ever.
            while game.card.color == WILD:
                game.card = draw(1)[0]
            game.begin()
            actions += sum(player.actions for player in players)
        return actions

    return loop


if __name__ == "__main__":
    main(uno=uno)
