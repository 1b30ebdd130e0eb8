"""Lines of what is planned and of what comes again and again, and what histories of them add up to: the rules of
docs/file-format.md (d), worked out a second time. Used by generate.py."""
from calendar import monthrange
from datetime import date, timedelta
from itertools import count
from random import Random

from generate import A, B, C, D, EXPENSE, divide, equally, line, money

FOOD, FUN = "7d0c2f8e-0000-4000-8000-0000000000f1", "7d0c2f8e-0000-4000-8000-0000000000f2"
RENT, GYM = "7d0c2f8e-0000-4000-8000-0000000000b1", "ffffffff-ffff-4fff-bfff-fffffffffffe"
SALARY, TRANSFER = "7d0c2f8e-0000-4000-8000-0000000000c2", "7d0c2f8e-0000-4000-8000-0000000000c3"


def weights(**counts):
    return [{"participantId": f"00000000-0000-4000-8000-00000000000{letter}", "weight": size} for letter, size in counts.items()]


def recurrence(frequency="monthly", start="2026-01-31", custom=None, **end):
    return {"frequency": frequency, **({"custom": custom} if custom else {}), "start": start, **end}


def scheduled(title="Rent", amount=80000, people=(A, B), payer=A, labels=(), schedule=None, **more):
    fields = {"title": title, "amount": money(amount), "payerId": payer, "splitParticipantIds": list(people), "labelIds": list(labels)}
    return {**fields, **more, "schedule": schedule or recurrence()}


def spent(amount=3000, people=(A, B), day="2026-05-14", **more):
    fields = {"title": "Dinner", "amount": money(amount), "executionDate": day, "payerId": A, "splitParticipantIds": list(people)}
    return {**fields, "labelIds": [], **more}


def earned(**time):
    return {"participantId": A, "name": "Salary", "amount": money(200000), **time}


def moved(**changes):
    fields = {"transferId": TRANSFER, "participantId": A, "direction": "out", "amount": money(5000), "date": "2026-05-03"}
    return {**fields, "ledgerId": "Savings_1", **changes}


def without(fields, name):
    return {key: value for key, value in fields.items() if key != name}


YEAR = {"from": "2026-01-01", "to": "2026-12-31", "by": "month"}
ESTIMATE = {"amount": money(3000), "date": "2026-05-10"}
BY_RATIO = {"mode": "ratio"}
BY_SHARES = {"mode": "shares", "shares": [{"participantId": A, "shares": 3}, {"participantId": B, "shares": 1}]}
SHARES = [{"participantId": A, "amount": money(60000)}, {"participantId": B, "amount": money(20000)}]


# MARK: Lines

