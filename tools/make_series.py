#!/usr/bin/env python3
"""Makes the tables of a series, night by night, for people who are invented.

    tools/make_series.py customers FOLDER --nights 30     3,000 customers, seven more each night
    tools/make_series.py hospital FOLDER --nights 52      1,500 patients; each week 40 come, 25 leave, 10 change
    tools/make_series.py hospital FOLDER --table adult.csv --take age,education,sex,occupation,marital-status
                                                          the same with the records of a table, dealt in its order

Each table is FOLDER/night-NNN.csv. The same arguments make the same tables.
"""

import argparse
import csv
import random
from pathlib import Path

JOBS = ["clerk", "teacher", "nurse", "driver", "farmer", "engineer", "artist", "none"]
ILLNESSES = ["flu", "gout", "asthma", "diabetes", "fracture", "migraine", "anaemia", "angina"]
COLUMNS = ["person", "age", "zip", "gender", "job", "value"]


class Population:
    """People, each with her own record."""

    def __init__(self, chance, values, dealt=None):
        self.chance, self.values, self.dealt, self.made, self.records = chance, values, dealt, 0, {}

    def come(self, people):
        for _ in range(people):
            self.made += 1
            self.records[f"p{self.made:06}"] = self.draw()

    def draw(self):
        chance = self.chance
        if self.dealt:
            return list(next(self.dealt))
        age = min(95, max(18, round(chance.gauss(46, 17))))
        zip_code = f"{chance.choice([10, 10, 11, 12, 20]):02}{chance.randrange(0, 6)}{chance.randrange(0, 8)}"
        job = "none" if age > 66 and chance.random() < 0.8 else chance.choice(JOBS)
        return [age, zip_code, chance.choice("fm"), job, chance.choice(self.values)]

    def leave(self, people):
        for person in self.chance.sample(sorted(self.records), min(people, len(self.records))):
            del self.records[person]

    def change(self, people):
        """Half of them move, the others have another value."""
        for place, person in enumerate(self.chance.sample(sorted(self.records), min(people, len(self.records)))):
            record, other = list(self.records[person]), self.draw()
            column = 1 if place % 2 == 0 else 4
            record[column] = other[column]
            self.records[person] = record

    def write(self, path):
        with open(path, "w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(COLUMNS)
            rows.writerows([person, *record] for person, record in sorted(self.records.items()))


def dealt(table, columns):
    with open(table, newline="", encoding="utf-8-sig") as file:
        delimiter = ";" if ";" in file.readline() else ","
        file.seek(0)
        for row in csv.DictReader(file, delimiter=delimiter):
            yield [row[column].strip() for column in columns]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["customers", "hospital"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--first", type=int, help="people of the first night")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="deal the records of this table (CSV) instead of invented ones")
    parser.add_argument("--take", type=lambda text: text.split(","), help="its columns for age, zip, gender, job, value")
    chosen = parser.parse_args()
    is_hospital = chosen.kind == "hospital"
    values = ILLNESSES if is_hospital else ["basic", "plus", "gold", "late", "closed"]
    people = Population(random.Random(chosen.seed), values, dealt(chosen.table, chosen.take) if chosen.table else None)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    people.come(chosen.first or (1500 if is_hospital else 3000))
    for night in range(1, chosen.nights + 1):
        if night > 1 and is_hospital:
            people.leave(25)
            people.change(10)
            people.come(40)
        elif night > 1:
            people.come(7)
        people.write(chosen.folder / f"night-{night:03}.csv")


if __name__ == "__main__":
    main()
