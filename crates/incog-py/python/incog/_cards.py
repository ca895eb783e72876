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


def list_algorithms(*, everything: bool = False) -> list[dict[str, Any]]:
    """The search algorithms that ``algorithm`` takes; with ``everything``, also those that only papers need.

    >>> import incog
    >>> shown, named = incog.list_algorithms(), incog.list_algorithms(everything=True)
    >>> len(shown) < len(named)
    True
    """
    return _cards("algorithms", everything)


def list_local_algorithms(*, everything: bool = False) -> list[dict[str, Any]]:
    """The search algorithms for local recoding; with ``everything``, also those that only papers need."""
    return _cards("local-algorithms", everything)


def list_microaggregation_methods(*, everything: bool = False) -> list[dict[str, Any]]:
    """The methods that group records by distance, for ``recoding="microaggregation"``; see :func:`list_algorithms`."""
    return _cards("microaggregation-methods", everything)


def list_treatments() -> list[dict[str, Any]]:
    """The treatments that change a column before it is published: ``columns={"income": {"publish": {"round": 100}}}``."""
    return _cards("treatments")


def list_attacks() -> list[dict[str, Any]]:
    """The attacks that :func:`attack` tries."""
    return _cards("attacks")


def list_trajectory_algorithms(*, everything: bool = False) -> list[dict[str, Any]]:
    """The algorithms that :func:`trajectories` takes; with ``everything``, also those that only papers need."""
    return _cards("trajectory-algorithms", everything)


def list_formats() -> list[dict[str, Any]]:
    """The formats that :meth:`Release.save` writes."""
    return _cards("formats")


def _cards(kind: str, everything: bool = True) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads(_incog.cards(kind))
    return [card for card in cards if everything or card["audience"] == "product"]
