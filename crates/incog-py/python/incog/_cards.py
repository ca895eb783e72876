"""What there is, with the paper each comes from."""

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
    """The searches that ``algorithm`` takes."""
    return _cards("algorithms")


def list_local_algorithms() -> list[dict[str, Any]]:
    """The searches of local recodings."""
    return _cards("local-algorithms")


def list_microaggregation_methods() -> list[dict[str, Any]]:
    """The methods that group records by distance, for ``recoding="microaggregation"``."""
    return _cards("microaggregation-methods")


def list_treatments() -> list[dict[str, Any]]:
    """What a column may become before it is published: ``columns={"income": {"publish": {"round": 100}}}``."""
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