def good_lines():
    yield line("LedgerSettingsChanged", {"timeZone": "America/Argentina/Buenos_Aires"})
    yield line("LedgerSettingsChanged", {"kind": "wallet", "defaultSplit": None, "timeZone": "Etc/GMT+3"})
    yield line("CategoryCreated", {"categoryId": FOOD, "name": "Food", "icon": "🥕", "colour": "green"})
    yield line("CategoryCreated", {"categoryId": FUN, "name": "Fun", "participantId": A})
    yield line("CategoryChanged", {"categoryId": FOOD, "name": "Groceries", "icon": ""})
    yield line("CategoryDeleted", {"categoryId": FOOD})
    yield line("BudgetSet", {"categoryId": FOOD, "from": "2026-05", "amount": money(40000)})
    yield line("BudgetSet", {"categoryId": FOOD, "from": "0001-01", "amount": money(0)})
    yield line("BudgetSet", {"categoryId": FOOD, "from": "9999-12", "amount": None})
    yield line("BudgetSet", {"categoryId": FOOD, "from": "2026-06"})
    yield line("BurdenRatioSet", {"from": "2026-05-01", "weights": weights(b=40, a=60)})
    yield line("BurdenRatioSet", {"from": "2026-06-01", "weights": None})
    yield line("BurdenRatioSet", {"from": "2026-07-01"})
    yield line("SavingGoalSet", {"participantId": A, "from": "2026-05", "amount": money(10000)})
    yield line("SavingGoalSet", {"participantId": A, "from": "2026-06", "amount": money(0)})
    yield line("SavingGoalSet", {"participantId": A, "from": "2026-07"})
    for frequency in ("daily", "weekly", "biweekly", "monthly", "yearly"):
        yield line("ScheduleCreated", {"scheduleId": RENT, "input": scheduled(schedule=recurrence(frequency))})
    for every, unit in ((1, "day"), (99, "week"), (3, "month"), (2, "year")):
        custom = {"every": every, "unit": unit}
        yield line("ScheduleUpdated", {"scheduleId": RENT, "input": scheduled(schedule=recurrence("custom", custom=custom))})
    yield line("ScheduleCreated", {"scheduleId": RENT, "input": scheduled(schedule=recurrence(end="2026-01-31"))})
    yield line("ScheduleCreated", {"scheduleId": RENT, "input": scheduled(schedule=recurrence(count=1), note="x", split=BY_RATIO)})
    yield line("ScheduleCreated", {"scheduleId": RENT, "input": scheduled(labels=[FOOD], split=BY_SHARES, shares=SHARES, categoryId=FOOD)})
    yield line("ScheduleDeleted", {"scheduleId": RENT})
    yield line("OccurrenceChanged", {"scheduleId": RENT, "occurrence": 0, "input": spent(categoryId=FOOD)})
    yield line("OccurrenceSkipped", {"scheduleId": RENT, "occurrence": 2**32 - 1})
    yield line("OccurrenceRestored", {"scheduleId": RENT, "occurrence": 7}, undoes="7d0c2f8e-0000-4000-8000-0000000000e0")
    yield line("IncomeRecorded", {"incomeId": SALARY, "input": earned(date="2026-05-01")})
    yield line("IncomeUpdated", {"incomeId": SALARY, "input": earned(schedule=recurrence(count=12))})
    yield line("IncomeDeleted", {"incomeId": SALARY})
    yield line("TransferRecorded", moved())
    yield line("TransferRecorded", moved(direction="in", note=""))
    yield line("TransferDeleted", {"transferId": TRANSFER})
    for more in (
        {"categoryId": FOOD}, {"spread": YEAR}, {"spread": {"from": "2026-01-30", "to": "2026-01-30", "by": "day"}},
        {"expected": True}, {"estimate": ESTIMATE}, {"amount": money(0), "estimate": ESTIMATE},
        {"categoryId": FOOD, "spread": YEAR, "estimate": ESTIMATE},
    ):
        yield line("ExpenseUpdated", {"expenseId": EXPENSE, "input": {**spent(), **more}})


