"""HAEF and TLEF, written from the text of HAEF (sections 4 and 6.1.1) and the rulings in experiments/rulings.md.

    python3 tools/independent/haef.py SEEDS PAIRING

prints a line of JSON: the transparency degrees that each of them reaches on the table of instance.py, one for each seed.
"""

import json
import random
import sys

from instance import Counter, Spent, Table, pairs

NP, CR_GA, MR_GA, F, CR_DE, INTERVAL = 30, 0.5, 0.2, 1.3, 0.3, 10
EPSILON = 1e-6


class Search:
    def __init__(self, table, seed, pairing):
        self.table, self.pairing, self.draw = table, pairing, random.Random(seed)
        self.budget = 10 * len(table.top) * table.records
        self.counter = Counter(table, self.budget)

    def random_individual(self):
        return [self.draw.randint(0, top) for top in self.table.top], self.draw.getrandbits(self.table.records)

    def bits(self, probability):
        return sum((self.draw.random() < probability) << place for place in range(self.table.records))

    def begin(self):
        self.members = [self.random_individual() for _ in range(NP)]
        self.degrees = [self.counter.evaluate(member) for member in self.members]

    def challenge(self, place, individual, degrees):
        wins = self.table.is_better(degrees, self.degrees[place])
        if wins:
            self.members[place], self.degrees[place] = individual, degrees
        return wins

    def child(self, mother, father):
        """Algorithm 2, lines 3 and 4."""
        levels = [one if self.draw.random() < CR_GA else two for one, two in zip(mother[0], father[0])]
        from_mother = self.bits(CR_GA)
        kept = mother[1] & from_mother | father[1] & ~from_mother
        levels = [
            self.draw.randint(0, top) if self.draw.random() < MR_GA else level for level, top in zip(levels, self.table.top)
        ]
        redrawn = self.bits(MR_GA)
        kept = kept & ~redrawn | self.draw.getrandbits(self.table.records) & redrawn
        return levels, kept

    def ga(self):
        """Algorithm 2: how many children took a place, and how many did not."""
        won = lost = 0
        for mother, father in pairs(self.pairing, NP, self.draw):
            child = self.child(self.members[mother], self.members[father])
            degrees = self.counter.evaluate(child)
            worse = father if self.table.is_better(self.degrees[mother], self.degrees[father]) else mother
            if self.challenge(worse, child, degrees):
                won += 1
            else:
                lost += 1
        return won, lost

    def de(self, choose):
        """Algorithm 3: successes and failures by strategy. All trial vectors are made from one generation."""
        best = 0
        for place in range(1, NP):
            if self.table.is_better(self.degrees[place], self.degrees[best]):
                best = place
        made = []
        for target in range(NP):
            strategy = choose()
            others = self.draw.sample([place for place in range(NP) if place != target], 5)
            made.append((strategy, self.trial(target, self.terms(strategy, target, best, others))))
        degrees = [self.counter.evaluate(trial) for _, trial in made]
        won, lost = [0] * 6, [0] * 6
        for target, ((strategy, trial), reached) in enumerate(zip(made, degrees)):
            (won if self.challenge(target, trial, reached) else lost)[strategy] += 1
        return won, lost

    def terms(self, strategy, target, best, r):
        """Eq. 14 to 19: the base vector and the differences that are scaled by F."""
        return [
            (r[0], [(r[1], r[2])]),
            (best, [(r[0], r[1])]),
            (r[0], [(r[1], r[2]), (r[3], r[4])]),
            (best, [(r[0], r[1]), (r[2], r[3])]),
            (target, [(r[0], target), (r[1], r[2])]),
            (target, [(best, target), (r[0], r[1])]),
        ][strategy]

    def trial(self, target, terms):
        base, differences = terms
        levels = []
        forced = self.draw.randrange(len(self.table.top))
        for place, top in enumerate(self.table.top):
            if place != forced and self.draw.random() >= CR_DE:
                levels.append(self.members[target][0][place])
                continue
            value = self.members[base][0][place]
            value += F * sum(self.members[a][0][place] - self.members[b][0][place] for a, b in differences)
            levels.append(0 if value < 0 else self.draw.randint(1, top) if value > top else round(value))
        kept, forced = 0, self.draw.randrange(self.table.records)
        for place in range(self.table.records):
            bit = [member[1] >> place & 1 for member in (self.members[target], self.members[base])]
            if place != forced and self.draw.random() >= CR_DE:
                kept |= bit[0] << place
                continue
            value = bit[1] + F * sum(
                (self.members[a][1] >> place & 1) - (self.members[b][1] >> place & 1) for a, b in differences
            )
            probability = 0.5 if value < 0 else min(value, 1.0)
            kept |= (self.draw.random() < probability) << place
        return levels, kept

    def best(self, loop):
        try:
            self.begin()
            loop()
        except Spent:
            return self.counter.best

    def tlef(self):
        while True:
            self.ga()
            self.de(lambda: 0)

    def haef(self):
        gamma = self.budget / NP
        ga, shares = 1.0, [1 / 6] * 6
        counts = {"ga": [0, 0], "de": [0, 0]}
        by_strategy = [[0] * 6, [0] * 6]
        generation = 0
        while True:
            if generation > 0 and generation % INTERVAL == 0:
                progress = min(generation / gamma, 1.0)
                ga = self.adapted(counts, progress)
                shares = self.adapted_strategies(by_strategy, progress)
                counts = {"ga": [0, 0], "de": [0, 0]}
                by_strategy = [[0] * 6, [0] * 6]
            if self.draw.random() < ga:
                won, lost = self.ga()
                counts["ga"] = [counts["ga"][0] + won, counts["ga"][1] + lost]
            else:
                won, lost = self.de(lambda: self.draw.choices(range(6), shares)[0])
                counts["de"] = [counts["de"][0] + sum(won), counts["de"][1] + sum(lost)]
                by_strategy = [[a + b for a, b in zip(*two)] for two in zip(by_strategy, (won, lost))]
            generation += 1

    @staticmethod
    def adapted(counts, progress):
        """Eq. 9, its numerator with the subscript that print has lost, and eq. 10."""
        (ns_ga, nf_ga), (ns_de, nf_de) = counts["ga"], counts["de"]
        by_ga, by_de = ns_ga * (ns_de + nf_de), ns_de * (ns_ga + nf_ga)
        share = by_ga / (by_ga + by_de) if by_ga + by_de else 0.5
        return (share + 1 - progress) / 2

    @staticmethod
    def adapted_strategies(by_strategy, progress):
        """Eq. 11 to 13."""
        rates = [won / (won + lost + EPSILON) + EPSILON for won, lost in zip(*by_strategy)]
        shares = []
        for strategy, rate in enumerate(rates):
            is_best_based = strategy % 2 == 1
            shares.append((rate / sum(rates) + (progress if is_best_based else 1 - progress)) / 4)
        return shares


def main():
    seeds, pairing = int(sys.argv[1]), sys.argv[2]
    table, found = Table("t"), {}
    for name in ("haef", "tlef"):
        runs = [Search(table, seed, pairing) for seed in range(seeds)]
        found[name] = [search.best(getattr(search, name)) for search in runs]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
