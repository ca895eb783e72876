"""How often an attack was right, and whether guessing is right as often."""
import math

# Of a whole run: the chance that any attack is called better than guessing although it is not.
FALSE_ALARM = 1e-6


def tail(tried, right, expected):
    """At most how likely it is that guessing is right so often.

    Hoeffding (1963), theorems 1 and 4: of guesses that are right with chances of this sum, independently or drawn without
    replacement, `right` or more are right with at most exp(-tried * KL(right / tried, expected / tried))."""
    if right <= expected or not tried:
        return 1.0
    if expected <= 0:
        return 0.0
    p, q = expected / tried, right / tried
    information = q * math.log(q / p) + ((1 - q) * math.log((1 - q) / (1 - p)) if q < 1 else 0.0)
    return math.exp(-tried * information)


class Tally:
    """Attacks by name: how many guesses, how many of them right, how many guessing alone would have right."""

    def __init__(self):
        self.attacks = {}

    def add(self, name, right, tried, expected):
        one = self.attacks.setdefault(name, [0, 0, 0.0])
        for place, more in enumerate((right, tried, expected)):
            one[place] += more

    def update(self, other):
        for name, figures in other.items():
            self.add(name, *figures)

    def alarms(self):
        """The attacks that are better than guessing; all names share the chance of a false alarm."""
        least = FALSE_ALARM / max(1, len(self.attacks))
        return [name for name, (right, tried, expected) in sorted(self.attacks.items())
                if tail(tried, right, expected) < least]

    def lines(self, shown=lambda name: True):
        """A line for each attack that `shown` wants."""
        alarms = {*self.alarms()}
        yield f"{'attack':52} {'guesses':>8} {'right':>8} {'guessing':>9}  chance of that by guessing"
        for name, (right, tried, expected) in sorted(self.attacks.items()):
            if shown(name) or name in alarms:
                mark = "  BETTER THAN GUESSING" if name in alarms else ""
                chance = tail(tried, right, expected)
                yield f"{name:52} {tried:8} {right / max(1, tried):8.2%} {expected / max(1, tried):9.2%}  {chance:.1e}{mark}"