def bad_lines():
    """(name, problem, line)"""
    field, missing, kind, sums = "bad-field", "missing-field", "unknown-kind", "does-not-add-up"
    category = {"categoryId": FOOD, "name": "Food"}
    budget = {"categoryId": FOOD, "from": "2026-05", "amount": money(1)}
    goal = {"participantId": A, "from": "2026-05", "amount": money(1)}
    expense = lambda **more: line("ExpenseCreated", {"expenseId": EXPENSE, "input": spent(**more)})
    schedule = lambda **changes: line("ScheduleCreated", {"scheduleId": RENT, "input": scheduled(**changes)})
    comes = lambda **changes: schedule(schedule=recurrence(**changes))
    ratio = lambda weights: line("BurdenRatioSet", {"from": "2026-05-01", "weights": weights})
    occurrence = lambda **changes: line("OccurrenceSkipped", {"scheduleId": RENT, "occurrence": 0, **changes})
    income = lambda **changes: line("IncomeRecorded", {"incomeId": SALARY, "input": earned(**changes)})
    transfer = lambda **changes: line("TransferRecorded", moved(**changes))

    yield "a time zone of many words", field, line("LedgerSettingsChanged", {"timeZone": "Central European Time"})
    yield "a time zone of no characters", field, line("LedgerSettingsChanged", {"timeZone": ""})
    yield "a time zone of 65 characters", field, line("LedgerSettingsChanged", {"timeZone": "a" * 65})
    yield "a category without a name", missing, line("CategoryCreated", without(category, "name"))
    yield "a category of a colour nobody knows", field, line("CategoryChanged", {**category, "colour": "brown"})
    yield "a category of nobody", field, line("CategoryCreated", {**category, "participantId": "anna"})
    yield "a category with an icon of null", field, line("CategoryCreated", {**category, "icon": None})
    yield "a budget below zero", field, line("BudgetSet", {**budget, "amount": money(-1)})
    yield "a budget of a number", field, line("BudgetSet", {**budget, "amount": 400})
    yield "a budget from a day on", field, line("BudgetSet", {**budget, "from": "2026-05-01"})
    yield "a budget from the 13th month on", field, line("BudgetSet", {**budget, "from": "2026-13"})
    yield "a budget from the year 0 on", field, line("BudgetSet", {**budget, "from": "0000-01"})
    yield "a budget from no month on", missing, line("BudgetSet", without(budget, "from"))
    yield "a ratio of nobody", field, ratio([])
    yield "a ratio that names somebody twice", field, ratio(weights(a=1) + weights(a=2))
    yield "a weight of zero", field, ratio(weights(a=0, b=1))
    yield "a weight above a million", field, ratio(weights(a=1_000_001))
    yield "half a weight", field, ratio([{"participantId": A, "weight": 0.5}])
    yield "somebody without a weight", missing, ratio([{"participantId": A}])
    yield "a ratio from a month on", field, line("BurdenRatioSet", {"from": "2026-05", "weights": weights(a=1)})
    yield "a goal below zero", field, line("SavingGoalSet", {**goal, "amount": money(-1)})
    yield "a goal of null", field, line("SavingGoalSet", {**goal, "amount": None})
    yield "a goal of nobody", missing, line("SavingGoalSet", without(goal, "participantId"))
    yield "a schedule without when", missing, line("ScheduleCreated", {"scheduleId": RENT, "input": without(scheduled(), "schedule")})
    yield "a frequency nobody knows", field, comes(frequency="fortnightly")
    yield "custom without what", missing, comes(frequency="custom")
    yield "custom beside monthly", field, comes(custom={"every": 1, "unit": "day"})
    yield "every 0 days", field, comes(frequency="custom", custom={"every": 0, "unit": "day"})
    yield "every 100 weeks", field, comes(frequency="custom", custom={"every": 100, "unit": "week"})
    yield "every 3 quarters", field, comes(frequency="custom", custom={"every": 3, "unit": "quarter"})
    yield "every some days", missing, comes(frequency="custom", custom={"unit": "day"})
    yield "an end before the start", field, comes(end="2026-01-30")
    yield "a start that is no day", field, comes(start="2026-02-29")
    yield "a schedule that never comes", field, comes(count=0)
    yield "a schedule with two ends", field, comes(count=3, end="2026-12-31")
    yield "no start", missing, schedule(schedule={"frequency": "daily"})
    yield "a schedule of nothing", field, schedule(amount=0)
    yield "a schedule by ratio with shares", field, schedule(split=BY_RATIO, shares=SHARES)
    yield "a schedule by shares without shares", missing, schedule(split=BY_SHARES)
    yield "a schedule whose shares lack a cent", sums, schedule(split=BY_SHARES, shares=[SHARES[0], {**SHARES[1], "amount": money(19999)}])
    yield "an expense by ratio", field, expense(split=BY_RATIO)
    yield "a default by ratio", field, line("LedgerSettingsChanged", {"defaultSplit": BY_RATIO})
    yield "an occurrence before the first", field, occurrence(occurrence=-1)
    yield "an occurrence after all", field, occurrence(occurrence=2**32)
    yield "an occurrence as a text", field, occurrence(occurrence="0")
    yield "an occurrence of no schedule", missing, line("OccurrenceRestored", {"occurrence": 0})
    yield "a changed occurrence without what", missing, line("OccurrenceChanged", {"scheduleId": RENT, "occurrence": 0})
    yield "a changed occurrence without a date", missing, line(
        "OccurrenceChanged", {"scheduleId": RENT, "occurrence": 0, "input": without(spent(), "executionDate")})
    yield "an income of nothing", field, income(amount=money(0), date="2026-05-01")
    yield "an income at no time", missing, income()
    yield "an income once and again and again", field, income(date="2026-05-01", schedule=recurrence())
    yield "an income every 0 days", field, income(schedule=recurrence("custom", custom={"every": 0, "unit": "day"}))
    yield "a transfer of nothing", field, transfer(amount=money(0))
    yield "a transfer to and fro", field, transfer(direction="both")
    yield "a transfer to no ledger", missing, line("TransferRecorded", without(moved(), "ledgerId"))
    yield "a transfer to a ledger that can not be", field, transfer(ledgerId="a/b")
    yield "a category that is no UUID", field, expense(categoryId="food")
    yield "a spread whose ends are swapped", field, expense(spread={**YEAR, "from": "2027-01-01"})
    yield "a spread by month from the second on", field, expense(spread={**YEAR, "from": "2026-01-02"})
    yield "a spread by month up to the 30th", field, expense(spread={**YEAR, "to": "2026-12-30"})
    yield "a spread by week", field, expense(spread={**YEAR, "by": "week"})
    yield "a spread without an end", missing, expense(spread=without(YEAR, "to"))
    yield "a spread of more than a hundred years", field, expense(spread={**YEAR, "to": "2126-01-31"})
    yield "an expense that is not expected", field, expense(expected=False)
    yield "an expense that is expected as a text", field, expense(expected="true")
    yield "expected and reconciled", field, expense(expected=True, estimate=ESTIMATE)
    yield "expected and spread", field, expense(expected=True, spread=YEAR)
    yield "an estimate of nothing", field, expense(estimate={**ESTIMATE, "amount": money(0)})
    yield "an estimate without a day", missing, expense(estimate=without(ESTIMATE, "date"))
    yield "an expense of nothing that nobody expected", field, expense(amount=0)
    yield "an expectation of nothing", field, expense(amount=0, expected=True)
    yield "a category in version 1", kind, line("CategoryCreated", category, version=1)
    yield "a schedule in version 1", kind, line("ScheduleDeleted", {"scheduleId": RENT}, version=1)


