#!/usr/bin/env python3
"""Small releases that break one promise each, which the checker must refute, and say which: python3 tests/oracle/refutations.py

A release is checked against its job alone: with a report, most of these would also differ from what it tells."""
import random, sys, tempfile, unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools"), str(Path(__file__).resolve().parent)]
import check_release

TABLE = """name,age,town,ill,clinic
p1,21,Graz,flu,A
p1,22,Graz,cold,B
p2,28,Wien,flu,A
p3,31,Wien,hiv,B
p4,33,Graz,flu,A
p4,39,Graz,cold,B
p5,92,Linz,burn,A
"""
JOB = {"input": "table.csv", "output": "release.csv", "privacy": {"k-anonymity": 2}, "suppression": {"limit": 0.2},
       "columns": {"name": {"role": "identifier"}, "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}},
                   "town": {"role": "quasi-identifier", "hierarchy": {"flat": True}}, "ill": {"role": "sensitive"},
                   "clinic": {"role": "provider"}}}
HONEST = """age,town,ill
20-29,*,cold
20-29,*,flu
20-29,*,flu
30-39,*,cold
30-39,*,flu
30-39,*,hiv
"""


def refuted(*given, **changes):
    """The claims that are refuted when parts of the job are replaced by these; a report may tell of noise."""
    return {what for verdict, what, _ in verdicts_of(*given, **changes) if verdict == "refuted"}


def not_shown(*given, **changes):
    """The claims that are listed as not shown."""
    return {what for verdict, what, _ in verdicts_of(*given, **changes) if verdict == "not shown"}


def verdicts_of(released=HONEST, table=TABLE, columns={}, noise=0, **changes):
    job = check_release.with_defaults(JOB | changes)
    job["columns"] = {name: job["columns"].get(name, {}) | columns.get(name, {}) for name in {**job["columns"], **columns}}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("table.csv", table), ("release.csv", released)):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        verdicts, *_ = check_release.examine([f"{folder}/table.csv"], f"{folder}/release.csv", job, folder,
                                             {"noise": {"records": noise}} if noise else None)
    return verdicts


def models(**models):
    return {"privacy": {name.replace("_", "-"): one for name, one in models.items()}}


