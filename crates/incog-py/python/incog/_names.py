"""What there is by name, as the cards say it: written by `cargo run -p incog --example python-names`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required

__all__ = [
    "AlgorithmName",
    "AttackName",
    "ColumnKeys",
    "MetricName",
    "ModelName",
    "ModelParameters",
    "OrderName",
    "PublishName",
    "RecodingName",
    "SearchParameters",
    "SuppressedName",
    "TrajectoryAlgorithmName",
    "Treatment",
    "UnknownName",
]

ModelName = Literal[
    "k-anonymity",  # every class has at least k records, so nobody is told apart from k - 1 others
    "maximum-risk",  # whoever knows only the quasi-identifiers of a person in the table finds her record with at most this probability
    "average-risk",  # of the published records on average at most this share is found by whoever knows only the quasi-identifiers of everybody in it
    "population-uniqueness",  # of the population that the release is a sample of at most this share is estimated to be unique by the published labels
    "k-map",  # at least k people of the population look like each class: counted in privacy.population, or most likely by a sampling fraction
    "delta-presence",  # of the people of privacy.population who look alike in the release a share from min to max is in the table
    "l-diversity",  # every class has l well represented sensitive values
    "p-sensitive-k-anonymity",  # every class has at least k records and at least p distinct values of each sensitive column
    "alpha-k-anonymity",  # every class has at least k records, and no sensitive value more than a share alpha of them
    "k-e-anonymity",  # every class has at least k different sensitive numbers, and they span a range of at least e
    "t-closeness",  # the sensitive values of every class are distributed as in the whole table, within t
    "beta-likeness",  # no sensitive value is in a class more frequent than in the whole table by more than the factor 1 + beta
    "delta-disclosure",  # every sensitive value is in every class nearly as frequent as in the whole table: |ln(q / p)| is below delta
    "c-mixture",  # every class has a share c of all records, sensitive values and providers
    "provider-diversity",  # every class has records of at least m providers
    "m-privacy",  # the other models still hold in every class without the records of any m colluding providers
    "differential-privacy",  # one record more or less changes the chance of any release by a factor of e^epsilon at most, but for delta
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
    "cpgen",  # CPGEN: roulette, one-point crossover, one gene or several mutated
    "provider-aware",  # specializes the pooled table top-down as long as the models, m-privacy too, hold
    "haef",  # HAEF: genetic algorithm and six strategies of differential evolution, chosen by their successes
    "haef-without-priority",  # HAEF without the priority of the genetic algorithm and of random strategies early on
    "haef-without-ga-de-adaptation",  # HAEF with differential evolution only
    "haef-without-des-adaptation",  # HAEF with DE/best/1 as the only strategy of differential evolution
    "tlef",  # TLEF: genetic algorithm and differential evolution in turn
    "dfs",  # depth-first traversal of the lattice within a budget, generalizing only, unless suppression is filled in exactly
    "dfs-suppress",  # depth-first traversal of the lattice within a budget, dropping classes that are not protected
    "id-dga",  # ID-DGA: information-driven genetic algorithm on a ring of islands
    "id-dga-without-framework",  # ID-DGA on a single island
    "id-dga-without-mutation",  # ID-DGA with the plain mutation of a genetic algorithm
    "id-dga-without-improvement",  # ID-DGA without improving what is not allowed
    "id-ga",  # ID-GA: information-driven genetic algorithm with one population
    "ga",  # plain genetic algorithm: uniform crossover, every gene redrawn at a rate
    "de",  # plain differential evolution: DE/rand/1 with binomial crossover
    "rounds",  # records that want the same cell, the cheapest that holds a class of those left, become classes
    "reassign",  # moves records to cheaper classes that have labels for them, and dissolves classes that lose more than others would
    "cell-pass",  # forms classes of records that gain from it, at the cost of those that they leave
    "lp-rounding",  # the classes of the linear program over all classes, made whole
    "lns",  # large neighborhood search: a dear class and those nearest to it are solved again, small blocks exactly
    "mondrian",  # divides classes where their values are most different, by the labels of the hierarchies
    "arx-iterated",  # one level per column for as many records as it serves cheaply, then again for the others, as ARX does
    "k-member",  # greedy clustering: classes one after the other, each of the records that cost it least
    "mdav",  # groups of k: the record farthest from the mean with its nearest, then the one farthest from that with its nearest
    "v-mdav",  # as mdav, one group at a time, which grows up to 2k - 1 by records that are nearer to it than to others
]

TrajectoryAlgorithmName = Literal[
    "greedy",  # trajectories: MDAV, the costliest clusters to the trash, then local moves
    "greedy-front",  # trajectories: a front of such releases, one for each of many smallest sizes
    "apma-greedy",  # trajectories: greedy-front, improved by random swaps of clusters
    "apma",  # trajectories: memetic search with crossover and mutation rates that adapt
    "apga",  # trajectories: APMA without its local search
    "nsma",  # trajectories: NSGA-II with the local search of APMA
    "nsga-ii",  # trajectories: non-dominated sorting and crowding, uniform crossover, mutation rate 0.05
    "dpga",  # trajectories: rates that change linearly over the run and scramble mutation
    "k-member",  # trajectories: greedy k-member clustering
    "mdav",  # trajectories: micro-aggregation by maximum distance to the average
    "w4m",  # trajectories: clusters around pivots within a radius that grows until the trash is small enough
]

AttackName = Literal[
    "singling-out-by-one",  # a value that one released record has alone, or an end of a range, is looked for in the table
    "singling-out-by-several",  # what a released record says in several columns, three if not said otherwise, is looked for in the table
    "linkability",  # the released record nearest to somebody by half of the known columns is also the nearest by the other half
    "inference",  # a sensitive value is guessed from the released record that is nearest by what is known
    "inference-by-trees",  # a sensitive value is guessed by gradient-boosted trees that learned from the release what goes with what is known
    "membership",  # of as many people of the table as others, the half that is nearest to released records is said to be in the table
    "homogeneity",  # all released records that fit what is known of somebody have the same sensitive value
    "skewness",  # the most frequent sensitive value of the released records that fit what is known of somebody is said to be hers
    "downcoding",  # records with coarser labels than others that fit somebody, too, are not hers, as nothing is generalized more than it must be
    "minimality",  # of the ways in which the sensitive values of a class may belong to its people, only those are looked at in which nothing finer would have kept what the release promises
    "combinatorial-refinement",  # classes with coarser labels than others are from later rounds, so that no finer cell has as many of their records as the smallest class
    "intersection",  # of the sensitive values that the records that fit somebody have in one release, all but one are missing in another
    "intersection-of-people",  # of the people whom the records that fit somebody fit in one release, all but her fit none of those in another
]

PublishName = Literal["label", "bounds", "midpoint"]


class PublishPseudonym(TypedDict, total=False):
    """In the place of whoever a record is about, a name that only the holder of the key can make: the same person has the same one wherever key and purpose are the same."""

    pseudonym: str  # the file of the key, which incog key new makes; a text
    purpose: Required[str]  # what the release is for: other purposes have other pseudonyms, which nobody can link without the key; a text; must be said


class PublishShiftDays(TypedDict, total=False):
    """All dates of a person are moved by the same secret number of days, so that their order and distances stay."""

    shift_days: str  # the file of the key, which incog key new makes; columns of one key are moved together; a text
    most: int  # the most days that a date is moved, back or forth; none stays where it was; a whole number from 1 to 36500; 365 when nothing is said
    weeks: bool  # whether dates are moved by whole weeks, so that weekdays stay and closed weekends tell nothing of the number of days; false when nothing is said
    format: str  # how all dates it looks at are written, in the notation of strftime; ISO 8601 when not said; a text


class PublishAgeAt(TypedDict, total=False):
    """In the place of a date of birth the age in whole years on the date of another column."""

    age_at: Required[str]  # the column with the date of the event; the name of a column; must be said
    format: str  # how all dates it looks at are written, in the notation of strftime; ISO 8601 when not said; a text


class PublishFirstOf(TypedDict, total=False):
    """In the place of a date the first day of its month, quarter or year, without the time of day."""

    first_of: Required[Literal["month", "quarter", "year"]]  # the period; must be said
    format: str  # how all dates it looks at are written, in the notation of strftime; ISO 8601 when not said; a text


class PublishTopAndBottom(TypedDict, total=False):
    """Numbers above the top become the top, numbers below the bottom the bottom."""

    top: float  # the highest number that is published; a number from -1000000000000000 to 1000000000000000
    bottom: float  # the lowest number that is published; a number from -1000000000000000 to 1000000000000000


class PublishQuantileLimits(TypedDict, total=False):
    """Numbers above a quantile of the published ones become that quantile, and those below another one that."""

    top_quantile: float  # the share of the published numbers that do not exceed the top; a number from 0.000001 to 0.999999
    bottom_quantile: float  # the share of the published numbers that do not exceed the bottom; a number from 0.000001 to 0.999999


class PublishRound(TypedDict, total=False):
    """Numbers become the nearest multiple of a base, or at random one of the two around them, so that they stay the same on average."""

    round: Required[float | Literal["auto"]]  # the base; "auto" takes the finest of 1, 2, 5, 10, ... and their tenths that leaves enough people at each published number; a number above 0, at most 1000000000000000, or "auto"; must be said
    random: bool  # whether chance decides, by the secret of the job: up with the probability (number - multiple below) / base; false when nothing is said
    base: float  # beside round = "auto" the base that was chosen; reports and plans say it; a number from 0.000000001 to 1000000000000000


class PublishNoise(TypedDict, total=False):
    """A normally distributed number is added to each, or each is multiplied by one around 1."""

    noise: Required[float]  # the standard deviation: in the unit of the column, or as a share of each number where kind is multiplicative; a number above 0, at most 1000000000000000; must be said
    kind: Literal["additive", "multiplicative"]  # whether noise is added, or numbers are multiplied by it; "additive" when nothing is said


class PublishPostRandomization(TypedDict, total=False):
    """Each category is kept with a probability, and otherwise replaced by one drawn evenly from the list (PRAM)."""

    pram: Required[float]  # the probability that a category is kept without a draw; a number from 0 to 1; must be said
    values: Required[list[str]]  # all categories; they are stated, so that none follows from a suppressed record; a list of texts; must be said


class PublishRedact(TypedDict, total=False):
    """In text, what detectors of incog init recognize is replaced by the name of the detector: [e-mail address]."""

    redact: Required[list[str]]  # names of detectors that recognize a value by itself, such as "e-mail address", "telephone number", "name of a person"; a list of texts; must be said


Treatment = Union[PublishPseudonym, PublishShiftDays, PublishAgeAt, PublishFirstOf, PublishTopAndBottom, PublishQuantileLimits, PublishRound, PublishNoise, PublishPostRandomization, PublishRedact]

SuppressedName = Literal["drop", "star"]

OrderName = Literal["sorted", "input"]

RecodingName = Literal["global", "local", "microaggregation"]

UnknownName = Literal["refuse", "top"]


class ColumnKeys(TypedDict, total=False):
    """What a job file says of a column."""

    role: Literal["identifier", "quasi-identifier", "sensitive", "insensitive", "provider", "person", "household", "undecided"]
    hierarchy: Any
    min_level: int
    max_level: int
    weight: float
    missing: Literal["value", "none"]
    publish: Union[PublishName, Literal["mean", "median", "mode", "range"], Treatment]  # a form, an aggregate, or a treatment


class PopulationUniqueness(TypedDict, total=False):
    """Of the population that the release is a sample of at most this share is estimated to be unique by the published labels."""

    share: Required[float]  # the largest share of the population that may be unique; a number above 0, at most 1; must be said
    sampling_fraction: Required[float]  # the share of the population that the table is a simple random sample of; a number above 0, at most 1; must be said


class KMap(TypedDict, total=False):
    """At least k people of the population look like each class: counted in privacy.population, or most likely by a sampling fraction."""

    k: Required[int]  # smallest size of a class in the population; a whole number from 1 to 1000000000; must be said
    sampling_fraction: float  # the share of the population that the table is a simple random sample of, where no population is at hand; a number above 0, at most 1
    significance: float  # with a sampling fraction: how likely a class may be as large in the table as it is, if it has k people in the population; 0.1 when not said; a number above 0, at most 1
    estimator: Literal["zero-truncated-poisson", "poisson"]  # with a sampling fraction: how the size of a class in the sample is distributed; truncated, as when not said: a class without records is not seen


class DeltaPresence(TypedDict, total=False):
    """Of the people of privacy.population who look alike in the release a share from min to max is in the table."""

    max: Required[float]  # how sure one may be at most that somebody of the population is in the table: the delta_max of the paper; a number above 0, at most 1; must be said
    min: float  # how sure one must be at least, so that nobody is known to be absent: the delta_min of the paper; a number from 0 to 1; 0.0 when nothing is said


class LDiversity(TypedDict, total=False):
    """Every class has l well represented sensitive values."""

    l: Required[float]  # number of well represented values; a number from 1; must be said
    kind: Literal["distinct", "entropy", "recursive"]  # what well represented means; "distinct" when nothing is said
    c: float  # recursive (c, l)-diversity: how much more frequent the first value may be; a number above 0
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said


class PSensitiveKAnonymity(TypedDict, total=False):
    """Every class has at least k records and at least p distinct values of each sensitive column."""

    p: Required[int]  # fewest distinct sensitive values of a class, at most k; a whole number from 1; must be said
    k: Required[int]  # smallest size of a class; a whole number from 1; must be said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said


class AlphaKAnonymity(TypedDict, total=False):
    """Every class has at least k records, and no sensitive value more than a share alpha of them."""

    k: Required[int]  # smallest size of a class; a whole number from 1; must be said
    alpha: Required[float]  # largest share of a class that a sensitive value may have; a number above 0, at most 1; must be said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said
    values: list[str]  # the values of the column that alpha is about; all of them when not said; a list of texts


class KEAnonymity(TypedDict, total=False):
    """Every class has at least k different sensitive numbers, and they span a range of at least e."""

    k: Required[int]  # fewest different numbers of a class; a whole number from 1; must be said
    e: Required[float]  # smallest difference between the largest and the smallest number of a class, in the column's unit; a number above 0; must be said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column


class TCloseness(TypedDict, total=False):
    """The sensitive values of every class are distributed as in the whole table, within t."""

    t: Required[float]  # largest distance; at most 1, with the Euclidean distance the square root of 2; a number from 0 to 1.4142135623730951; must be said
    distance: Literal["euclidean", "equal", "ordered", "hierarchical"]  # Euclidean, or the earth mover's with values equally far, in order, or in their hierarchy; "euclidean" when nothing is said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said


class BetaLikeness(TypedDict, total=False):
    """No sensitive value is in a class more frequent than in the whole table by more than the factor 1 + beta."""

    beta: Required[float]  # largest relative gain of a value's share, (q - p) / p; a number above 0; must be said
    kind: Literal["enhanced", "basic"]  # basic, or enhanced: the gain is at most -ln p, too, so that frequent values are bounded as well; "enhanced" when nothing is said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said


class DeltaDisclosure(TypedDict, total=False):
    """Every sensitive value is in every class nearly as frequent as in the whole table: |ln(q / p)| is below delta."""

    delta: Required[float]  # what the logarithm (base e) of the ratio of shares stays below, up and down; a number above 0; must be said
    column: str  # the sensitive column it is about; every one of them by itself when not said; the name of a column
    joint: bool  # whether it is about the combinations of all sensitive columns, and not about each column; false when nothing is said


class DifferentialPrivacy(TypedDict, total=False):
    """One record more or less changes the chance of any release by a factor of e^epsilon at most, but for delta."""

    epsilon: Required[float]  # by which factor, e^epsilon, one record may change a probability; a number from 0.01 to 5; must be said
    delta: Required[float]  # the probability by which that may be missed; far less than 1 over the number of people; a number from 0.0000000001 to 0.5; must be said
    levels: float  # the part of epsilon that is spent on a choice of levels; without it the job fixes all levels; a number from 0.001 to 4.99


ModelParameters = TypedDict(
    "ModelParameters",
    {
        "k-anonymity": "int",
        "maximum-risk": "float",
        "average-risk": "float",
        "population-uniqueness": "Union[float, PopulationUniqueness, Sequence[Union[float, PopulationUniqueness]]]",
        "k-map": "Union[int, KMap, Sequence[Union[int, KMap]]]",
        "delta-presence": "Union[float, DeltaPresence, Sequence[Union[float, DeltaPresence]]]",
        "l-diversity": "Union[float, LDiversity, Sequence[Union[float, LDiversity]]]",
        "p-sensitive-k-anonymity": "Union[int, PSensitiveKAnonymity, Sequence[Union[int, PSensitiveKAnonymity]]]",
        "alpha-k-anonymity": "Union[int, AlphaKAnonymity, Sequence[Union[int, AlphaKAnonymity]]]",
        "k-e-anonymity": "Union[int, KEAnonymity, Sequence[Union[int, KEAnonymity]]]",
        "t-closeness": "Union[float, TCloseness, Sequence[Union[float, TCloseness]]]",
        "beta-likeness": "Union[float, BetaLikeness, Sequence[Union[float, BetaLikeness]]]",
        "delta-disclosure": "Union[float, DeltaDisclosure, Sequence[Union[float, DeltaDisclosure]]]",
        "c-mixture": "float",
        "provider-diversity": "int",
        "m-privacy": "int",
        "differential-privacy": "Union[float, DifferentialPrivacy, Sequence[Union[float, DifferentialPrivacy]]]",
    },
    total=False,
)


class SearchParameters(TypedDict, total=False):
    """The parameters of searches; each takes its own, with the ranges and defaults of `incog.list_algorithms()`."""

    budget: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de
    crossover: float  # kgen, ga
    de_crossover: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, de
    evaluations: int  # top-down, bottom-up, kgen, random
    factor: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, de
    flipped: Literal["one", "several"]  # cpgen
    ga_crossover: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef
    ga_mutation: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef
    head_start: int  # auto
    horizontal_mutation: float  # kgen
    islands: int  # id-dga, id-dga-without-mutation, id-dga-without-improvement
    iterations: int  # cpgen
    migration_interval: int  # id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga
    mutation: float  # kgen, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga
    optimal_suppression: bool  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de
    population: int  # kgen, cpgen, haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de
    preset: Literal["paper", "user"]  # kgen, cpgen, haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de
    survivors: Literal["best", "drawn"]  # kgen
    undivided_steps: int  # optimal
    update_interval: int  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation
