#!/usr/bin/env python3
"""Writes stays.csv: 1,600 made-up hospital stays of 900 made-up patients. No real person is in it.

    python3 examples/registry/make_stays.py
"""

import csv
import datetime
import pathlib
import random

PLACES = ["10115", "10117", "10119", "20095", "20097", "50667"]
# A diagnosis with the mean length of a stay in days and the cost of a day.
DIAGNOSES = {
    "asthma": (4, 610), "burn": (9, 1400), "cataract": (2, 900), "flu": (5, 560), "fracture": (7, 980),
    "gout": (4, 590), "heart failure": (8, 1150), "pneumonia": (6, 720), "stroke": (11, 1320),
}


def main():
    random_numbers = random.Random(2026)
    stays = []
    for number in random_numbers.sample(range(100_000, 1_000_000), 900):
        born = datetime.date(1930, 1, 1) + datetime.timedelta(days=int(random_numbers.random() * 30_000))
        place = random_numbers.choices(PLACES, [6, 5, 3, 4, 2, 4])[0]
        admitted = datetime.date(2024, 1, 1) + datetime.timedelta(days=int(random_numbers.random() * 300))
        for _ in range(random_numbers.choices([1, 2, 3, 4], [50, 28, 14, 8])[0]):
            diagnosis = random_numbers.choice(list(DIAGNOSES))
            mean_days, cost_of_a_day = DIAGNOSES[diagnosis]
            days = 1 + int(random_numbers.expovariate(1 / mean_days))
            discharged = admitted + datetime.timedelta(days=days)
            cost = round(days * cost_of_a_day * random_numbers.uniform(0.8, 1.3))
            stays.append([f"P{number}", born, place, admitted, discharged, diagnosis, cost])
            admitted = discharged + datetime.timedelta(days=20 + int(random_numbers.random() * 150))
    stays.sort(key=lambda stay: stay[3])
    with open(pathlib.Path(__file__).parent / "stays.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["patient", "born", "zip", "admitted", "discharged", "diagnosis", "cost"])
        writer.writerows(stays)


if __name__ == "__main__":
    main()
