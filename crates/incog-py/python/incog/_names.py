"""What there is by name, as the cards say it: written by tools/python_names.py."""

from typing import Literal

__all__ = ["AlgorithmName", "MetricName", "ModelName"]

ModelName = Literal[
    "k-anonymity",  # every class has at least k records, so nobody is told apart from k - 1 others
    "l-diversity",  # every class has l well represented sensitive values
    "alpha-k-anonymity",  # every class has at least k records, and no sensitive value more than a share alpha of them
    "t-closeness",  # the sensitive values of every class are distributed as in the whole table, within t
    "c-mixture",  # every class has a share c of all records, sensitive values and providers
    "provider-diversity",  # every class has records of at least m providers
    "m-privacy",  # the other models still hold in every class without the records of any m colluding providers
]

MetricName = Literal[
    "transparency",  # transparency degree TD: sum of 1/|v_g| over kept records and quasi-identifiers
    "precision",  # Prec loss: mean of level over top of the hierarchy, over quasi-identifiers
    "gen-loss",  # GenLoss: mean share of the domain a released value stands for
    "loss",  # Loss as ARX computes it: geometric mean over attributes, suppressed records count 1
    "cpgen",  # alpha GenLoss + beta C_AVG
    "c-avg",  # normalized average class size C_AVG: records / (classes k)
    "class-size",  # average size of a class, all suppressed records together being one
    "discernibility",  # discernibility: sum of squared class sizes, each suppressed record counts the whole table
    "entropy",  # non-uniform entropy: information lost about the original values given the released ones
    "ambiguity",  # ambiguity: number of original tuples a released record may stand for
    "kl-divergence",  # Kullback-Leibler divergence between the original and the released distribution of tuples
    "height",  # height of the node: sum of the levels of all quasi-identifiers
    "squared-error",  # SSE / SST: share of the squared deviations of numbers that lie within classes, the loss of micro-aggregation
]

AlgorithmName = Literal[
    "auto",  # optimal, and where its proof is out of reach hitting-set (where that is exact) and a search by mutation and descent beside it
    "optimal",  # best-first branch and bound over boxes of the lattice
    "hitting-set",  # the cheapest node that meets what disallowed nodes, and those that suppress too much, demand
    "exhaustive",  # every node of the lattice, one by one
    "flash",  # depth-first paths with binary search and predictive tagging
    "ola",  # all minimal allowed nodes by bisection of sublattices
    "incognito",  # lattices of ever larger sets of attributes, pruned a priori
    "samarati",  # binary search on the height of the lattice
    "datafly",  # generalizes the attribute with most distinct values until the release is allowed
    "top-down",  # greedy best-first walk down from full generalization, with a limit
    "bottom-up",  # greedy best-first walk up from the original data, with a limit
    "kgen",  # genetic algorithm on lattice nodes, crossing by minimum and maximum node
    "random",  # nodes drawn at random, what every other search has to beat
    "cpgen",  # CPGEN: roulette, one-point crossover, one gene mutated
    "provider-aware",  # specializes the pooled table top-down as long as the models, m-privacy too, hold
    "haef",  # HAEF: genetic algorithm and six strategies of differential evolution, chosen by their successes
    "haef-without-priority",  # HAEF without the priority of the genetic algorithm and of random strategies early on
    "haef-without-ga-de-adaptation",  # HAEF with differential evolution only
    "haef-without-des-adaptation",  # HAEF with DE/best/1 as the only strategy of differential evolution
    "tlef",  # TLEF: genetic algorithm and differential evolution in turn
    "dfs",  # depth-first traversal of the lattice within a budget, dropping classes that are not protected
    "id-dga",  # ID-DGA: information-driven genetic algorithm on a ring of islands
    "id-dga-without-framework",  # ID-DGA on a single island
    "id-dga-without-mutation",  # ID-DGA with the plain mutation of a genetic algorithm
    "id-dga-without-improvement",  # ID-DGA without improving what is not allowed
    "id-ga",  # ID-GA: information-driven genetic algorithm with one population
    "ga",  # plain genetic algorithm: uniform crossover, every gene redrawn at a rate
    "de",  # plain differential evolution: DE/rand/1 with binomial crossover
]
