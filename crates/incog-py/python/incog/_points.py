"""Points of a GeoDataFrame as columns."""

from __future__ import annotations

from typing import Any

from .errors import TableError

__all__ = ["points_of"]


def points_of(table: Any, columns: dict[str, str]) -> tuple[Any, dict[str, str]]:
    """The table with one column per coordinate, and the names of these columns; a table without geometry is returned
    unchanged.

    Degrees become ``longitude`` and ``latitude``; a projected system gives ``x`` and ``y``, which must be metres.
    """
    if not type(table).__module__.startswith("geopandas"):
        return table, columns
    if not hasattr(table, "geometry") or type(table).__name__ != "GeoDataFrame":
        raise TypeError(f"{type(table).__name__} is not a table; expected a GeoDataFrame")
    geometry = table.geometry
    if not (geometry.geom_type.dropna() == "Point").all():
        raise TableError("the geometry of a row is not a point; give one position per row, as with .explode()")
    names = _names(table.crs)
    taken = [name for name in names if name in table.columns]
    if taken:
        raise TableError(f"the coordinates need a column {taken[0]!r}, which already exists; rename it")
    frame = table.drop(columns=geometry.name).assign(**dict(zip(names, [geometry.x, geometry.y], strict=True)))
    return _plain(frame), {**columns, **{name: name for name in names}}


def _names(crs: Any) -> tuple[str, str]:
    if crs is None or crs.is_geographic:
        return "longitude", "latitude"
    unit = crs.axis_info[0].unit_name if crs.axis_info else "metre"
    if unit not in ("metre", "meter"):
        raise TableError(f"the coordinates are in the unit {unit!r}; expected metres or degrees, as with .to_crs(4326)")
    return "x", "y"


def _plain(frame: Any) -> Any:
    """A GeoDataFrame without its geometry, as a pandas DataFrame."""
    import pandas

    return pandas.DataFrame(frame)