# MARK: What they add up to

def day_of(schedule, number):
    """The day of an occurrence, counted from the start; None beyond its end or the calendar."""
    start = date.fromisoformat(schedule["start"])
    every, unit = {"daily": (1, "day"), "weekly": (1, "week"), "biweekly": (2, "week"), "monthly": (1, "month"), "yearly": (1, "year")}.get(
        schedule["frequency"], tuple(schedule.get("custom", {}).values()))
    if number >= schedule.get("count", number + 1):
        return None
    try:
        if unit in ("day", "week"):
            day = start + timedelta(days=number * every * (7 if unit == "week" else 1))
        else:
            months = start.year * 12 + start.month - 1 + number * every * (12 if unit == "year" else 1)
            year, month = months // 12, months % 12 + 1
            day = date(year, month, min(start.day, monthrange(year, month)[1]))
    except (OverflowError, ValueError):
        return None
    return None if day.isoformat() > schedule.get("end", "9999-12-31") else day.isoformat()


def stand_in(schedule, number):
    """The last 48 bits, + number + 1; they go round."""
    head, tail = schedule[:24], int(schedule[24:], 16)
    return f"{head}{(tail + number + 1) % 2**48:012x}"


def in_force(dated, day):
    """None where nothing is said, or that nothing holds."""
    known = [key for key in dated if key <= day]
    return dated[max(known)] if known else None


def shares_on(state, given, day):
    """What each bears of an occurrence of that day: all whom the ratio names, where it is by ratio; else those who were in it,
    and when somebody has left, those who were not by the ratio if it names all of them, else equally."""
    amount, people = int(given["amount"]["$bigint"]), given["splitParticipantIds"]
    gone = {who for who, left in state["left"].items() if left < day}
    stayed = [who for who in people if who not in gone]
    ratio = in_force(state["ratios"], day) or {}
    named = {who: size for who, size in ratio.items() if who not in gone and ("split" in given or who in stayed)}
    if named and ("split" in given or len(stayed) < len(people) and set(named) == set(stayed)):
        return divide(amount, named)
    return equally(amount, stayed or people, given["payerId"])


