#!/usr/bin/env python3
"""Settle-up plans as their rules tell them, by trying everything: `python3 Tests/Vectors/settle-up/generate.py`.

* `plans`: positions (the place in the list is the order of the ids) and direct debts [debtor, creditor, amount]; the
  payments [from, to, amount] of the plan, in its order. Groups: as many as possible, then with the most payments between
  two who owe each other, then by number (bit i of a number stands for place i; the group of the lowest place first).
* `rounding`: positions, and what they are in units, summing to zero as well.
* `standing`: a ledger of expenses (equal shares) and settlements, and the plan that people are shown for it, after each
  step. `at` is the millisecond in which something was entered, `edited` that of its last edit.
"""
import json
import random
from pathlib import Path


def settle(positions, debts, group):
    left = {place: positions[place] for place in group}
    payments = []

    def pay(a, b, direct):
        if left.get(a, 0) < 0 < left.get(b, 0):
            amount = min(-left[a], left[b])
            left[a] += amount
            left[b] -= amount
            payments.append(([a, b, amount], direct))

    for a, b, _ in sorted(debts, key=lambda debt: (-debt[2], debt[0], debt[1])):
        pay(a, b, True)
    order = sorted((place for place in group if left[place]), key=lambda place: (-abs(left[place]), place))
    owing, owed = [p for p in order if left[p] < 0], [p for p in order if left[p] > 0]
    while owing:
        pay(owing[0], owed[0], False)
        owing, owed = [p for p in owing if left[p]], [p for p in owed if left[p]]
    return payments


def partitions(rest, positions):
    """Every way to part a set of places into groups that sum to zero, in the order of their numbers."""
    if not rest:
        yield []
        return
    lowest, others = rest[0], rest[1:]
    sets = []
    for number in range(2 ** len(others)):
        group = [lowest] + [place for i, place in enumerate(others) if number >> i & 1]
        if sum(positions[place] for place in group) == 0:
            sets.append(group)
    for group in sorted(sets, key=lambda group: sum(2 ** place for place in group)):
        for parts in partitions([place for place in others if place not in group], positions):
            yield [group] + parts


def plan(positions, debts):
    open_places = [place for place, amount in enumerate(positions) if amount]
    best = None
    for parts in partitions(open_places, positions):
        payments = [payment for group in parts for payment in settle(positions, debts, group)]
        score = (len(parts), sum(direct for _, direct in payments))
        if best is None or score > best[0]:
            best = (score, [payment for payment, _ in payments])
    return best[1]


