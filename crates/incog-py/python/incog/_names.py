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
    "KeepColumnsName",
    "MetricName",
    "ModelName",
    "ModelParameters",
    "OrderName",
    "PresetName",
    "PublishName",
    "RecodingName",
    "SearchParameters",
    "SuppressedName",
    "TrajectoryAlgorithmName",
    "Treatment",
    "UnknownName",
]

ModelName = Literal[
    "k-anonymity",  # every class has at least k records, so each record looks like at least k - 1 others
    "maximum-risk",  # an attacker who knows only the quasi-identifiers of a person in the table finds the record with at most this probability
    "average-risk",  # an attacker who knows only the quasi-identifiers of everybody in the table finds on average at most this share of the published records
    "population-uniqueness",  # at most this share of the population, of which the release is a sample, is estimated to be unique by the published labels
    "k-map",  # at least k people of the population match each class: counted in privacy.population, or estimated with a sampling fraction
    "delta-presence",  # of the people of privacy.population who match a class, a share from min to max is in the table
    "l-diversity",  # every class has at least l well-represented sensitive values
    "p-sensitive-k-anonymity",  # every class has at least k records and at least p distinct values of each sensitive column
    "alpha-k-anonymity",  # every class has at least k records, and at most a share alpha of them has the same sensitive value
    "k-e-anonymity",  # every class has at least k different sensitive numbers, which span a range of at least e
    "t-closeness",  # in every class, the distribution of sensitive values is within distance t of that of the whole table
    "beta-likeness",  # no sensitive value is more frequent in a class than in the whole table by more than the factor 1 + beta
    "delta-disclosure",  # every sensitive value is in every class nearly as frequent as in the whole table: |ln(q / p)| is below delta
    "c-mixture",  # every class has at least a share c of all records, sensitive values and providers
    "provider-diversity",  # every class has records of at least m providers
    "m-privacy",  # the other models hold in every class even without the records of any m colluding providers
    "differential-privacy",  # one record more or less changes the probability of any release by at most the factor e^epsilon, except with probability delta
]

MetricName = Literal[
    "transparency",  # transparency degree TD: sum of 1/|v_g| over kept records and quasi-identifiers
    "precision",  # Prec loss: mean of level over top of the hierarchy, over quasi-identifiers
    "gen-loss",  # GenLoss: mean share of the domain that a released value covers
    "loss",  # Loss as in ARX: geometric mean over attributes
    "cpgen",  # alpha GenLoss + beta C_AVG
    "c-avg",  # normalized average class size C_AVG: records / (classes k)
    "class-size",  # average size of a class
    "discernibility",  # discernibility: sum of squared class sizes, each suppressed record counts the whole table
    "entropy",  # non-uniform entropy: information lost about the original values given the released ones
    "ambiguity",  # ambiguity: number of original tuples that a released record may represent
    "kl-divergence",  # Kullback-Leibler divergence between the original and the released distribution of tuples
    "height",  # height of the node: sum of the levels of all quasi-identifiers
    "squared-error",  # SSE / SST: share of the squared deviations of numbers within classes, the loss of micro-aggregation
]

AlgorithmName = Literal[
    "auto",  # optimal
    "optimal",  # best-first branch and bound over boxes of the lattice
    "hitting-set",  # implicit hitting set: the cheapest node that satisfies the constraints learned from invalid nodes
    "flash",  # depth-first paths with binary search and predictive tagging
    "ola",  # all minimal valid nodes by bisection of sublattices
    "top-down",  # greedy best-first walk down from full generalization, with a limit
    "bottom-up",  # greedy best-first walk up from the original data, with a limit
    "cpgen",  # CPGEN: roulette, one-point crossover, one gene or several mutated
    "provider-aware",  # specializes the combined table top-down as long as the models hold, including m-privacy
    "haef",  # HAEF: a genetic algorithm and six strategies of differential evolution, chosen by their success
    "id-dga",  # ID-DGA: information-driven genetic algorithm on a ring of islands
    "rounds",  # in rounds, groups the remaining records by the cheapest cell that holds a class
    "reassign",  # moves records to cheaper classes whose labels cover them, and dissolves expensive classes
    "cell-pass",  # forms new classes of records that gain more than their old classes lose
    "lp-rounding",  # rounds the solution of the linear program over all classes
    "lns",  # large neighborhood search: re-solves an expensive class and its nearest classes, small blocks exactly
    "mondrian",  # splits classes by the column whose values differ most, along the hierarchies
    "mdav",  # groups of k: the record farthest from the mean with its nearest records, then the record farthest from that one with its nearest
    "v-mdav",  # like mdav, one group at a time, which grows to at most 2k - 1 records that are nearer to it than to others
]

