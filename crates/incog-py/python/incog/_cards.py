"""Lists of the available models, metrics, algorithms and formats, with their papers."""

from __future__ import annotations

import json
from typing import Any

from . import _incog

__all__ = [
    "list_algorithms",
    "list_attacks",
    "list_formats",
    "list_local_algorithms",
    "list_metrics",
    "list_microaggregation_methods",
    "list_models",
    "list_trajectory_algorithms",
    "list_treatments",
]


def list_models() -> list[dict[str, Any]]:
    """The privacy models that ``models`` takes.

    >>> import incog
    >>> incog.list_models()[0]["name"]
    'k-anonymity'
    """
    return _cards("models")


def list_metrics() -> list[dict[str, Any]]:
    """The metrics that ``objective`` takes."""
    return _cards("metrics")


def list_algorithms() -> list[dict[str, Any]]:
    """The search algorithms that ``algorithm`` takes."""
    return _cards("algorithms")


def list_local_algorithms() -> list[dict[str, Any]]:
    """The search algorithms for local recoding."""
    return _cards("local-algorithms")


def list_microaggregation_methods() -> list[dict[str, Any]]:
    """The methods that group records by distance, for ``recoding="microaggregation"``."""
    return _cards("microaggregation-methods")


def list_treatments() -> list[dict[str, Any]]:
    """The treatments that change a column before it is published: ``columns={"income": {"publish": {"round": 100}}}``."""
    return _cards("treatments")


def list_attacks() -> list[dict[str, Any]]:
    """The attacks that :func:`attack` tries."""
    return _cards("attacks")


def list_trajectory_algorithms() -> list[dict[str, Any]]:
    """The algorithms that :func:`trajectories` takes."""
    return _cards("trajectory-algorithms")


def list_formats() -> list[dict[str, Any]]:
    """The formats that :meth:`Release.save` writes."""
    return _cards("formats")


def _cards(kind: str) -> list[dict[str, Any]]:
    return json.loads(_incog.cards(kind))  # type: ignore[no-any-return]
