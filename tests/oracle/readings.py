#!/usr/bin/env python3
"""Releases whose labels could be read in more than one way, and the one reading that is right: python3 tests/oracle/readings.py

Searches that choose records themselves make them, so no job of conformance/ is certain to."""
import sys, unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_release


def levels_of(spec, values, labels, missing=None):
    """Of each level that all labels may be of, which values may have been given which label."""
    columns = {"q": [*values]}
    table = type("Table", (), {"columns": columns, "missing": {"q": missing}, "apart": {"q": {missing}}})
    full = check_release.build("q", spec, {*values}, table, "")
    found = {level: check_release.Reading(spec, full, level, {*labels}, {missing}).label_of for level in range(full.height + 1)}
    return {level: of for level, of in found.items() if {*of.values()} == {*labels}}


class Masks(unittest.TestCase):
    """A masked value is as long as the longest published one, which no label tells."""

    def test_characters_that_no_published_value_has_are_masked_first(self):
        # Level 6 of 7 leaves one character. At level 1 six are left, and a code of two would be published as it is: `0*`
        # is no code that is masked to six characters and then cut.
        found = levels_of({"mask": "right"}, ["0", "00", "?", "Q759254"], ["0*", "?"], "?")
        self.assertEqual(found, {6: {"0": "0*", "00": "0*", "?": "?"}})

    def test_from_the_left(self):
        found = levels_of({"mask": "left", "char": "#"}, ["1", "21", "654321"], ["#1"])
        self.assertEqual(found, {5: {"1": "#1", "21": "#1", "654321": "#1"}})

    def test_all_lengths_are_published(self):
        found = levels_of({"mask": "right"}, ["12", "134"], ["1**"])
        self.assertEqual(found, {2: {"12": "1**", "134": "1**"}})


class Roots(unittest.TestCase):
    """A value may look like the root."""

    def taken(self, labels, values, spec):
        table = type("Table", (), {"columns": {"q": [*values]}, "missing": {"q": None}, "apart": {"q": {None}}})
        full = check_release.build("q", spec, {*values}, table, "")
        readings = [check_release.Reading(spec, full, level, {*labels}, {None}) for level in range(full.height + 1)]
        check = type("Check", (), {"labels": {"q": {*labels}}})
        return [one.level for one in check_release.Check.of_root(check, "q", [one for one in readings if one.fits])]

    def test_labels_that_all_look_like_the_root_are_its_own(self):
        self.assertEqual(self.taken(["*"], ["*", "a", "b", "c"], {"fanout": 2}), [2])

    def test_where_others_stand_there_too_nothing_is_certain(self):
        self.assertEqual(self.taken(["*", "a"], ["*", "a", "b", "c"], {"fanout": 4}), [0])

    def test_an_internal_report_tells_the_level_that_was_chosen(self):
        for public, level in ((True, 2), (False, 1)):
            check = check_release.Check.__new__(check_release.Check)
            table = type("Table", (), {"columns": {"q": ["*", "*", "a"]}, "missing": {"q": None}, "apart": {"q": {None}}})
            rows = {"*": ["*", "*", "*"], "a": ["a", "group", "*"]}
            check.public, check.table, check.labels, check.noise, check.rows = public, table, {"q": {"*"}}, 0, [0, 1]
            check.release = type("Release", (), {"columns": {"q": ["*", "*"]}})
            check.columns, check.planned, check.claimed, check.fitting = {"q": {}}, False, {"levels": {"q": 1}}, {}
            check.seen_of = lambda name: None
            check.rules = lambda name: [({}, check_release.Hierarchy("q", rows))]
            check.refuse_to_guess = check.claim_levels = lambda *_: None
            self.assertEqual(check.readings("q")[0].level, level)


class Places(unittest.TestCase):
    """A value that an order does not have has no place in it."""

    def test_also_where_the_order_has_no_groups(self):
        table = type("Table", (), {"columns": {"q": ["x"]}, "missing": {"q": None}, "apart": {"q": {None}}})
        for order in [["x"], ["x", "y"], ["x", "y", "z"]]:
            with self.assertRaises(check_release.Refused):
                check_release.build("q", {"fanout": 2, "order": order}, {"x", "elsewhere"}, table, "")

    def test_an_order_that_a_report_withholds_is_none(self):
        # Groups in the order of the values would be other groups, and an honest report would be refuted.
        table = type("Table", (), {"columns": {"q": ["mild", "none"]}, "missing": {"q": None}, "apart": {"q": {None}}})
        withheld = {"fanout": 2, "withheld": "order"}
        self.assertTrue(check_release.is_elsewhere(withheld))
        with self.assertRaisesRegex(check_release.Refused, "give --job"):
            check_release.build("q", withheld, {"mild", "none"}, table, "")

    def test_an_order_of_nothing_has_the_missing_value_alone(self):
        table = type("Table", (), {"columns": {"q": [""]}, "missing": {"q": ""}, "apart": {"q": {""}}})
        spec = {"fanout": 2, "order": []}
        made = check_release.build("q", spec, {""}, table, "")
        self.assertEqual(check_release.counted("q", spec, made, [1], {"*"}, table, "").rows, {"": ["", "*"]})


class Bounds(unittest.TestCase):
    """What groups of neighbours are called."""

    def test_a_group_of_fewer_than_k_people_hands_no_bound_of_its_own_on(self):
        names = check_release.Names({"Waldwalda": 1, "Waldwaldb": 1, "Weber": 1, "Wolf": 9}, {""}, 5)
        found = names.of_level([("Waldwalda", "Waldwaldb"), ("Weber", "Wolf")])
        self.assertEqual([*found.values()], ["..Wolf", "W*..Wolf"])


class JoinedRows(unittest.TestCase):
    """Where a pseudonym joins rows, whoever knows all rows of somebody looks for all of them."""

    def risk(self, days, joined_by="who"):
        columns = {"who": [*"aabbcc"], "ill": ["flu", "gout"] * 3, "seen": days}
        table = check_release.Table.__new__(check_release.Table)
        table.columns, table.names = columns, [*columns]
        return check_release.all_columns_risk(table, ["ill"], range(6), None, 2, joined_by, [["seen"]])

    def test_days_between_moved_dates_are_known(self):
        days = ["2024-01-01", "2024-01-08", "2023-05-01", "2023-05-08", "2024-01-01", "2024-01-09"]
        risk = self.risk(days)
        self.assertEqual((risk["alone"], risk["columns"]), (1 / 3, ["ill", "seen"]))
        self.assertEqual(self.risk(["2024-01-01"] * 6)["alone"], 0)


if __name__ == "__main__":
    unittest.main()