TrajectoryAlgorithmName = Literal[
    "greedy",  # trajectories: MDAV, the costliest clusters to the trash, then local moves
    "greedy-front",  # trajectories: a front of such releases, one for each of many smallest sizes
    "apma-greedy",  # trajectories: greedy-front, improved by random swaps of clusters
    "apma",  # trajectories: memetic search with crossover and mutation rates that adapt
    "w4m",  # trajectories: clusters around pivots within a radius that grows until the trash is small enough
]

AttackName = Literal[
    "singling-out-by-one",  # looks in the table for a value that only one released record has, or for an end of a range
    "singling-out-by-several",  # looks in the table for the values of a released record in several columns (three by default)
    "linkability",  # links two sources: the released record nearest to a person in one half of the known columns is also the nearest in the other half
    "inference",  # guesses a sensitive value from the released record nearest to a person in the known columns
    "inference-by-trees",  # guesses a sensitive value with gradient-boosted trees, trained on the release to predict it from the known columns
    "membership",  # of equally many people in and outside the table, guesses that the half nearest to released records is in the table
    "homogeneity",  # all released records that match a person have the same sensitive value
    "skewness",  # guesses the most frequent sensitive value of the released records that match a person
    "downcoding",  # if several records match a person, those with coarser labels belong to others, because no record is generalized more than necessary
    "minimality",  # of all assignments of the sensitive values of a class to its people, keeps only those in which no finer release would have met the models
    "combinatorial-refinement",  # classes with coarser labels come from later rounds, so no finer cell has as many of their records as the smallest class
    "intersection",  # uses two releases: of the sensitive values of the records that match a person in one release, only one also occurs in the other
    "intersection-of-people",  # uses two releases: of the people who match the same records as the target in one release, only the target matches those in the other
]

PublishName = Literal["label", "bounds", "midpoint"]


class PublishPseudonym(TypedDict, total=False):
    """Replaces the person of a record by a name that only the holder of the key can compute."""

    pseudonym: str  # the file of the key, made with incog key new; a text
    purpose: Required[str]  # what the release is for; other purposes have other pseudonyms, which nobody can link without the key; a text; required


class PublishShiftDays(TypedDict, total=False):
    """Shifts all dates of a person by the same secret number of days, which keeps their order and distances."""

    shift_days: str  # the file of the key, made with incog key new; columns of one key are moved together; a text
    most: int  # the largest shift in days, back or forth; every date is shifted; a whole number from 1 to 36500; default 365
    weeks: bool  # whether to shift by whole weeks, which keeps weekdays, so that weekends without events do not reveal the shift; default false
    format: str  # the form of the dates, in strftime notation; default: that of each date, where it is unambiguous; a text


class PublishAgeAt(TypedDict, total=False):
    """Replaces a date of birth by the age in whole years on the date of another column."""

    age_at: Required[str]  # the column with the date of the event; the name of a column; required
    format: str  # the form of the dates, in strftime notation; default: that of each date, where it is unambiguous; a text
    impossible: Literal["refuse", "missing"]  # what becomes of the age where the event is before the birth: the job is refused, or the age is missing; default "refuse"


class PublishAgeOn(TypedDict, total=False):
    """Replaces a date of birth by the age in whole years on a fixed day."""

    age_on: Required[str]  # the day, in the form 2024-12-31; a text; required
    format: str  # the form of the dates, in strftime notation; default: that of each date, where it is unambiguous; a text
    impossible: Literal["refuse", "missing"]  # what becomes of the age of somebody who was born later: the job is refused, or the age is missing; default "refuse"


class PublishFirstOf(TypedDict, total=False):
    """Replaces a date by the first day of its month, quarter or year, without the time of day."""

    first_of: Required[Literal["month", "quarter", "year"]]  # the period; required
    format: str  # the form of the dates, in strftime notation; default: that of each date, where it is unambiguous; a text


class PublishTopAndBottom(TypedDict, total=False):
    """Replaces numbers above the top by the top, and numbers below the bottom by the bottom."""

    top: float  # the highest published number; a number from -1000000000000000 to 1000000000000000
    bottom: float  # the lowest published number; a number from -1000000000000000 to 1000000000000000


class PublishQuantileLimits(TypedDict, total=False):
    """Replaces numbers above an upper quantile of the published numbers by it, and those below a lower quantile by that."""

    top_quantile: float  # the share of the published numbers that do not exceed the top; a number from 0.000001 to 0.999999
    bottom_quantile: float  # the share of the published numbers that do not exceed the bottom; a number from 0.000001 to 0.999999


