"""Tables of other libraries' own tests: incog's figures are theirs, and incog's releases lose no more than theirs."""

import json
import math
from pathlib import Path

import pandas
import pytest

import incog

TABLES = Path(__file__).parent / "other_libraries"
TOLD = json.loads((TABLES / "pycanon.json").read_text())


@pytest.mark.parametrize("told", TOLD, ids=[f"{one['table']}-{one['sensitive']}-{len(one['quasi_identifiers'])}" for one in TOLD])
def test_figures_of_pycanon(told):
    table = pandas.read_csv(TABLES / f"{told['table']}.csv")
    audit = incog.audit(table, quasi_identifiers=told["quasi_identifiers"], sensitive=told["sensitive"])
    ours, is_number = audit.sensitive[told["sensitive"]], pandas.api.types.is_numeric_dtype(table[told["sensitive"]])
    assert audit.k == told["k"]
    assert ours["distinct_l"] == told["distinct_l"]
    # pycanon gives whole l, the largest below.
    assert int(ours["entropy_l"] + 1e-9) == told["entropy_l"]
    for name in ("alpha", "beta", "delta_of_present"):
        assert ours[name] == pytest.approx(told[name], abs=1e-9), name
    assert ours["t_ordered" if is_number else "t_equal"] == pytest.approx(told["t"], abs=1e-9)
    # Enhanced beta holds for no beta where a value's share gains more than its logarithm allows; pycanon then gives the limit.
    if ours["enhanced_beta"] is None:
        shares = table[told["sensitive"]].value_counts(normalize=True)
        assert told["enhanced_beta"] <= -shares.map(lambda share: math.log(share)).min()
    else:
        assert ours["enhanced_beta"] == pytest.approx(told["enhanced_beta"], abs=1e-9)


AGES = ["[25, 30)", "[20, 25)", "[20, 25)", "[20, 25)", "[20, 25)", "[25, 30)", "[25, 30)", "[20, 25)", "[20, 25)", "[15, 20)"]
AGES += ["[25, 30)", "[15, 20)", "[15, 20)"]
DECADES = ["[20, 30)" if age.startswith("[2") else "[10, 20)" for age in AGES]


# Discernibility of the release of anjana 1.2.3 at these limits of suppression, in percent.
@pytest.mark.parametrize(
    ("models", "percent", "theirs"),
    [
        ({"k": 2}, 0, 35),
        ({"k": 2}, 20, 43),
        ({"k": 2, "l": 2}, 0, 61),
        ({"k": 2, "l": 2}, 20, 63),
        ({"k": 2, "models": {"t-closeness": {"t": 0.5, "distance": "equal"}}}, 0, 61),
        ({"k": 2, "models": {"t-closeness": {"t": 0.5, "distance": "equal"}}}, 20, 63),
        ({"models": {"alpha-k-anonymity": {"k": 2, "alpha": 0.8}}}, 0, 61),
        ({"models": {"alpha-k-anonymity": {"k": 2, "alpha": 0.8}}}, 20, 63),
        ({"k": 2, "models": {"beta-likeness": {"beta": 2.0}}}, 0, 61),
        ({"k": 2, "models": {"beta-likeness": {"beta": 2.0}}}, 20, 103),
    ],
)
def test_releases_of_anjana(models, percent, theirs):
    table = pandas.read_csv(TABLES / "hospital_extended.csv")
    everybody = ["*"] * len(table)
    hierarchies = {
        "age": {0: table["age"].to_numpy(), 1: AGES, 2: DECADES},
        "gender": {0: table["gender"].to_numpy(), 1: everybody},
        "city": {0: table["city"].to_numpy(), 1: everybody},
    }
    release = incog.anonymize(
        table,
        identifiers="name",
        quasi_identifiers=hierarchies,
        sensitive="disease",
        drop="religion",
        suppression=percent / 100,
        objective="discernibility",
        recoding="global",
        **models,
    )
    made = release.to_pandas()
    sizes = made.groupby(list(hierarchies)).size()
    lost = (sizes**2).sum() + (len(table) - len(made)) * len(table)
    assert sizes.min() >= 2 and lost <= theirs
    assert release.report["search"]["gap"] == 0
