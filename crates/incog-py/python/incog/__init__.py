"""Privacy-preserving data publishing: from a table and a job to a release, provably the best one that meets its privacy
models, and a report that says so.

>>> import incog
>>> sorted(name for name in ("anonymize", "plan", "propose", "audit") if hasattr(incog, name))
['anonymize', 'audit', 'plan', 'propose']
"""

from typing import TYPE_CHECKING, Any

from ._attack import AttackReport, Finding, Rate, attack
from ._audit import Attacker, Audit, Risk, audit, risk
from ._cards import (
    list_algorithms,
    list_attacks,
    list_formats,
    list_local_algorithms,
    list_metrics,
    list_microaggregation_methods,
    list_models,
    list_trajectory_algorithms,
    list_treatments,
)
from ._exploration import Exploration
from ._explore import explore
from ._incog import __version__
from ._job import Job, anonymize, plan, propose, propose_toml
from ._keys import new_key
from ._plan import Plan
from ._release import Release
from ._report import AllColumnsRisk, Check, Promise, ReleaseRisk, Report, Search, Solution, Utility, Verification
from ._tables import ArrowStream
from ._trajectories import Shift, TrajectoryRelease, trajectories
from .errors import (
    DefectError,
    HierarchyError,
    IncogError,
    IncogWarning,
    InfeasibleError,
    JobError,
    NotFinalWarning,
    NothingFoundError,
    OutputError,
    PlanError,
    SuppressionWarning,
    TableError,
    UnsafeError,
)
from .hierarchies import (
    Hierarchy,
    codes,
    columns,
    countries,
    dates,
    fanout,
    flat,
    from_levels,
    hierarchy_file,
    intervals,
    mask,
    nested,
    ordered,
    ranges,
    tree,
)

__all__ = [
    "__version__",
    "AllColumnsRisk",
    "anonymize",
    "ArrowStream",
    "attack",
    "Attacker",
    "AttackReport",
    "Audit",
    "audit",
    "Check",
    "codes",
    "columns",
    "countries",
    "dates",
    "DefectError",
    "Exploration",
    "explore",
    "fanout",
    "Finding",
    "flat",
    "from_levels",
    "Hierarchy",
    "hierarchy_file",
    "HierarchyError",
    "IncogError",
    "IncogWarning",
    "InfeasibleError",
    "intervals",
    "Job",
    "JobError",
    "list_algorithms",
    "list_attacks",
    "list_formats",
    "list_local_algorithms",
    "list_metrics",
    "list_microaggregation_methods",
    "list_models",
    "list_trajectory_algorithms",
    "list_treatments",
    "mask",
    "nested",
    "new_key",
    "NotFinalWarning",
    "NothingFoundError",
    "ordered",
    "OutputError",
    "plan",
    "Plan",
    "PlanError",
    "Promise",
    "propose",
    "propose_toml",
    "ranges",
    "Rate",
    "Release",
    "ReleaseRisk",
    "Report",
    "Risk",
    "risk",
    "Search",
    "Shift",
    "Solution",
    "SuppressionWarning",
    "TableError",
    "trajectories",
    "TrajectoryRelease",
    "tree",
    "UnsafeError",
    "Utility",
    "Verification",
]

if TYPE_CHECKING:
    from . import databases as databases
else:

    def __getattr__(name: str) -> Any:
        """The modules that need more than incog are imported by whoever names them first."""
        if name in ("databases", "spark", "sklearn"):
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
