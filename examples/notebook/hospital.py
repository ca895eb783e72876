# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A hospital publishes its discharges
#
# A table of 5,000 stays in hospital, all made up, is to be given to researchers. This notebook goes from the table to a release
# that may be published: look at the danger, say what may be published, make the release, check it, and see what it costs.
#
# It takes `pip install ./crates/incog-py pandas pyarrow matplotlib`.

# %%
import warnings
from pathlib import Path

import matplotlib.pyplot as pyplot
import pandas

import incog

folder = next(path for path in [Path("../hospital"), Path("examples/hospital")] if path.exists())
patients = pandas.read_csv(folder / "patients.csv", dtype={"zip": str})
patients.head(3)

# %% [markdown]
# ## How bad would it be to drop the names?
#
# Four things that a neighbour knows about a person: place, age, sex, and the days in hospital.

# %%
known = ["zip", "age_group", "gender", "length_of_stay"]
before = incog.audit(patients.drop(columns="patient"), quasi_identifiers=known, sensitive="diagnosis")
alone = patients.groupby(known).size().eq(1).sum()
print(f"smallest class: {before.k} record; {alone} of {len(patients)} people are the only one like them")

# %% [markdown]
# ## What may be published
#
# The hierarchies say how values become coarser. They are files here; `incog.intervals`, `incog.mask` and others make them.

# %%
hierarchies = {name: incog.hierarchy_file(folder / "hierarchies" / f"{name}.csv") for name in ["zip", "age_group", "race"]}
stay = incog.intervals(5, 10, 30, origin=1)
print(stay.show([1, 4, 6, 12, 29]))

# %%
job = incog.Job(
    identifiers="patient",
    quasi_identifiers={**hierarchies, "gender": None, "length_of_stay": stay},
    sensitive="diagnosis",
    insensitive="severity",
    # What nobody asked for is not published.
    columns={name: {"role": "identifier"} for name in ["area", "county", "facility", "ethnicity", "admission_type", "payer"]},
    k=5,
    l=3,
    suppression=0.05,
    seed=1,
)
release = job.run(patients)
release

# %% [markdown]
# incog measures every model on the published rows, with code that shares nothing with the search. The search is
# exact here: `proved` says that no other choice of levels loses less.

# %%
for promise in release.report.privacy:
    print(f"{promise.model}: at least {promise.required:g} is promised, {promise.achieved:g} is there")
print(release.report.solution.levels, release.report.search.stopped)
verification = release.verify(patients)
print(verification)
assert verification.holds

# %% [markdown]
# ## What it looks like now

# %%
made = release.to_pandas()
made.head(3)

# %%
def shares(frame):
    return frame["diagnosis"].value_counts(normalize=True).head(8)


both = pandas.DataFrame({"original": shares(patients), "release": made["diagnosis"].value_counts(normalize=True)}).loc[shares(patients).index]
axes = both.iloc[::-1].plot.barh(figsize=(7, 3.2), color=["#9db4c0", "#24527a"])
axes.set_xlabel("share of the records")
axes.set_ylabel("")
axes.set_title("The eight most frequent diagnoses, before and after")
pyplot.tight_layout()
pyplot.show()

# %% [markdown]
# ## What privacy costs
#
# The loss (the share of the domain that a published value stands for, on average) against k; one line for one level per column,
# one for levels record by record.

# %%
steps = [2, 3, 5, 10, 20, 50]


def loss(k, recoding):
    asked = incog.Job.from_dict({**job.to_dict(), "privacy": {"k-anonymity": k}, "recoding": {"kind": recoding}})
    with warnings.catch_warnings():
        # Advice on single releases, of which only the loss is looked at here.
        warnings.simplefilter("ignore", incog.IncogWarning)
        return asked.run(patients).report.utility.value


losses = pandas.DataFrame({kind: [loss(k, kind) for k in steps] for kind in ["global", "local"]}, index=steps)
axes = losses.plot(marker="o", figsize=(7, 3.2), color=["#c05746", "#24527a"], logx=True)
axes.set_xticks(steps, steps)
axes.minorticks_off()
axes.set_xlabel("k")
axes.set_ylabel("loss")
axes.set_ylim(bottom=0)
axes.set_title("Loss against k, by kind of recoding")
pyplot.tight_layout()
pyplot.show()
losses.round(3)

# %% [markdown]
# A local recoding never loses more. Its labels are less uniform: the same column has `11-15` in one record and `1-30` in another.

# %%
assert (losses["local"] <= losses["global"] + 1e-9).all()

# %% [markdown]
# ## Save and publish it
#
# `save` writes the release with its report and page, as the command does. You may publish the table, the report and the page,
# but not the objects of this notebook, which know the originals.