def rounded(positions, unit):
    down = [amount // unit for amount in positions]
    order = sorted(range(len(positions)), key=lambda place: (-(positions[place] % unit), place))
    for place in order[: -sum(down)]:
        down[place] += 1
    return [amount * unit for amount in down]


class Books:
    def __init__(self, people):
        self.people, self.entries, self.now, self.last = people, [], 1000, 0

    def add(self, **entry):
        self.now += 1000
        self.last += 1
        entry = {"id": self.last, "at": self.now, "edited": None, **entry}
        self.entries.append(entry)
        return entry

    def edit(self, entry, **changes):
        self.now += 1000
        entry.update(changes, edited=self.now)

    def owed(self, entries):
        owed = [[0] * self.people for _ in range(self.people)]
        for entry in entries:
            if entry["kind"] == "expense":
                split, payer = entry["split"], entry["payer"]
                base, rest = divmod(entry["amount"], len(split))
                taker = payer if payer in split else min(split)
                parts = [(person, payer, base + (rest if person == taker else 0)) for person in split]
            else:
                parts = [(entry["from"], entry["to"], -entry["amount"])]
            for debtor, creditor, amount in parts:
                if debtor != creditor:
                    owed[debtor][creditor] += amount
                    owed[creditor][debtor] -= amount
        return owed

    def plan_of(self, entries, unit):
        owed = self.owed(entries)
        everybody = range(self.people)
        debts = [[a, b, owed[a][b]] for a in everybody for b in everybody if owed[a][b] > 0]
        return plan(rounded([-sum(row) for row in owed], unit), debts)

    def standing(self, unit):
        """Tries every run of the newest settlements, the longest first."""
        changes = [e["edited"] or e["at"] for e in self.entries if e["kind"] == "expense"]
        changes += [e["edited"] or 0 for e in self.entries if e["kind"] == "settlement"]
        last = max(changes, default=0)
        newest = [e for e in self.entries if e["kind"] == "settlement" and not e["edited"] and e["at"] >= last]
        newest.sort(key=lambda entry: (entry["at"], entry["id"]))
        for start in range(len(newest)):
            run = newest[start:]
            left = self.plan_of([e for e in self.entries if e not in run], unit)
            made = [[e["from"], e["to"], e["amount"]] for e in run]
            if all(payment in left for payment in made) and len(made) == len({tuple(p) for p in made}):
                return [payment for payment in left if payment not in made]
        return self.plan_of(self.entries, unit)

    def shown(self, unit):
        return {"unit": unit, "entries": [dict(e) for e in self.entries], "payments": self.standing(unit)}


def some_plans(dice):
    for number in range(60):
        people = dice.randint(2, 8)
        if number % 2:
            positions = [dice.randint(-6, 6) for _ in range(people - 1)]
            positions.append(-sum(positions))
            debts = [[a, b, dice.randint(1, 9)] for a in range(people) for b in range(a) if dice.random() < 0.4]
            yield positions, [[a, b, n] if dice.random() < 0.5 else [b, a, n] for a, b, n in debts]
        else:
            books = Books(people)
            for _ in range(dice.randint(1, 6)):
                split = dice.sample(range(people), dice.randint(1, min(3, people)))
                amount = dice.randint(1, 6) * 100
                books.add(kind="expense", payer=dice.randrange(people), amount=amount, split=split)
            owed = books.owed(books.entries)
            debts = [[a, b, owed[a][b]] for a in range(people) for b in range(people) if owed[a][b] > 0]
            yield [-sum(row) for row in owed], debts


def a_story(dice, unit):
    """Expenses, then payments of the plan in any order, with something else now and then."""
    books = Books(dice.randint(3, 6))
    expense = lambda: books.add(
        kind="expense", payer=dice.randrange(books.people), amount=dice.randint(1, 60) * 50,
        split=sorted(dice.sample(range(books.people), dice.randint(1, books.people))))
    for _ in range(4):
        expense()
    steps = [books.shown(unit)]
    for _ in range(7):
        left, chance = steps[-1]["payments"], dice.random()
        settlements = [e for e in books.entries if e["kind"] == "settlement"]
        if chance < 0.1:
            expense()
        elif chance < 0.2:
            a, b = dice.sample(range(books.people), 2)
            books.add(kind="settlement", **{"from": a, "to": b}, amount=dice.randint(1, 30) * 10)
        elif chance < 0.3 and settlements:
            books.entries.remove(dice.choice(settlements))
        elif chance < 0.35 and settlements:
            books.edit(dice.choice(settlements), amount=77)
        elif left:
            a, b, amount = dice.choice(left)
            books.add(kind="settlement", **{"from": a, "to": b}, amount=amount)
        steps.append(books.shown(unit))
    return {"people": books.people, "steps": steps}


def main():
    dice = random.Random(4)
    plans = [
        {"positions": positions, "debts": debts, "payments": plan(positions, debts)}
        for positions, debts in [([-10, -10, 10, 10], [[0, 3, 10], [1, 2, 10]]), *some_plans(dice)]
    ]
    rounding = []
    for _ in range(20):
        positions = [dice.randint(-5000, 5000) for _ in range(dice.randint(1, 8))]
        positions.append(-sum(positions))
        rounding.append({"unit": 100, "positions": positions, "rounded": rounded(positions, 100)})
    standing = [a_story(dice, unit) for unit in [1, 1, 1, 1, 1, 1, 100, 100, 100]]
    vectors = {"plans": plans, "rounding": rounding, "standing": standing}
    text = json.dumps(vectors, separators=(",", ":")).replace('{"positions"', '\n{"positions"')
    text = text.replace('{"unit"', '\n{"unit"').replace('{"people"', '\n{"people"')
    Path(__file__).with_name("vectors.json").write_text(text + "\n")


main()