class PublishRound(TypedDict, total=False):
    """Rounds numbers to the nearest multiple of a base, or at random up or down, so that the average stays the same."""

    round: Required[float | Literal["auto"]]  # the base; "auto" uses the finest of 1, 2, 5, 10, ... and their tenths that leaves enough people at each published number; a number above 0, at most 1000000000000000, or "auto"; required
    random: bool  # whether to round at random, with the secret of the job: up with the probability (number - multiple below) / base; default false
    base: float  # with round = "auto": the chosen base, set in reports and plans; a number from 0.000000001 to 1000000000000000
    lowest: float  # with round = "auto": the number that stands for all lower ones, set in reports and plans; a number from -1000000000000000 to 1000000000000000
    highest: float  # with round = "auto": the number that stands for all higher ones, set in reports and plans; a number from -1000000000000000 to 1000000000000000


class PublishNoise(TypedDict, total=False):
    """Adds normally distributed noise to each number, or multiplies it by noise around 1."""

    noise: Required[float]  # the standard deviation, in the unit of the column, or as a share of each number if kind is multiplicative; a number above 0, at most 1000000000000000; required
    kind: Literal["additive", "multiplicative"]  # whether to add noise or to multiply by it; default "additive"


class PublishPostRandomization(TypedDict, total=False):
    """Keeps each category with a probability, and otherwise replaces it by a random one from the list (PRAM)."""

    pram: Required[float]  # the probability that a category is kept without a draw; a number from 0 to 1; required
    values: Required[list[str]]  # all categories, listed so that none depends on a suppressed record; a list of texts; required


class PublishRedact(TypedDict, total=False):
    """Replaces what the detectors of incog init recognize in text by the name of the detector: [e-mail address]."""

    redact: Required[list[str]]  # names of detectors that recognize single values, such as "e-mail address", "telephone number", "name of a person"; a list of texts; required


Treatment = Union[PublishPseudonym, PublishShiftDays, PublishAgeAt, PublishAgeOn, PublishFirstOf, PublishTopAndBottom, PublishQuantileLimits, PublishRound, PublishNoise, PublishPostRandomization, PublishRedact]

SuppressedName = Literal["drop", "star"]

OrderName = Literal["sorted", "input"]

RecodingName = Literal["global", "local", "microaggregation"]

KeepColumnsName = Literal["all", "best-effort", "off"]

PresetName = Literal["hipaa-safe-harbor", "gdpr-research", "open-data", "internal-analytics"]

UnknownName = Literal["refuse", "top"]


class ColumnKeys(TypedDict, total=False):
    """What a job file says about a column."""

    role: Literal["identifier", "quasi-identifier", "sensitive", "insensitive", "provider", "person", "household", "own-k", "undecided"]
    hierarchy: Any
    min_level: int
    max_level: int
    weight: float
    missing: Literal["value", "none"]
    publish: Union[PublishName, Literal["mean", "median", "mode", "range"], Treatment]  # a form, an aggregate, or a treatment


class PopulationUniqueness(TypedDict, total=False):
    """At most this share of the population, of which the release is a sample, is estimated to be unique by the published labels."""

    share: Required[float]  # the largest share of the population that may be unique; a number above 0, at most 1; required
    sampling_fraction: Required[float]  # the share of the population in the table, which is a simple random sample of it; a number above 0, at most 1; required


class KMap(TypedDict, total=False):
    """At least k people of the population match each class: counted in privacy.population, or estimated with a sampling fraction."""

    k: Required[int]  # smallest size of a class in the population; a whole number from 1 to 1000000000; required
    sampling_fraction: float  # without a population: the share of the population in the table, which is a simple random sample of it; a number above 0, at most 1
    significance: float  # with a sampling fraction: the highest probability of a class of its size, if only k people of the population match it; default 0.1; a number above 0, at most 1
    estimator: Literal["zero-truncated-poisson", "poisson"]  # with a sampling fraction: the distribution of the size of a class in the sample; default truncated, because classes without records are not observed


class DeltaPresence(TypedDict, total=False):
    """Of the people of privacy.population who match a class, a share from min to max is in the table."""

    max: Required[float]  # the highest probability, for an attacker, that a person of the population is in the table: delta_max of the paper; a number above 0, at most 1; required
    min: float  # the lowest such probability, so that nobody is known to be absent: delta_min of the paper; a number from 0 to 1; default 0.0


class LDiversity(TypedDict, total=False):
    """Every class has at least l well-represented sensitive values."""

    l: Required[float]  # fewest well-represented values of a class; a number from 1; required
    kind: Literal["distinct", "entropy", "recursive"]  # the definition of well-represented; default "distinct"
    c: float  # recursive (c, l)-diversity: how much more frequent the most frequent value may be; a number above 0
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false


