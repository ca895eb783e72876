"""A transformer for scikit-learn pipelines. Only this module needs scikit-learn.

>>> import incog, pandas
>>> from incog.sklearn import Anonymizer
>>> people = pandas.DataFrame({"age": [34, 36, 52, 58], "zip": ["1010", "1012", "1020", "1029"]})
>>> anonymizer = Anonymizer(k=2, quasi_identifiers={"age": incog.intervals(10, 20), "zip": "mask"}).fit(people)
>>> anonymizer.transform(pandas.DataFrame({"age": [31, 39], "zip": ["1011", "1019"]}))
array([['30-39', '101*'],
       ['30-39', '101*']], dtype=object)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy
from sklearn.base import BaseEstimator, TransformerMixin  # type: ignore[import-untyped]
from sklearn.utils.validation import check_is_fitted, validate_data  # type: ignore[import-untyped]

from ._job import Job
from ._keywords import HierarchyLike, Names
from ._names import AlgorithmName, ColumnKeys, MetricName, ModelParameters, PublishName, UnknownName
from ._release import Release

__all__ = ["Anonymizer"]


class Anonymizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Generalizes columns so that every row equals k - 1 others: ``fit`` chooses the levels, ``transform`` applies
    them, also to new rows.

    Each call of ``transform`` applies the levels that ``fit`` found to its own rows. Every row of the result equals at
    least k - 1 others of the same call in its quasi-identifiers. Other rows become ``*`` in every column (NaN with
    ``publish="midpoint"``). Rows keep their number and order, so that they still match their labels. The result is for
    a model, not for publishing; use :func:`incog.anonymize` to publish.

    Args:
        k: k-anonymity.
        quasi_identifiers: the columns to generalize, or a mapping from each to its hierarchy; ``None`` means all. The
            columns of an array are called ``x0``, ``x1``, ...
        sensitive: the columns that ``l``, ``t`` and ``models`` protect; they stay unchanged.
        l, t, models: privacy models, as in :func:`incog.anonymize`.
        suppression: the largest share of rows that may become ``*``.
        objective: the metric to optimize.
        columns: other keys that a job file has for columns.
        publish: ``"label"`` gives texts, ``"midpoint"`` numbers: the middle of each interval.
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
        publish: PublishName = "label",
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
        self.unknown = unknown
        self.algorithm = algorithm
        self.seed = seed
        self.max_evaluations = max_evaluations

    def fit(self, X: Any, y: Any = None) -> Anonymizer:
        """Chooses the levels of the columns; ignores ``y``."""
        table = self._table(X, reset=True)
        self.plan_ = self._job().plan(table)
        return self

    def transform(self, X: Any) -> Any:
        """The rows, generalized to the levels of ``fit``: an array of texts, or of numbers if all columns are numbers."""
        check_is_fitted(self)
        return self._array(self.plan_.apply(self._table(X, reset=False), another=True, unknown=self.unknown))

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns, which do not change."""
        check_is_fitted(self)
        known = self._names()
        if input_features is not None and list(input_features) != known:
            raise ValueError("input_features is not equal to feature_names_in_")
        return numpy.asarray(known, dtype=object)

    def _job(self) -> Job:
        columns: dict[str, Any] = {name: dict(keys) for name, keys in (self.columns or {}).items()}
        sensitive = [self.sensitive] if isinstance(self.sensitive, str) else list(self.sensitive)
        identifying = self.quasi_identifiers
        if identifying is None:
            identifying = [name for name in self._names() if name not in sensitive]
        named = [identifying] if isinstance(identifying, str) else list(identifying)
        for name in named:
            columns.setdefault(name, {}).setdefault("publish", self.publish)
        return Job(
            quasi_identifiers=identifying,
            sensitive=sensitive,
            insensitive=[name for name in self._names() if name not in (*named, *sensitive, *(self.columns or {}))],
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
        )

    def _names(self) -> list[str]:
        named: Iterable[str] = getattr(self, "feature_names_in_", ())
        return list(named) or [f"x{place}" for place in range(self.n_features_in_)]

    def _table(self, X: Any, *, reset: bool) -> Any:
        """The rows as a table: a DataFrame unchanged, anything else as an array."""
        if hasattr(X, "__arrow_c_stream__"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        import pyarrow

        least = self.k if reset else 1
        array = validate_data(
            self,
            X,
            reset=reset,
            dtype=None,
            ensure_all_finite="allow-nan" if self.publish == "label" else True,
            ensure_min_samples=least,
        )
        columns = (pyarrow.array(array[:, place], from_pandas=True) for place in range(array.shape[1]))
        return pyarrow.table(dict(zip(self._names(), columns, strict=True)))

    def _array(self, release: Release) -> Any:
        columns = [release.to_arrow()[name] for name in self._names()]
        arrays = [column.to_numpy(zero_copy_only=False) for column in columns]
        texts = any(array.dtype.kind not in "fiu" for array in arrays)
        return numpy.column_stack([array.astype(object if texts else float) for array in arrays])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.publish == "label"
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.transformer_tags.preserves_dtype = []
        return tags
