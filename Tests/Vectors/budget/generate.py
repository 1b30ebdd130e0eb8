#!/usr/bin/env python3
"""Four hundred years of what recurs, as python-dateutil reckons it: `generate.py` writes `calendar.json`, `generate.py check`
only compares it.

* `recurrences`: every `every` units from `start` on, up to the end of the 400 years or of the calendar. `count` dates, and
  the `digest` of all of them in order: each adds its proleptic ordinal (1 January of the year 1 is 1) to 31 times what was
  before, modulo a prime. `windows`: [first day, last day, number of the first occurrence in them, how many there are].
* `months`: from January of `from` on, 4800 of them: the digest of how many days each has.

Dates come from `relativedelta`, always added to the start. Where its other half, `rrule`, can say the same (days and weeks;
months by the last of the days that there are up to the start's), both have to agree.
"""
import json
import sys
from bisect import bisect_left, bisect_right
from calendar import monthrange
from datetime import date, datetime
from pathlib import Path

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule

FILE = Path(__file__).parent / "calendar.json"
YEARS = 400
STARTS = ["0001-01-01", "1600-02-29", "1899-12-31", "2024-02-29", "2026-01-31", "2026-03-30", "2026-05-14", "9700-08-29",
          "9999-12-31"]
STEPS = [("day", 10), ("day", 99), ("week", 1), ("week", 2), ("week", 7), ("month", 1), ("month", 2), ("month", 3),
         ("month", 5), ("month", 12), ("month", 99), ("year", 1), ("year", 3), ("year", 4), ("year", 99)]


def digest(numbers):
    total = 0
    for number in numbers:
        total = (31 * total + number) % 2147483647
    return total


def stepped(start, unit, every, last):
    dates = []
    while True:
        try:
            day = start + relativedelta(**{unit + "s": every * len(dates)})
        except (ValueError, OverflowError):
            return dates
        if day > last:
            return dates
        dates.append(day)


def ruled(start, unit, every, last):
    rule = {"day": DAILY, "week": WEEKLY, "month": MONTHLY, "year": YEARLY}[unit]
    extra = {}
    if unit in ("month", "year"):
        # The last of these that the month has is the start's day, or the month's last one.
        extra = {"bymonthday": list(range(min(start.day, 28), start.day + 1)), "bysetpos": -1}
    if unit == "year":
        extra["bymonth"] = start.month
    first, until = (datetime.combine(day, datetime.min.time()) for day in (start, last))
    return [moment.date() for moment in rrule(rule, dtstart=first, interval=every, until=until, **extra)]


def windows(start, dates, last):
    cuts = [start, date(min(start.year + 1, 9999), 2, 28), date(min(start.year + 3, 9999), 3, 1), dates[len(dates) // 2], last]
    for low, high in zip(cuts, cuts[1:]):
        if low <= high:
            first = bisect_left(dates, low)
            yield [str(low), str(high), first, bisect_right(dates, high) - first]


def recurrence(start, unit, every):
    last = date(min(start.year + YEARS, 9999), 12, 31)
    dates = stepped(start, unit, every, last)
    # A rule looks beyond its last date, which the last year of the calendar does not have.
    assert last.year == 9999 or dates == ruled(start, unit, every, last), (start, unit, every)
    return {"start": str(start), "unit": unit, "every": every, "last": str(last), "count": len(dates),
            "digest": digest(day.toordinal() for day in dates), "windows": list(windows(start, dates, last))}


def text():
    recurrences = [recurrence(date.fromisoformat(start), *step) for start in STARTS for step in STEPS]
    recurrences.append(recurrence(date(2000, 1, 1), "day", 1))
    months = [{"from": year, "digest": digest(monthrange(year + n // 12, n % 12 + 1)[1] for n in range(12 * YEARS))}
              for year in (1, 1600, 2000, 9600)]
    lines = lambda elements: "[\n" + ",\n".join(json.dumps(element) for element in elements) + "\n]"
    return '{"recurrences": ' + lines(recurrences) + ', "months": ' + lines(months) + "}\n"


if sys.argv[1:] == ["check"]:
    if FILE.read_text() != text():
        sys.exit(f"error: {FILE.name} is not what python-dateutil says")
else:
    FILE.write_text(text())
