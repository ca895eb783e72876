"""ID-DGA and ID-GA, written from the text of ID-DGA (sections 4 and 5) and the rulings in experiments/rulings.md.

    python3 tools/independent/id_dga.py SEEDS PAIRING

prints a line of JSON: the transparency degrees that each of them reaches on the table of instance.py, one for each seed.
"""

import json
import random
import sys

from instance import Counter, Spent, Table, pairs

N, ISLANDS, MR, INTERVAL = 40, 4, 0.1, 5


class Island:
    def __init__(self, table, size, budget, pairing, draw):
        self.table, self.size, self.pairing, self.draw = table, size, pairing, draw
        self.counter = Counter(table, budget)
        self.members, self.degrees, self.is_spent = [], [], False

    def begin(self):
        top, records = self.table.top, self.table.records
        members = [([self.draw.randint(0, one) for one in top], self.draw.getrandbits(records)) for _ in range(self.size)]
        self.degrees = [self.counter.evaluate(member) for member in members]
        self.members = members

    def crossover(self, mother, father):
        """Section 4.3: levels from either parent, bits by the OR gate."""
        return [self.draw.choice(two) for two in zip(mother[0], father[0])], mother[1] | father[1]

    def mutate(self, child):
        """Section 4.4: one level redrawn, one record released, each at the rate MR."""
        levels, kept = child
        if self.draw.random() < MR:
            place = self.draw.randrange(len(levels))
            levels[place] = self.draw.randint(0, self.table.top[place])
        if self.draw.random() < MR:
            kept |= 1 << self.draw.randrange(self.table.records)
        return levels, kept

    def improve(self, child):
        """Section 4.5: all records of the worst protected classes are dropped, once."""
        classes = [mask & child[1] for mask in self.table.split(child[0]) if mask & child[1]]
        of_class = [self.table.protection(mask) for mask in classes]
        worst = min(of_class) if self.table.model == "k" else max(of_class)
        gone = sum(mask for mask, one in zip(classes, of_class) if one == worst)
        return child[0], child[1] & ~gone

    def generation(self):
        for mother, father in pairs(self.pairing, self.size, self.draw):
            child = self.mutate(self.crossover(self.members[mother], self.members[father]))
            degrees = self.counter.evaluate(child)
            if not self.table.is_allowed(degrees[0]) and self.counter.left > 0:
                child = self.improve(child)
                degrees = self.counter.evaluate(child)
            worse = father if self.table.is_better(self.degrees[mother], self.degrees[father]) else mother
            if self.table.is_better(degrees, self.degrees[worse]):
                self.members[worse], self.degrees[worse] = child, degrees

    def best(self):
        best = 0
        for place in range(1, self.size):
            if self.table.is_better(self.degrees[place], self.degrees[best]):
                best = place
        return best

    def live(self, generations):
        try:
            if not self.members:
                self.begin()
            for _ in range(generations):
                self.generation()
        except Spent:
            self.is_spent = True


def search(table, islands, seed, pairing):
    draw = random.Random(seed)
    budget = len(table.top) * table.records
    ring = [Island(table, N // islands, budget // islands, pairing, draw) for _ in range(islands)]
    while not all(island.is_spent for island in ring):
        for island in ring:
            if not island.is_spent:
                island.live(INTERVAL)
        if islands > 1 and all(island.members for island in ring):
            migrate(ring)
    found = [island.counter.best for island in ring if island.counter.best is not None]
    return max(found, default=0.0)


def migrate(ring):
    """Section 4.7: each best individual replaces a random one of the next island, but not its best."""
    bests = [island.best() for island in ring]
    moving = [(island.members[best], island.degrees[best]) for island, best in zip(ring, bests)]
    for place, island in enumerate(ring):
        loser = island.draw.choice([one for one in range(island.size) if one != bests[place]])
        (levels, kept), degrees = moving[place - 1]
        island.members[loser], island.degrees[loser] = (list(levels), kept), degrees


def main():
    seeds, pairing = int(sys.argv[1]), sys.argv[2]
    table = Table("k")
    found = {
        name: [search(table, islands, seed, pairing) for seed in range(seeds)]
        for name, islands in (("id-dga", ISLANDS), ("id-ga", 1))
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
