"""The largest matching of a graph, by Edmonds' blossom algorithm: as many pairs as can be."""

from collections import deque
from collections.abc import Sequence

Graph = Sequence[Sequence[int]]
NOBODY = -1


def largest_matching(graph: Graph, alive: Sequence[bool], mates: Sequence[int]) -> list[int]:
    """Everyone's mate, or NOBODY; starts from a matching, and only those alive take part."""
    matching = list(mates)
    for one in range(len(graph)):
        if alive[one] and matching[one] == NOBODY:
            _Search(graph, alive, matching).augment(one)
    return matching


class _Search:
    """One search for a path on which changing the mates makes room for one more pair."""

    def __init__(self, graph: Graph, alive: Sequence[bool], mates: list[int]) -> None:
        self.graph = graph
        self.alive = alive
        self.mates = mates
        self.parents = [NOBODY] * len(graph)
        # The base of the blossom (a shrunken odd circle) that each one is in.
        self.bases = list(range(len(graph)))

    def augment(self, root: int) -> None:
        """Pair the root, if possible, by changing other pairs."""
        last = self._free_end(root)
        while last != NOBODY:
            parent = self.parents[last]
            following = self.mates[parent]
            self.mates[last], self.mates[parent] = parent, last
            last = following

    def _free_end(self, root: int) -> int:
        used = [False] * len(self.graph)
        used[root] = True
        queue = deque([root])
        while queue:
            one = queue.popleft()
            for other in self.graph[one]:
                if (
                    not self.alive[other]
                    or self.bases[one] == self.bases[other]
                    or self.mates[one] == other
                ):
                    continue
                mate = self.mates[other]
                if other == root or (mate != NOBODY and self.parents[mate] != NOBODY):
                    self._shrink(one, other, used, queue)
                elif self.parents[other] == NOBODY:
                    self.parents[other] = one
                    if mate == NOBODY:
                        return other
                    used[mate] = True
                    queue.append(mate)
        return NOBODY

    def _shrink(self, one: int, other: int, used: list[bool], queue: deque[int]) -> None:
        base = self._meeting_point(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for place, known in enumerate(self.bases):
            if known in inside:
                self.bases[place] = base
                if not used[place]:
                    used[place] = True
                    queue.append(place)

    def _meeting_point(self, one: int, other: int) -> int:
        above = set()
        while True:
            one = self.bases[one]
            above.add(one)
            if self.mates[one] == NOBODY:
                break
            one = self.parents[self.mates[one]]
        while self.bases[other] not in above:
            other = self.parents[self.mates[self.bases[other]]]
        return self.bases[other]

    def _mark(self, place: int, base: int, child: int, inside: set[int]) -> None:
        while self.bases[place] != base:
            mate = self.mates[place]
            inside |= {self.bases[place], self.bases[mate]}
            self.parents[place] = child
            child = mate
            place = self.parents[mate]