class PSensitiveKAnonymity(TypedDict, total=False):
    """Every class has at least k records and at least p distinct values of each sensitive column."""

    p: Required[int]  # fewest distinct sensitive values of a class, at most k; a whole number from 1; required
    k: Required[int]  # smallest size of a class; a whole number from 1; required
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false


class AlphaKAnonymity(TypedDict, total=False):
    """Every class has at least k records, and at most a share alpha of them has the same sensitive value."""

    k: Required[int]  # smallest size of a class; a whole number from 1; required
    alpha: Required[float]  # largest share of a class that a sensitive value may have; a number above 0, at most 1; required
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false
    values: list[str]  # the values of the column that alpha limits; by default all; a list of texts


class KEAnonymity(TypedDict, total=False):
    """Every class has at least k different sensitive numbers, which span a range of at least e."""

    k: Required[int]  # fewest different numbers of a class; a whole number from 1; required
    e: Required[float]  # smallest difference between the largest and the smallest number of a class, in the column's unit; a number above 0; required
    column: str  # the sensitive column to protect; default: each; the name of a column


class TCloseness(TypedDict, total=False):
    """In every class, the distribution of sensitive values is within distance t of that of the whole table."""

    t: Required[float]  # largest distance; at most 1, or the square root of 2 with the Euclidean distance; a number from 0 to 1.4142135623730951; required
    distance: Literal["euclidean", "equal", "ordered", "hierarchical"]  # Euclidean, or the earth mover's distance with equal, ordered (numbers) or hierarchical distances; default "euclidean"
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false
    reference: Literal["table", "release"]  # classes are compared with the table, or also with the release; default "table"


class BetaLikeness(TypedDict, total=False):
    """No sensitive value is more frequent in a class than in the whole table by more than the factor 1 + beta."""

    beta: Required[float]  # largest relative gain of a value's share, (q - p) / p; a number above 0; required
    kind: Literal["enhanced", "basic"]  # basic, or enhanced, which also limits the gain to -ln p, so that frequent values are bounded, too; default "enhanced"
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false
    reference: Literal["table", "release"]  # classes are compared with the table, or also with the release; default "table"


class DeltaDisclosure(TypedDict, total=False):
    """Every sensitive value is in every class nearly as frequent as in the whole table: |ln(q / p)| is below delta."""

    delta: Required[float]  # upper bound of the absolute natural logarithm of the ratio of shares; a number above 0; required
    column: str  # the sensitive column to protect; default: each; the name of a column
    joint: bool  # whether to protect combinations of all sensitive columns instead; default false
    reference: Literal["table", "release"]  # classes are compared with the table, or also with the release; default "table"


class DifferentialPrivacy(TypedDict, total=False):
    """One record more or less changes the probability of any release by at most the factor e^epsilon, except with probability delta."""

    epsilon: Required[float]  # the exponent of the factor e^epsilon by which one record may change a probability; a number from 0.01 to 5; required
    delta: Required[float]  # the probability that the bound is missed; far less than 1 over the number of people; a number from 0.0000000001 to 0.5; required
    levels: float  # the part of epsilon to spend on a choice of levels; without it, the job fixes all levels; a number from 0.001 to 4.99


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
    """The parameters of searches; `incog.list_algorithms()` has the ranges and defaults of each."""

    budget: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de, external
    command: str  # external
    crossover: float  # kgen, ga
    de_crossover: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, de
    evaluations: int  # top-down, bottom-up, kgen, random
    factor: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, de
    flipped: Literal["one", "several"]  # cpgen
    folder: str  # external
    ga_crossover: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef
    ga_mutation: float  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef
    half: Literal["up", "down"]  # kgen
    head_start: int  # auto
    horizontal_mutation: float  # kgen
    islands: int  # id-dga, id-dga-without-mutation, id-dga-without-improvement
    iterations: int  # cpgen
    migration_interval: int  # id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga
    mutation: float  # kgen, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga
    optimal_suppression: bool  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de, external
    pairing: Literal["disjoint", "each", "all"]  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga
    population: int  # kgen, cpgen, haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de
    preset: Literal["paper", "user"]  # kgen, cpgen, haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation, tlef, dfs, dfs-suppress, id-dga, id-dga-without-framework, id-dga-without-mutation, id-dga-without-improvement, id-ga, ga, de, external
    silence: float  # external
    survivors: Literal["best", "drawn"]  # kgen
    undivided_steps: int  # optimal
    update_interval: int  # haef, haef-without-priority, haef-without-ga-de-adaptation, haef-without-des-adaptation
    weight: Literal["low-loss", "as-printed"]  # kgen
