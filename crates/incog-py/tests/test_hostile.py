"""Whatever a table holds, there is a release whose report is true, or an exception of the package."""

import datetime

import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import incog

ZONE = pyarrow.timestamp("ms", "Asia/Kolkata")
KINDS = {
    "int8": (pyarrow.int8(), st.integers(-128, 127)),
    "uint64": (pyarrow.uint64(), st.integers(0, 2**64 - 1)),
    "float32": (pyarrow.float32(), st.floats(width=32)),
    "float64": (pyarrow.float64(), st.floats()),
    "text": (pyarrow.string(), st.text(max_size=4)),
    "large": (pyarrow.large_string(), st.sampled_from(["", "NA", "?", "*", "=1+1", "a\nb", "\u202e"])),
    "view": (pyarrow.string_view(), st.sampled_from(["a", "a much longer text than twelve bytes"])),
    "truth": (pyarrow.bool_(), st.booleans()),
    "day": (pyarrow.date32(), st.dates()),
    "time": (pyarrow.time64("us"), st.times()),
    "moment": (ZONE, st.datetimes(datetime.datetime(1900, 1, 1), datetime.datetime(2100, 1, 1))),
    "decimal": (pyarrow.decimal128(9, 2), st.decimals(-1000, 1000, places=2)),
    "nothing": (pyarrow.null(), st.none()),
    "coded": (pyarrow.dictionary(pyarrow.int8(), pyarrow.string()), st.sampled_from(["x", "y", ""])),
    "list": (pyarrow.list_(pyarrow.int8()), st.lists(st.integers(0, 3), max_size=2)),
}


@st.composite
def tables(draw):
    """Two to four columns of any kinds, with nulls, in chunks and slices."""
    rows = draw(st.integers(0, 12))
    names = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=4))
    columns = []
    for kind in names:
        of_type, values = KINDS[kind]
        cells = draw(st.lists(values | st.none(), min_size=rows, max_size=rows))
        columns.append(pyarrow.array(cells, of_type))
    # Names may repeat.
    unique = [f"{kind}{place}" for place, kind in enumerate(names)] if draw(st.booleans()) else names
    table = pyarrow.Table.from_arrays(columns, names=unique)
    at = draw(st.integers(0, rows))
    return pyarrow.concat_tables([table.slice(0, at), table.slice(at)])


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(tables(), st.sampled_from(["global", "local"]), st.sampled_from(["drop", "star"]))
def test_any_table(table, recoding, suppressed):
    names = list(dict.fromkeys(table.column_names))
    try:
        release = incog.anonymize(
            table,
            quasi_identifiers=names[:2],
            insensitive=names[2:],
            k=2,
            recoding=recoding,
            objective="gen-loss",
            suppression=1.0,
            suppressed=suppressed,
            waivers={f"{name}: {what}": "a test" for name in names for what in ["unique values"]},
        )
    except incog.DefectError:
        raise
    except incog.IncogError as refused:
        assert str(refused)
        return
    assert not release.verify(table).refuted
    assert release.to_arrow().num_rows == len(release)