class Refutations(unittest.TestCase):
    def test_an_honest_release_is_not_refuted(self):
        self.assertEqual(refuted(), set())

    def test_each_promise_by_itself(self):
        rows = HONEST.splitlines(keepends=True)
        for broken, claim, changes in [
            (HONEST, "suppression limit", {"suppression": {"limit": 0.1}}),
            ("".join(rows[:1] + rows[:0:-1]), "order", {}),
            (HONEST.replace("hiv", "measles"), "records", {}),
            (HONEST.replace("30-39,*,hiv", "30-39,*,burn"), "records", {}),
            (HONEST + "30-39,*,hiv\n", "records", {}),
            (HONEST.replace("20-29", "20-28"), "age: labels", {}),
            (HONEST.replace("30-39,*,hiv", "20-39,*,hiv"), "age: labels", {}),
            (HONEST.replace("20-29,*,cold", "20-29,Graz,cold"), "town: labels", {}),
            (HONEST, "age: labels", {"columns": {"age": {"min_level": 2}}}),
            (HONEST, "town: labels", {"columns": {"town": {"max_level": 0}}}),
            (HONEST.replace("age,town", "age,name"), "columns", {}),
            (HONEST, "starred rows", {"suppression": {"limit": 0.2, "as": "star"}}),
        ]:
            self.assertIn(claim, refuted(broken, **changes), (broken, changes))

    def test_models_measure_what_they_say(self):
        people = {"name": {"role": "person"}}
        for claim, holds, fails, columns in [
            ("k-anonymity", {"k_anonymity": 3}, {"k_anonymity": 4}, {}),
            ("k-anonymity", {"k_anonymity": 2}, {"k_anonymity": 3}, people),
            ("l-diversity distinct ill", {"l_diversity": 2}, {"l_diversity": 3}, {}),
            ("l-diversity entropy ill", {"l_diversity": {"l": 1.88, "kind": "entropy"}}, {"l_diversity": {"l": 1.9, "kind": "entropy"}}, {}),
            ("l-diversity recursive, l = 2 ill", {"l_diversity": {"l": 2, "c": 2.1, "kind": "recursive"}},
             {"l_diversity": {"l": 2, "c": 2, "kind": "recursive"}}, {}),
            ("alpha-k-anonymity alpha ill", {"alpha_k_anonymity": {"k": 1, "alpha": 0.67}},
             {"alpha_k_anonymity": {"k": 1, "alpha": 0.66}}, {}),
            # Of two people in the class, both have flu and one has a cold.
            ("alpha-k-anonymity alpha ill", {"alpha_k_anonymity": {"k": 1, "alpha": 0.67}},
             {"alpha_k_anonymity": {"k": 1, "alpha": 0.66}}, people),
            ("maximum-risk", {"maximum_risk": 0.34}, {"maximum_risk": 0.33}, {}),
            # Nobody in the one class has HIV, one of three in the other.
            ("alpha-k-anonymity alpha of hiv ill", {"alpha_k_anonymity": {"k": 1, "alpha": 0.34, "column": "ill", "values": ["hiv"]}},
             {"alpha_k_anonymity": {"k": 1, "alpha": 0.33, "column": "ill", "values": ["hiv"]}}, {}),
            # Three of eight or more, drawn with 1/8, if any are: (1 - 2.5 / e) / (1 - 1 / e) = 0.1271.
            ("k-map k = 8, estimated, zero-truncated Poisson", {"k_map": {"k": 8, "sampling_fraction": 0.125, "significance": 0.13}},
             {"k_map": {"k": 8, "sampling_fraction": 0.125, "significance": 0.12}}, {}),
            ("p-sensitive-k-anonymity p ill", {"p_sensitive_k_anonymity": {"p": 2, "k": 3}}, {"p_sensitive_k_anonymity": {"p": 3, "k": 3}}, {}),
            # Flu gains (2/3 - 3/7) / (3/7), HIV (1/3 - 1/7) / (1/7).
            ("beta-likeness basic ill", {"beta_likeness": {"beta": 1.34, "kind": "basic"}}, {"beta_likeness": {"beta": 1.33, "kind": "basic"}}, {}),
            ("beta-likeness enhanced ill", {"beta_likeness": 1.34}, {"beta_likeness": 1.33}, {}),
            # In classes flu 2/3, cold 1/3 and flu, cold, hiv 1/3 each; in the table 3/7, 2/7, 1/7, 1/7.
            ("t-closeness equal ill", {"t_closeness": {"t": 0.29, "distance": "equal"}},
             {"t_closeness": {"t": 0.28, "distance": "equal"}}, {}),
            ("t-closeness euclidean ill", {"t_closeness": 0.34}, {"t_closeness": 0.31}, {}),
        ]:
            self.assertEqual(refuted(columns=columns, **models(**holds)), set(), (claim, holds))
            self.assertEqual(refuted(columns=columns, **models(**fails)), {f"privacy: {claim}"}, (claim, fails))

    def test_people_in_classes_smaller_than_their_own_k(self):
        own, claim = {"own": {"role": "own-k"}}, "privacy: k-anonymity below their own k"
        people = {"name": {"role": "person"}}
        def table(*asked):
            lines = TABLE.splitlines()
            return "\n".join([f"{lines[0]},own", *(f"{line},{k}" for line, k in zip(lines[1:], asked))]) + "\n"
        def found(asked, columns={}):
            return refuted(table=table(*asked), columns=own | columns)
        self.assertEqual(found("3132310"), set())
        # The flu of somebody who asks for two is as good as that of her neighbour; there is one HIV only.
        self.assertEqual(found("3142310"), {claim})
        self.assertEqual(found("3134310"), {claim})
        self.assertEqual(found("3130310"), {claim})
        # In the first class are two people, of whom one asks for three.
        self.assertEqual(found("2222220", people), set())
        self.assertEqual(found("3222220", people), {claim})

    def test_providers_who_collude(self):
        release = HONEST.replace("age,town,ill", "age,town,ill,clinic")
        clinics = iter("BAABAB")
        release = "".join(line if line.endswith("clinic\n") else line.replace("\n", f",{next(clinics)}\n")
                          for line in release.splitlines(keepends=True))
        for claim, holds, fails in [("provider-diversity", {"provider_diversity": 2}, {"provider_diversity": 3}),
                                    ("m-privacy", {"k_anonymity": 1, "m_privacy": 1}, {"k_anonymity": 2, "m_privacy": 1})]:
            named = {"release": {"order": "sorted", "provider": True}}
            self.assertEqual(refuted(release, **named, **models(**holds)), set())
            self.assertEqual(refuted(release, **named, **models(**fails)), {f"privacy: {claim}"})

    def test_formulas_are_escaped(self):
        table, escaped = TABLE.replace("flu", "=1+1"), {"release": {"order": "input", "escape_formulas": True}}
        as_read = "age,town,ill\n20-29,*,flu\n20-29,*,cold\n20-29,*,flu\n30-39,*,hiv\n30-39,*,flu\n30-39,*,cold\n"
        self.assertEqual(refuted(as_read.replace("flu", "'=1+1"), table, **escaped), set())
        self.assertEqual(refuted(as_read.replace("flu", "=1+1"), table, **escaped), {"escapes"})
        self.assertEqual(refuted(HONEST.replace("flu", "'=1+1"), table, **escaped), {"order"})

    def test_a_model_that_is_not_known_is_no_promise_kept(self):
        with self.assertRaises(check_release.Refused):
            refuted(**models(k_anonymity=2, gamma_presence=0.5))

    def test_models_about_the_whole_are_refused_where_they_do_not_hold(self):
        people = {"name": {"role": "person"}}
        for asked, columns in [({"delta_presence": 0.5}, {}), ({"average_risk": 0.5}, people),
                               ({"average_risk": 0.5, "m_privacy": 1}, {})]:
            with self.assertRaises(check_release.Refused):
                refuted(columns=columns, **models(**asked))

    def test_what_is_missing_may_count_for_nothing(self):
        table = TABLE.replace("hiv", "?").replace("p4,39,Graz,cold", "p4,39,Graz,?")
        release = HONEST.replace("30-39,*,cold\n30-39,*,flu\n30-39,*,hiv\n", "30-39,*,?\n30-39,*,?\n30-39,*,flu\n")
        for kind, found in [("value", set()), ("none", {"privacy: l-diversity distinct ill"})]:
            self.assertEqual(refuted(release, table, columns={"ill": {"missing": kind}}, **models(l_diversity=2)), found)

    def test_open_ends_begin_where_they_say(self):
        ages = lambda **ends: {"age": {"hierarchy": {"intervals": [10, 20]} | ends}}
        table = TABLE.replace("p3,31,", "p3,30,")
        self.assertEqual(refuted(HONEST.replace("30-39", "30+"), table, columns=ages(top=30), suppression={"limit": 0.3}), set())
        rows = HONEST.replace("20-29", "<30").splitlines(keepends=True)
        below = rows[0] + "".join(sorted(rows[1:]))
        self.assertEqual(refuted(below, table, columns=ages(bottom=30)), set())
        self.assertIn("age: labels", refuted(below, table, columns=ages(bottom=20)))
        self.assertIn("age: labels", refuted(HONEST.replace("30-39", "30+"), table, columns=ages(top=40)))

    def test_labels_of_several_levels(self):
        # Whoever takes 20-39 first must leave the twenties to the others.
        local = lambda cells: {"recoding": {"kind": "local", "cells": cells}, "suppression": {"limit": 0.5}}
        release = "age,town,ill\n20-29,*,flu\n20-29,*,flu\n20-39,*,cold\n20-39,*,flu\n"
        self.assertEqual(refuted(release, **local("free")), set())
        self.assertEqual(refuted(release, **local("strict")), {"strict cells"})
        apart = release.replace("20-39", "30-39")
        self.assertEqual(refuted(apart, **local("strict")), set())
        self.assertIn("records", refuted(release.replace("20-39,*,flu", "20-29,*,flu"), **local("free")))
        self.assertIn("age: labels", refuted(release.replace("20-29", "20-24"), **local("free")))

    def test_noise_serves_models_of_providers_alone(self):
        invented, two = HONEST + "30-39,*,hiv\n", {"suppression": {"limit": 0.4}}
        providers = {"provider_diversity": 1, "k_anonymity": 2}
        self.assertIn("noise", refuted(invented, noise=1, **two))
        self.assertNotIn("noise", refuted(invented, noise=1, **two, **models(**providers)))
        self.assertIn("noise", refuted(invented, noise=1, **two, **models(**providers), release={"order": "sorted", "noise": False}))
        self.assertIn("noise", refuted(invented.replace("20-29,*,flu\n", "", 1), noise=1, suppression={"limit": 0.9},
                                       **models(**providers | {"l_diversity": 3})))

    def test_identifiers_are_found_by_name_and_by_values(self):
        named = HONEST.replace("ill\n", "name\n")
        self.assertIn("identifiers", refuted(named))
        names = ["p4", "p1", "p2", "p4", "p3", "p1"]
        rows = [line.rpartition(",")[0] for line in HONEST.splitlines()[1:]]
        hidden = "age,town,ill\n" + "".join(f"{row},{name}\n" for row, name in zip(rows, names))
        self.assertIn("identifiers", refuted(hidden))
        self.assertNotIn("identifiers", refuted())

    def test_dates_are_shifted_by_person(self):
        rows = ["p1,2024-03-01,Graz,flu", "p1,2024-05-01,Graz,cold", "p2,2024-04-01,Graz,hiv", "p2,2024-06-01,Graz,burn"]
        table = "name,age,town,ill,clinic\n" + "".join(f"{row},A\n" for row in rows)
        columns = {"name": {"role": "person"}, "age": {"role": "insensitive", "hierarchy": None, "publish": {"shift_days": "key"}}}
        job = {"columns": columns, "privacy": {"k-anonymity": 2, "unit": "record"}, "release": {"order": "input"}}
        days = ["2024-03-11", "2024-05-11", "2024-03-29", "2024-05-29"]
        honest = "age,town,ill\n" + "".join(f"{day},*,{row.split(',')[3]}\n" for day, row in zip(days, rows))
        self.assertEqual(refuted(honest, table, **job), set())
        for old, new in (("2024-05-11", "2024-05-12"), ("2024-03-29", "2022-03-29"), ("2024-03-11", "2024-03-01")):
            self.assertIn("age: shifts", refuted(honest.replace(old, new), table, **job))

    def test_noise_is_as_large_as_it_is_said_to_be(self):
        draw = random.Random(1)
        people = [(f"p{at}", 1000 + 7 * at, f"ill {at}") for at in range(40)]
        table = "name,age,town,ill,clinic\n" + "".join(f"{who},{number},Graz,{ill},A\n" for who, number, ill in people)
        columns = {"name": {"role": "person"}, "age": {"role": "insensitive", "hierarchy": None, "publish": {"noise": 100}}}
        job = {"columns": columns, "privacy": {"k-anonymity": 2, "unit": "record"}, "release": {"order": "input"}}
        noisy = lambda size: "age,town,ill\n" + "".join(f"{number + round(draw.gauss(0, size))},*,{ill}\n" for _, number, ill in people)
        self.assertEqual(refuted(noisy(100), table, **job), set())
        for size in (1, 1000):
            self.assertEqual(refuted(noisy(size), table, **job), {"age: noise", "age: chance"})

    def test_a_figure_that_is_not_worked_out_is_rounded(self):
        told = lambda figure: [verdict for verdict, *_ in check_release.compare({"loss": check_release.NotShownRounded("why")}, {"loss": figure})]
        self.assertEqual((told(0.12), told(0.123), told(None)), (["not shown"], ["refuted"], ["not shown"]))

    def test_labels_name_nobodys_value(self):
        # p5 is suppressed: a group that reaches up to 92 names her age, and one from 33 to 39 those of two others.
        ends = {"age": {"hierarchy": {"fanout": 4}}}
        honest = HONEST.replace("20-29", "20..35").replace("30-39", "30..40")
        release = "age,town,ill\n20..35,*,cold\n20..35,*,flu\n20..35,*,flu\n20..35,*,hiv\n30..40,*,cold\n30..40,*,flu\n"
        self.assertEqual(refuted(release, columns=ends), set())
        for other in ("30..92", "33..39", "30..50", "33..40", "32..40"):
            self.assertIn("age: names of labels", refuted(release.replace("30..40", other), columns=ends))
        self.assertIn("records", refuted(honest, columns=ends))
        whole = release.replace("30..40,*,cold", "30..100,*,burn\n30..100,*,cold").replace("30..40", "30..100")
        self.assertEqual(refuted(whole, columns=ends), set())
        self.assertIn("age: labels", refuted(whole.replace("30..100", "33..92"), columns=ends))

    def test_the_usual_hierarchies_are_made_where_a_job_names_none(self):
        table = """name,age,town,ill,clinic
p1,21,Low,flu,A
p2,22,Low,cold,B
p3,31,Medium,hiv,B
p4,33,High,flu,A
"""
        honest = "age,town,ill\n20-29,Very low..Low,cold\n20-29,Very low..Low,flu\n"
        honest += "30-39,Medium..High,flu\n30-39,Medium..High,hiv\n"
        none = {"town": {"hierarchy": None}}
        for kind in ({}, {"recoding": {"kind": "local"}}):
            self.assertEqual(refuted(honest, table, columns=none, **kind), set())
            self.assertNotIn("town: labels", not_shown(honest, table, columns=none, **kind))
            swapped = "age,town,ill\n20-29,Medium..High,cold\n20-29,Medium..High,flu\n30-39,Very low..Low,flu\n30-39,Very low..Low,hiv\n"
            self.assertIn("records", refuted(swapped, table, columns=none, **kind))

    def test_a_column_without_a_known_hierarchy_hides_no_other_fault(self):
        none = {"town": {"hierarchy": None}}
        honest = HONEST.replace("20-29,*", "20-29,Styria").replace("30-39,*", "30-39,Austria")
        found = lambda text, **changes: refuted(text, columns=none, **changes)
        self.assertEqual(found(honest), set())
        self.assertIn("town: labels", not_shown(honest, columns=none))
        self.assertIn("records", not_shown(honest, columns=none))
        for broken, claim, changes in [(honest.replace("hiv", "measles"), "records", {}), (honest.replace("20-29", "20-28"), "age: labels", {}),
                                       (honest, "suppression limit", {"suppression": {"limit": 0.1}}),
                                       (honest, "privacy: k-anonymity", {"privacy": {"k-anonymity": 4}})]:
            self.assertIn(claim, found(broken, **changes), (broken, changes))


if __name__ == "__main__":
    unittest.main()