def fold(events):
    state = {"timeZone": None, "categories": {}, "limits": {}, "ratios": {}, "goals": {}, "schedules": {}, "exceptions": {},
             "incomes": {}, "transfers": {}, "left": {}}
    for event in sorted(events, key=lambda event: (event["entryAt"], event["id"])):
        apply(state, event["kind"], event["payload"], event["entryAt"])
    return state


def apply(state, kind, said, at):
    plain = lambda value: None if value is None else value["$bigint"]

    def plan(table, key, value, name):
        entries = state[table] if key is None else state[table].setdefault(key, {})
        if name in said:
            entries[said["from"]] = value
        else:
            entries.pop(said["from"], None)

    if kind == "LedgerSettingsChanged":
        state["timeZone"] = said.get("timeZone", state["timeZone"])
    elif kind == "ParticipantRetired":
        state["left"].setdefault(said["participantId"], at[:10])
    elif kind == "ParticipantReinstated":
        state["left"].pop(said["participantId"], None)
    elif kind == "CategoryCreated":
        state["categories"][said["categoryId"]] = without(said, "categoryId")
    elif kind == "CategoryChanged" and said["categoryId"] in state["categories"]:
        owner = {key: value for key, value in state["categories"][said["categoryId"]].items() if key == "participantId"}
        state["categories"][said["categoryId"]] = {**without(said, "categoryId"), **owner}
    elif kind == "CategoryDeleted":
        state["categories"].pop(said["categoryId"], None)
    elif kind == "BudgetSet":
        plan("limits", said["categoryId"], plain(said.get("amount")), "amount")
    elif kind == "BurdenRatioSet":
        plan("ratios", None, {part["participantId"]: part["weight"] for part in said.get("weights") or []}, "weights")
    elif kind == "SavingGoalSet":
        plan("goals", said["participantId"], plain(said.get("amount")), "amount")
    elif kind in ("ScheduleCreated", "IncomeRecorded", "TransferRecorded"):
        table, name = {"S": ("schedules", "scheduleId"), "I": ("incomes", "incomeId"), "T": ("transfers", "transferId")}[kind[0]]
        state[table][said[name]] = said.get("input") or without(said, name)
    elif kind == "ScheduleUpdated" and said["scheduleId"] in state["schedules"]:
        state["schedules"][said["scheduleId"]] = said["input"]
    elif kind == "IncomeUpdated" and said["incomeId"] in state["incomes"]:
        state["incomes"][said["incomeId"]] = said["input"]
    elif kind in ("ScheduleDeleted", "IncomeDeleted", "TransferDeleted"):
        state[kind[:-7].lower() + "s"].pop(next(iter(said.values())), None)
    elif kind.startswith("Occurrence") and said["scheduleId"] in state["schedules"]:
        exceptions = state["exceptions"].setdefault(said["scheduleId"], {})
        if kind == "OccurrenceRestored":
            exceptions.pop(said["occurrence"], None)
        else:
            exceptions[said["occurrence"]] = said.get("input")


def expected(state):
    """As the tests read it."""
    occurrences = {}
    for schedule, given in state["schedules"].items():
        changed = state["exceptions"].get(schedule, {})
        for number in range(6):
            day = day_of(given["schedule"], number)
            if day is None or (number in changed and changed[number] is None):
                continue
            input = changed.get(number, given)
            day = input.get("executionDate", day)
            parts = {who: str(share) for who, share in sorted(shares_on(state, input, day).items())}
            occurrences[f"{schedule}.{number}"] = {"id": stand_in(schedule, number), "date": day, "shares": parts}
    named = lambda table: {key: value.get("name") or value.get("title") or value.get("direction") for key, value in state[table].items()}
    filled = lambda table: {key: value for key, value in state[table].items() if value}
    return {
        "timeZone": state["timeZone"], "categories": state["categories"], "limits": filled("limits"), "ratios": state["ratios"],
        "goals": filled("goals"), "schedules": named("schedules"), "occurrences": occurrences, "incomes": named("incomes"),
        "transfers": named("transfers"),
    }


