"""The players of one thread that may run now: while one of them takes its time, the others rest."""

from pitboss.play.player import BlockingPlayer


class AwakePlayers:
    """Those who have been woken and have not been told to rest since.

    Nobody rests while answers come at once, so that quick games pay nothing for it.
    """

    def __init__(self) -> None:
        self._awake: list[BlockingPlayer] = []

    def add(self, player: BlockingPlayer) -> None:
        """It runs from now on."""
        if player not in self._awake:
            self._awake.append(player)

    def discard(self, player: BlockingPlayer) -> None:
        """It is gone."""
        if player in self._awake:
            self._awake.remove(player)

    def rest_others(self, player: BlockingPlayer) -> None:
        """It is this one's turn, and takes a while."""
        awake, self._awake = self._awake, []
        for one in awake:
            if one is player:
                self._awake.append(one)
            else:
                one.rest()
