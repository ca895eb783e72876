"""A transformer for scikit-learn pipelines. Only this module needs scikit-learn.

>>> import incog, pandas
>>> from incog.sklearn import Anonymizer
>>> people = pandas.DataFrame({"age": [34, 36, 52, 58], "zip": ["1010", "1012", "1020", "1029"]})
>>> anonymizer = Anonymizer(k=2, quasi_identifiers={"age": incog.intervals(10, 20), "zip": "mask"}).fit(people)
>>> anonymizer.transform(pandas.DataFrame({"age": [31, 39], "zip": ["1011", "1019"]}))
array([[34.5, '101*'],
       [34.5, '101*']], dtype=object)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy
from sklearn import get_config  # type: ignore[import-untyped]
from sklearn.base import BaseEstimator, TransformerMixin  # type: ignore[import-untyped]
from sklearn.utils.validation import check_is_fitted, validate_data  # type: ignore[import-untyped]

from ._job import Job
from ._keywords import HierarchyLike, Names
from ._names import AlgorithmName, ColumnKeys, MetricName, ModelParameters, UnknownName
from ._plan import Plan
from ._reported import NOTABLE_SUPPRESSION
from ._tables import given
from ._values import as_list
from ._watch import warn
from .errors import JobError, SuppressionWarning
from .hierarchies import as_spec

__all__ = ["Anonymizer"]


class Anonymizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Generalizes columns so that every row equals k rows of the training data: ``fit`` chooses the levels,
    ``transform`` applies them, also to new rows, and to a single one.

    Every row of the result equals at least k training rows in its quasi-identifiers, in a class that meets all models.
    Other rows are hidden: they become ``*`` in every column, and in columns of numbers the mean of the training rows that
    are not hidden, so that any model takes them. Rows keep their number and order, so that they still match their labels.
    The result is for a model, not for publishing; use :func:`incog.anonymize` to publish.

    Args:
        k: k-anonymity.
        quasi_identifiers: the columns to generalize, or a mapping from each to its hierarchy; ``None`` means all. The
            columns of an array are called ``x0``, ``x1``, ...
        sensitive: the columns that ``l``, ``t`` and ``models`` protect; they stay unchanged.
        l, t, models: privacy models, as in :func:`incog.anonymize`.
        suppression: the largest share of training rows that may become ``*``.
        objective: the metric to optimize.
        columns: other keys that a job file has for columns.
        publish: ``"label"`` gives texts, ``"midpoint"`` numbers: the middle of each interval. ``"auto"`` gives the middle
            of numbers, and texts for everything else.
        hidden: what numbers of hidden rows become: ``"mean"``, or ``"nan"`` for models that take missing values.
        unknown: what to do with values that the hierarchies of ``fit`` lack: ``"top"`` or ``"refuse"``.
        algorithm, seed, max_evaluations: the algorithm, the seed and the limit of the search.

    Attributes:
        plan_: the :class:`incog.Plan`. It describes single rows of the training data.
        n_features_in_, feature_names_in_: the number and the names of the columns in ``fit``.
    """

    def __init__(
        self,
        k: int = 5,
        *,
        quasi_identifiers: Names | Mapping[str, HierarchyLike] | None = None,
        sensitive: Names = (),
        l: float | None = None,  # noqa: E741 (the name of the field)
        t: float | None = None,
        models: ModelParameters | None = None,
        suppression: float = 1.0,
        objective: MetricName | Mapping[str, Any] | None = None,
        columns: Mapping[str, ColumnKeys] | None = None,
        publish: Literal["auto", "label", "midpoint"] = "auto",
        hidden: Literal["mean", "nan"] = "mean",
        unknown: UnknownName = "top",
        algorithm: AlgorithmName | None = None,
        seed: int = 1,
        max_evaluations: int | None = None,
    ) -> None:
        self.k = k
        self.quasi_identifiers = quasi_identifiers
        self.sensitive = sensitive
        self.l = l
        self.t = t
        self.models = models
        self.suppression = suppression
        self.objective = objective
        self.columns = columns
        self.publish = publish
        self.hidden = hidden
        self.unknown = unknown
        self.algorithm = algorithm
        self.seed = seed
        self.max_evaluations = max_evaluations

    def fit(self, X: Any, y: Any = None) -> Anonymizer:
        """Chooses the levels of the columns; ignores ``y``."""
        if self.hidden not in ("mean", "nan"):
            raise ValueError(f'hidden is {self.hidden!r}; expected "mean" or "nan"')
        table = self._table(X, reset=True)
        named = self._identifying()
        for name in [*named, *self._protected()]:
            if name not in self._names():
                raise JobError(f'the table has no column "{name}"; its columns are {", ".join(self._names())}')
        labels, published = dict.fromkeys(named, "label"), self._published(table)
        known = _selected(table, [*named, *self._protected()])
        self.plan_: Plan = self._job(labels).plan(known)
        facts = self.plan_.to_dict()
        levels = facts["plan"]["recoding"]["generalization"]["global"]
        self._levels: dict[str, int] = dict(zip(facts["quasi_identifiers"], levels, strict=True))
        # The same levels for any row, whatever rows and columns stand beside it.
        self._plans = self._plans_of_columns(table, labels)
        self._numbers = {name for name in named if _is_number(table, name)}
        made = self._labels_of(table, "refuse")
        decided = _arrays(self.plan_._engine.apply(given(known), self.plan_._path.parent), named)
        self._classes = _whole_classes(made, decided, self.k)
        self._warn_of_hidden_rows(list(zip(*made.values(), strict=True)))
        others = {name: form for name, form in published.items() if form != "label"}
        self._forms = {name: self._forms_of(table, name, form, made[name]) for name, form in others.items()}
        arrays, hidden = self._generalized(table, made)
        shown = {name: array[~hidden[name]] for name, array in arrays.items() if array.dtype.kind == "f"}
        self._means = {name: _mean(array) if self.hidden == "mean" else numpy.nan for name, array in shown.items()}
        return self

    def _forms_of(self, table: Any, name: str, form: str, labels: list[Any]) -> dict[Any, Any]:
        """The form in which each label of a column is published; a missing value has none."""
        import pyarrow
        import pyarrow.compute

        rows = pyarrow.table(given(_selected(table, [name, *self._beside(name)])))
        is_there = pyarrow.compute.invert(pyarrow.compute.is_null(rows[name], nan_is_null=True))
        rows = rows.filter(is_there)
        if rows.num_rows == 0:
            return {}
        forms = self._applied(self._plans_of_columns(rows, {name: form}), rows, "refuse")[name]
        there = (label for label, there in zip(labels, is_there.to_pylist(), strict=True) if there)
        return dict(zip(there, forms.tolist(), strict=True))

    def _generalized(self, table: Any, labels: dict[str, list[Any]]) -> tuple[dict[str, Any], Any]:
        """The columns of rows with these labels, and for each which cells are hidden: all of a hidden row, and labels
        without a middle, such as ``*``."""
        made = {name: _in_form(column, self._forms.get(name)) for name, column in labels.items()}
        hidden = numpy.array([key not in self._classes for key in zip(*labels.values(), strict=True)], dtype=bool)
        arrays = {name: made[name] if name in made else _array(table, name) for name in self._names()}
        cells = dict.fromkeys(arrays, hidden)
        for name in self._forms:
            is_there = numpy.array([label is not None for label in labels[name]], dtype=bool)
            if arrays[name].dtype.kind == "f":
                cells[name] = hidden | is_there & numpy.isnan(arrays[name])
        return arrays, cells

    def _warn_of_hidden_rows(self, keys: list[tuple[Any, ...]]) -> None:
        share = sum(key not in self._classes for key in keys) / len(keys)
        numbers = "the mean in columns of numbers" if self.hidden == "mean" else "NaN in columns of numbers"
        if share > NOTABLE_SUPPRESSION:
            warn(
                f"Anonymizer hides {100 * share:.1f} % of the training rows: they become *, or {numbers}; to hide fewer, at coarser labels, "
                "set suppression to a smaller share",
                SuppressionWarning,
            )

    def transform(self, X: Any) -> Any:
        """The rows, generalized to the levels of ``fit``: an array of texts, or of numbers if all columns are numbers."""
        check_is_fitted(self)
        table = self._table(X, reset=False)
        arrays, hidden = self._generalized(table, self._labels_of(table, self.unknown))
        columns = {name: _without(array, hidden[name], self._means.get(name, numpy.nan)) for name, array in arrays.items()}
        asked = getattr(self, "_sklearn_output_config", {}).get("transform") or get_config()["transform_output"]
        if asked == "pandas":
            import pandas

            return pandas.DataFrame(columns, index=getattr(X, "index", None))
        if asked == "polars":
            import polars

            return polars.DataFrame({name: array.tolist() for name, array in columns.items()})
        texts = any(array.dtype.kind != "f" for array in columns.values())
        return numpy.column_stack([array.astype(object if texts else float) for array in columns.values()])

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns, which do not change."""
        check_is_fitted(self)
        known = self._names()
        if input_features is not None and list(input_features) != known:
            raise ValueError("input_features is not equal to feature_names_in_")
        return numpy.asarray(known, dtype=object)

    def _identifying(self) -> list[str]:
        if self.quasi_identifiers is not None:
            return as_list(self.quasi_identifiers)
        return [name for name in self._names() if name not in self._protected()]

    def _protected(self) -> list[str]:
        """The columns beside the quasi-identifiers that the search looks at."""
        beside = [other for name in self.quasi_identifiers or () for other in self._beside(name)]
        others = [*as_list(self.sensitive), *(self.columns or {}), *beside]
        return [name for name in dict.fromkeys(others) if name not in as_list(self.quasi_identifiers or ())]

    def _published(self, table: Any) -> dict[str, str]:
        """The form in which each quasi-identifier is published."""
        said = {name: str(keys["publish"]) for name, keys in (self.columns or {}).items() if isinstance(keys.get("publish"), str)}
        if "bounds" in (self.publish, *said.values()):
            raise ValueError('publish is "bounds", which makes two columns of one; choose "auto", "label" or "midpoint"')
        if self.publish != "auto":
            return {name: said.get(name, self.publish) for name in self._identifying()}
        hierarchies = self.quasi_identifiers if isinstance(self.quasi_identifiers, Mapping) else {}
        has_middle = {name: _has_middle(as_spec(hierarchies.get(name))) for name in self._identifying()}
        usual = {name: "midpoint" if has_middle[name] and _is_number(table, name) else "label" for name in has_middle}
        return {name: said.get(name, form) for name, form in usual.items()}

    def _job(self, published: dict[str, str]) -> Job:
        columns: dict[str, Any] = {name: dict(keys) for name, keys in (self.columns or {}).items()}
        for name, form in published.items():
            columns.setdefault(name, {})["publish"] = form
        return Job(
            quasi_identifiers=list(published) if self.quasi_identifiers is None else self.quasi_identifiers,
            sensitive=self.sensitive,
            columns=columns,
            k=self.k,
            l=self.l,
            t=self.t,
            models=self.models,
            suppression=self.suppression,
            suppressed="star",
            objective=self.objective,
            algorithm=self.algorithm,
            seed=self.seed,
            max_evaluations=self.max_evaluations,
            order="input",
            waivers=_waivers(self._names()),
        )

    def _plans_of_columns(self, table: Any, published: dict[str, str]) -> dict[str, Plan]:
        """For each quasi-identifier, a plan that publishes any value at the level of the plan of all."""
        plans = {}
        for name, level in self._levels.items():
            if name not in published:
                continue
            columns = {**(self.columns or {}).get(name, {}), "publish": published[name], "min_level": level, "max_level": level}
            how = self.quasi_identifiers[name] if isinstance(self.quasi_identifiers, Mapping) else None
            job = Job(
                quasi_identifiers={name: how},
                columns={name: columns},  # type: ignore[dict-item]
                drop=self._beside(name),
                k=1,
                suppression=0.0,
                order="input",
                waivers=_waivers([name]),
            )
            # Without the notes about the table, which the plan of all columns has given.
            chosen = _selected(table, [name, *self._beside(name)])
            plans[name] = Plan(job._engine_for(chosen).plan(given(chosen)))
        return plans

    def _beside(self, name: str) -> list[str]:
        """The columns that name the groups of a column."""
        spec = as_spec(self.quasi_identifiers.get(name)) if isinstance(self.quasi_identifiers, Mapping) else None
        return list(spec["columns"]) if isinstance(spec, Mapping) and "columns" in spec else []

    def _labels_of(self, table: Any, unknown: UnknownName) -> dict[str, list[Any]]:
        """The labels of the quasi-identifiers of rows, each cell by itself."""
        made = self._applied(self._plans, table, unknown)
        return {name: _as_labels(array, name in self._numbers) for name, array in made.items()}

    def _applied(self, plans: Mapping[str, Plan], table: Any, unknown: UnknownName) -> dict[str, Any]:
        """Columns of rows by plans of fixed levels, each cell by itself."""
        made: dict[str, Any] = {}
        for name, plan in plans.items():
            rows = given(_selected(table, [name, *self._beside(name)]))
            made |= _arrays(plan._engine.reuse(rows, plan._path, "table", unknown), [name])
        return {name: made[name] for name in self._identifying() if name in made}

    def _names(self) -> list[str]:
        named: Iterable[str] = getattr(self, "feature_names_in_", ())
        return list(named) or [f"x{place}" for place in range(self.n_features_in_)]

    def _table(self, X: Any, *, reset: bool) -> Any:
        """The rows as a table: a DataFrame without its index, anything else as an array."""
        least = self.k if reset else 1
        if hasattr(X, "__arrow_c_stream__"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            if X.shape[0] < least:
                raise ValueError(f"Found array with {X.shape[0]} sample(s) while a minimum of {least} is required by Anonymizer.")
            if not hasattr(X, "reset_index"):
                return X
            X = X.reset_index(drop=True)
            return X if hasattr(self, "feature_names_in_") else X.set_axis(self._names(), axis="columns")
        import pyarrow

        array = validate_data(
            self,
            X,
            reset=reset,
            dtype=None,
            ensure_all_finite=True if self.publish == "midpoint" else "allow-nan",
            ensure_min_samples=least,
        )
        columns = (pyarrow.array(array[:, place], from_pandas=True) for place in range(array.shape[1]))
        return pyarrow.table(dict(zip(self._names(), columns, strict=True)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.publish != "midpoint"
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.transformer_tags.preserves_dtype = []
        return tags


def _selected(table: Any, names: list[str]) -> Any:
    return table[names] if hasattr(table, "reset_index") else table.select(names)


def _as_labels(array: Any, numbers: bool) -> list[Any]:
    """The cells as texts; a missing one is None, which equals itself. The engine writes numbers that it did not
    generalize as numbers, or as texts where a text such as ``*`` stands in the column."""
    texts: dict[Any, Any] = {}
    for label in set(array.tolist()):
        text = None if label is None or label != label else str(label)
        is_number = numbers and text is not None and text[:1] in "-+.0123456789"
        try:
            texts[label] = str(float(text)).removesuffix(".0") if is_number else text  # type: ignore[arg-type]
        except ValueError:
            texts[label] = text
    return [texts.get(label) for label in array.tolist()]


def _has_middle(spec: Any) -> bool:
    """Whether the groups of a hierarchy are intervals with two ends."""
    if spec is None:
        return True
    return isinstance(spec, Mapping) and ("ranges" in spec or "intervals" in spec) and not {"bottom", "top"} & set(spec)


def _is_number(table: Any, name: str) -> bool:
    """Whether a column has numbers; codes such as categories of numbers are none."""
    import pyarrow

    kind = pyarrow.table(given(_selected(table, [name]))).schema.field(name).type
    return bool(pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind))


def _waivers(names: Iterable[str]) -> dict[str, str]:
    """Rows have to match their labels, so they keep their order."""
    return {f"order of the rows: gives back {name}": "for a model, not for publishing" for name in names}


def _arrays(rows: Any, names: Iterable[str]) -> dict[str, Any]:
    import pyarrow

    table = pyarrow.table(rows)
    return {name: _plain_array(table[name]) for name in names}


def _in_form(labels: list[Any], forms: Mapping[Any, Any] | None) -> Any:
    """Labels in the form in which they are published; those of no training row are hidden, and NaN here."""
    if forms is None:
        return numpy.array(labels, dtype=object)
    made = [numpy.nan if forms.get(label) is None else forms[label] for label in labels]
    return numpy.array(made, dtype=float if all(isinstance(form, (int, float)) for form in made) else object)


def _array(table: Any, name: str) -> Any:
    """A column as it is, as an array of floats or of objects."""
    import pyarrow

    return _plain_array(pyarrow.table(given(_selected(table, [name])))[name])


def _plain_array(column: Any) -> Any:
    import pyarrow

    if pyarrow.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    array = column.to_numpy(zero_copy_only=False)
    return array.astype(float) if array.dtype.kind in "fiu" else array.astype(object)


def _mean(array: Any) -> float:
    """The mean of the numbers that are there; 0 where none is, as any number does that all rows have."""
    there = array[numpy.isfinite(array)]
    return float(there.mean()) if len(there) else 0.0


def _without(array: Any, hidden: Any, mean: float) -> Any:
    """The column with the mean of the training rows, or ``*``, for hidden rows."""
    return numpy.where(hidden, mean if array.dtype.kind == "f" else "*", array)


def _whole_classes(labels: Mapping[str, list[Any]], decided: Mapping[str, Any], k: int) -> set[tuple[Any, ...]]:
    """The classes of which the decision keeps all rows, and at least k."""
    keys = list(zip(*labels.values(), strict=True))
    hidden = numpy.all([array == "*" for array in decided.values()], axis=0)
    parted = {key for key, is_hidden in zip(keys, hidden, strict=True) if is_hidden and set(key) != {"*"}}
    return {key for key, count in Counter(keys).items() if count >= k and key not in parted}
