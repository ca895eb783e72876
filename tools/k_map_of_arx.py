#!/usr/bin/env python3
"""k' of k-map by the formulas of ARX and by those of incog, side by side, for docs/risk.md.

    python3 tools/k_map_of_arx.py
"""
import itertools
import math

SIGNIFICANCE = 0.1


def poisson(mean, number):
    return math.exp(number * math.log(mean) - mean - math.lgamma(number + 1))


def arx_poisson(k, fraction):
    """KMap.calculateKPoisson, and the smaller of that and k."""
    numbers = itertools.accumulate(poisson(k * fraction, number) for number in itertools.count())
    least = next(number for number, share in enumerate(numbers) if share >= 1 - SIGNIFICANCE)
    return min(k, least + 2)


def arx_truncated(k, fraction):
    """KMap.calculateKZeroPoisson, and the smaller of that and k."""
    mean = k * fraction
    numbers = itertools.accumulate(poisson(mean, number) / -math.expm1(-mean) for number in itertools.count(1))
    least = next(number for number, share in enumerate(numbers, 1) if share >= 1 - SIGNIFICANCE)
    return min(k, least + 1)


def defined(k, fraction, seen):
    """The smallest f' with P(f >= f') / P(seen) at most the significance, and no more than k."""
    mean = k * fraction
    tail = lambda least: math.fsum(poisson(mean, number) for number in range(least, least + 400)) / seen(mean)
    return min(k, next(least for least in itertools.count(1) if tail(least) <= SIGNIFICANCE))


if __name__ == "__main__":
    for k, fraction in itertools.product((5, 20, 100), (0.01, 0.1, 0.3, 0.7)):
        figures = [defined(k, fraction, lambda mean: 1), arx_poisson(k, fraction),
                   defined(k, fraction, lambda mean: -math.expm1(-mean)), arx_truncated(k, fraction)]
        print(f"| {k} | {fraction} | " + " | ".join(map(str, figures)) + " |")