def histories(number=12, seed=26):
    """Few ids and close stamps, in the order in which they arrived; three people, who are there from the beginning."""
    dice = Random(seed)
    for history in range(number):
        ids = count(dice.randint(1, 2**32))
        events = [("ParticipantAdded", {"participantId": who, "name": who[-1]}, 0) for who in (A, B, C, D)]
        events += [(*something(dice), dice.randint(1, 9)) for _ in range(45)]
        lines = [line(kind, said, id=f"{dice.getrandbits(32):08x}-0000-4000-8000-{next(ids):012x}", entryAt=f"2026-0{4 + second // 5}-1{second}T12:00:00.000Z")
                 for kind, said, second in events]
        dice.shuffle(lines)
        yield {"name": f"history {history}", "lines": lines}


def something(dice):
    category, schedule = dice.choice([FOOD, FUN]), dice.choice([RENT, GYM])
    month, day, who = f"2026-0{dice.randint(4, 6)}", f"2026-04-0{dice.randint(1, 3)}", dice.choice([A, B, C])
    amount, name = dice.randint(1, 99999), f"name {dice.randint(1, 99)}"
    people = dice.sample([A, B, C], dice.randint(1, 3))
    comes = dice.choice([
        recurrence(), recurrence("weekly", day), recurrence("yearly", "2024-02-29"), recurrence("daily", count=3), recurrence(end="2026-04-29"),
        recurrence("custom", custom={"every": 7, "unit": "month"}), recurrence("biweekly", "9999-12-01"),
    ])
    split = {"split": BY_RATIO} if dice.random() < 0.5 else {}
    given = scheduled(name, amount, people, dice.choice(people), schedule=comes, **split)
    number = dice.randint(0, 4)
    ratio = [{"participantId": one, "weight": dice.randint(1, 9)} for one in people]
    return dice.choice([
        lambda: ("CategoryCreated", {"categoryId": category, "name": name, **dice.choice([{}, {"participantId": who}])}),
        lambda: ("CategoryChanged", {"categoryId": category, "name": name, "icon": "x"}),
        lambda: ("CategoryDeleted", {"categoryId": category}),
        lambda: ("BudgetSet", {"categoryId": category, "from": month, **dice.choice([{}, {"amount": None}, {"amount": money(amount)}])}),
        lambda: ("BurdenRatioSet", {"from": day, **dice.choice([{}, {"weights": None}, {"weights": ratio}, {"weights": ratio}])}),
        lambda: ("SavingGoalSet", {"participantId": who, "from": month, **dice.choice([{}, {"amount": money(amount)}])}),
        lambda: ("ScheduleCreated", {"scheduleId": schedule, "input": given}),
        lambda: ("ScheduleCreated", {"scheduleId": schedule, "input": given}),
        lambda: ("ScheduleUpdated", {"scheduleId": schedule, "input": given}),
        lambda: ("ScheduleDeleted", {"scheduleId": schedule}),
        lambda: ("OccurrenceChanged", {"scheduleId": schedule, "occurrence": number, "input": spent(amount, people, f"2026-05-1{number}", payerId=people[0])}),
        lambda: ("OccurrenceSkipped", {"scheduleId": schedule, "occurrence": number}),
        lambda: ("OccurrenceRestored", {"scheduleId": schedule, "occurrence": number}),
        lambda: ("IncomeRecorded", {"incomeId": SALARY, "input": {**earned(date=day), "name": name}}),
        lambda: ("IncomeUpdated", {"incomeId": SALARY, "input": {**earned(schedule=comes), "name": name}}),
        lambda: ("IncomeDeleted", {"incomeId": SALARY}),
        lambda: ("TransferRecorded", moved(direction=dice.choice(["in", "out"]))),
        lambda: ("TransferDeleted", {"transferId": TRANSFER}),
        lambda: ("ParticipantRetired", {"participantId": C}),
        lambda: ("LedgerSettingsChanged", {"timeZone": dice.choice(["UTC", "Europe/Berlin"])}),
    ])()
