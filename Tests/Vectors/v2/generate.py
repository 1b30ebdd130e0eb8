"""Makes splits.json, events.jsonl, problems.json and folds.json: the rules of docs/file-format.md (d) for schema version 2, worked out
here a second time, with exact fractions, so that the program is compared with something that is not itself."""
import json
from fractions import Fraction
from pathlib import Path
from random import Random

HERE = Path(__file__).parent


def person(letter):
    return f"00000000-0000-4000-8000-00000000000{letter}"


A, B, C, D = (person(letter) for letter in "abcd")


def divide(amount, weights):
    """{who: weight} → {who: part}, by largest remainder, ties by id; a negative amount as its magnitude."""
    total, size = sum(weights.values()), abs(amount)
    if total == 0:
        return {who: 0 for who in weights}
    quotas = {who: Fraction(size * weight, total) for who, weight in weights.items()}
    parts = {who: quota.numerator // quota.denominator for who, quota in quotas.items()}
    rest = size - sum(parts.values())
    for who in sorted(weights, key=lambda who: (parts[who] - quotas[who], who))[:rest]:
        parts[who] += 1
    return {who: part if amount >= 0 else -part for who, part in parts.items()}


def equally(amount, people, payer):
    base, rest = divmod(abs(amount), len(people))
    base, rest = (base, rest) if amount >= 0 else (-base, -rest)
    lucky = payer if payer in people else min(people)
    return {who: base + (rest if who == lucky else 0) for who in people}


def percent(text):
    return Fraction(text)


def shares_of(split, amount, people, payer):
    mode = split["mode"]
    if mode == "equal":
        return equally(amount, people, payer)
    if mode == "shares":
        return divide(amount, {part["participantId"]: part["shares"] for part in split["shares"]})
    if mode == "percent":
        return divide(amount, {part["participantId"]: int(percent(part["percent"]) * 100) for part in split["percents"]})
    if mode == "exact":
        return {part["participantId"]: int(part["amount"]) for part in split["amounts"]}
    if mode == "adjustment":
        given = {part["participantId"]: int(part["amount"]) for part in split["adjustments"]}
        even = equally(amount - sum(given.values()), people, payer)
        return {who: even[who] + given.get(who, 0) for who in people}
    lines = {who: 0 for who in people}
    for item in split["items"]:
        for who, part in divide(int(item["amount"]), {who: 1 for who in item["participantIds"]}).items():
            lines[who] += part
    extras = int(split.get("tax", 0)) + int(split.get("tip", 0)) - int(split.get("discount", 0))
    more = divide(extras, lines)
    return {who: lines[who] + more[who] for who in people}


def debts_of(shares, payers, payer):
    if not payers:
        return [(who, payer, share) for who, share in sorted(shares.items()) if who != payer and share]
    left = {part["participantId"]: int(part["amount"]) for part in payers}
    debts = []
    for who in sorted(shares):
        for creditor, part in divide(shares[who], left).items():
            left[creditor] -= part
            if part and creditor != who:
                debts.append((who, creditor, part))
    assert not any(left.values())
    return sorted(debts)


def parts(**amounts):
    return [{"participantId": person(letter), "amount": str(amount)} for letter, amount in amounts.items()]


def weights(**counts):
    return [{"participantId": person(letter), "shares": count} for letter, count in counts.items()]


def percents(**texts):
    return [{"participantId": person(letter), "percent": text} for letter, text in texts.items()]


def item(amount, people, title="Line"):
    return {"title": title, "amount": str(amount), "participantIds": [person(letter) for letter in people]}


def case(name, amount, split, people="abc", payer="a", payers=None):
    people = [person(letter) for letter in people]
    payers = payers or []
    payer = payers[0]["participantId"] if payers else person(payer)
    shares = shares_of(split, amount, people, payer)
    assert sum(shares.values()) == amount and min(shares.values()) >= 0, name
    made = {"name": name, "amount": str(amount), "payerId": payer, "participantIds": people, "split": split}
    if payers:
        made["payers"] = payers
    made["shares"] = [{"participantId": who, "amount": str(shares[who])} for who in people]
    made["debts"] = [
        {"debtorId": debtor, "creditorId": creditor, "amount": str(owed)}
        for debtor, creditor, owed in debts_of(shares, payers, payer)
    ]
    return made


def known_cases():
    """Numbers that people expect; PB-TC names the numeric cases of the product's behaviour."""
    shares = lambda **counts: {"mode": "shares", "shares": weights(**counts)}
    items = lambda *lines, **extras: {"mode": "items", "items": list(lines), **{k: str(v) for k, v in extras.items()}}
    adjusted = lambda **amounts: {"mode": "adjustment", "adjustments": parts(**amounts)}
    yield case("PB-TC-30: 100 by 2 and 1", 10000, shares(a=2, b=1), "ab")
    yield case("PB-TC-31: 60 by 1, 2 and 3", 6000, shares(a=1, b=2, c=3))
    yield case("PB-TC-32: 100 by 3 and 1", 10000, shares(a=3, b=1), "ab")
    yield case("PB-TC-33: a receipt of 60 and 40 with 20 of tax", 12000, items(item(6000, "a"), item(4000, "b"), tax=2000), "ab")
    yield case("PB-TC-34: a receipt of 50, 30 and 20 with 20 of tip", 12000, items(item(5000, "a"), item(3000, "b"), item(2000, "c"), tip=2000))
    yield case("PB-TC-35: a receipt of 70 and 50 less 20", 10000, items(item(7000, "a"), item(5000, "b"), discount=2000), "ab")
    yield case("PB-TC-36: who had nothing bears nothing", 12000, items(item(10000, "a"), item(0, "b"), tax=2000), "ab")
    yield case("PB-TC-38: one bears 10 more (PB-MAP-SP5)", 10000, adjusted(a=1000), "ab")
    yield case("PB-TC-39: one bears 5 less (PB-MAP-SP5)", 10000, adjusted(a=-500), "ab")
    yield case("PB-TC-40: 10 more, 10 less, nothing", 9000, adjusted(a=1000, b=-1000, c=0))
    yield case("an adjustment leaves an odd cent to the payer", 1001, adjusted(b=100), payer="c")
    yield case("an adjustment leaves an odd cent to the first id when the payer does not share", 1001, adjusted(b=-100), payer="d")
    yield case("percents of an amount that does not divide", 10001, {"mode": "percent", "percents": percents(a="33.33", b="33.33", c="33.34")})
    yield case("a hundredth of a percent of a cent", 1, {"mode": "percent", "percents": percents(a="0.01", b="99.99")}, "ab")
    yield case("whole percents, in another order than the ids'", 999, {"mode": "percent", "percents": percents(c="50", a="25.5", b="24.5")}, "cab")
    yield case("as somebody worked it out", 4720, {"mode": "exact", "amounts": parts(b=4000, a=720)}, "ba", payer="c")
    yield case("a line for all and one for one, tax and tip in proportion", 2320, items(item(1200, "ab", "Pizza"), item(800, "b", "Wine"), tax=120, tip=200), "ab")
    yield case("a line that does not divide goes by the ids", 100, items(item(100, "cba")), "cba")
    yield case("two payers of an equal split", 3000, {"mode": "equal"}, payers=parts(a=2000, b=1000))
    yield case("two payers who do not share", 3001, {"mode": "equal"}, "cd", payers=parts(b=2000, a=1001))
    yield case("three payers of nine cents", 9, {"mode": "equal"}, "abcd", payers=parts(a=3, b=3, c=3))
    yield case("two payers of a split by shares", 10000, shares(b=1, c=2, d=4), "bcd", payers=parts(d=3333, a=6667))
    yield case("the largest amount a person may enter", 10**15 - 1, shares(a=1_000_000, b=999_999, c=1))


def random_cases(count=120, seed=4):
    dice = Random(seed)

    def cut(amount, letters, least=0):
        """A random partition, each part at least `least`."""
        marks = sorted(dice.randint(0, amount - least * len(letters)) for _ in letters[1:])
        sizes = [b - a for a, b in zip([0, *marks], [*marks, amount - least * len(letters)])]
        return {letter: size + least for letter, size in zip(letters, sizes)}

    for number in range(count):
        letters = dice.sample("abcd", dice.randint(1, 4))
        amount = dice.choice([dice.randint(40, 400), dice.randint(40, 99999), dice.randint(40, 10**12)])
        mode = dice.choice(["equal", "shares", "percent", "exact", "adjustment", "items"])
        split = {"mode": mode}
        if mode == "shares":
            split["shares"] = weights(**{letter: dice.randint(1, 9) for letter in letters})
        elif mode == "percent":
            sizes = cut(10_000, letters, 1)
            split["percents"] = percents(**{letter: f"{size // 100}.{size % 100:02}" for letter, size in sizes.items()})
        elif mode == "exact":
            split["amounts"] = parts(**cut(amount, letters, 1))
        elif mode == "adjustment":
            reach = amount // (4 * len(letters))
            split["adjustments"] = parts(**{letter: dice.randint(-reach, reach) for letter in letters})
        elif mode == "items":
            tax, tip = dice.randint(0, amount // 8), dice.randint(0, amount // 8)
            lines = cut(amount - tax - tip, [str(n) for n in range(dice.randint(1, 4))])
            split["items"] = [item(size, dice.sample(letters, dice.randint(1, len(letters)))) for size in lines.values()]
            letters = list(dict.fromkeys(who[-1] for line in split["items"] for who in line["participantIds"]))
            split.update({name: str(size) for name, size in (("tax", tax), ("tip", tip)) if size})
        paying = dice.sample("abcd", dice.choice([1, 1, 2, 3]))
        payers = parts(**cut(amount, paying, 1)) if len(paying) > 1 else None
        yield case(f"at random {number}", amount, split, "".join(letters), paying[0], payers)


# MARK: Lines

EVENT = "7d0c2f8e-0000-4000-8000-0000000000e1"
EXPENSE = "7d0c2f8e-0000-4000-8000-0000000000aa"
COMMENT = "7d0c2f8e-0000-4000-8000-0000000000c1"


def line(kind, payload, version=2, **more):
    event = {
        "id": EVENT, "kind": kind, "schemaVersion": version, "authorDeviceId": "7d0c2f8e-0000-4000-8000-0000000000d1",
        "authorParticipantId": A, "entryAt": "2026-05-14T12:03:11.123Z", "payload": payload, **more,
    }
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def money(amount):
    return {"$bigint": str(amount)}


def in_line(value):
    """A split, parts or debts with money as lines write it."""
    if isinstance(value, list):
        return [in_line(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        name: money(inner) if name in ("amount", "tax", "tip", "discount") else two_digits(inner) if name == "percent" else in_line(inner)
        for name, inner in value.items()
    }


def two_digits(text):
    return f"{float(text):.2f}"


def expense(made):
    data = {
        "title": "Dinner", "amount": money(made["amount"]), "executionDate": "2026-05-14", "payerId": made["payerId"],
        "splitParticipantIds": made["participantIds"], "labelIds": [],
    }
    payers = made.get("payers")
    if made["split"]["mode"] != "equal":
        data["split"] = in_line(made["split"])
    if payers:
        data["payers"] = in_line(payers)
    if payers or made["split"]["mode"] != "equal":
        data["shares"] = in_line(made["shares"])
    if payers:
        data["debts"] = in_line(made["debts"])
    return data


def expense_line(made, **changes):
    return line("ExpenseCreated", {"expenseId": EXPENSE, "input": {**expense(made), **changes}})


def good_lines(cases):
    yield line("LedgerSettingsChanged", {"kind": "direct", "archived": True})
    yield line("LedgerSettingsChanged", {"defaultSplit": {"mode": "shares", "shares": weights(a=2, b=1)}})
    yield line("LedgerSettingsChanged", {"archived": False, "defaultSplit": None})
    yield line("LedgerSettingsChanged", {})
    yield line("ParticipantAdded", {"participantId": A, "name": "Anna", "colour": "purple"})
    yield line("ParticipantAdded", {"participantId": A, "name": "Anna"})
    yield line("ParticipantColoured", {"participantId": A, "colour": "red"})
    yield line("ParticipantRetired", {"participantId": A})
    yield line("ParticipantReinstated", {"participantId": A})
    yield line("ParticipantMerged", {"participantId": A, "intoParticipantId": B})
    yield line("ParticipantUnmerged", {"participantId": A}, undoes="7d0c2f8e-0000-4000-8000-0000000000e0")
    yield line("CommentAdded", {"commentId": COMMENT, "expenseId": EXPENSE, "text": "Twice?\nNo: „once“."})
    yield line("CommentDeleted", {"commentId": COMMENT, "expenseId": EXPENSE})
    settlement = {"fromParticipantId": A, "toParticipantId": B, "amount": money(5), "date": "2026-05-14", "expenseId": EXPENSE}
    yield line("SettlementRecorded", {"settlementId": COMMENT, "input": settlement})
    for made in cases:
        yield expense_line(made)


def bad_lines(cases):
    """(name, problem, line)"""
    named = {made["name"]: made for made in cases}
    by_shares, receipt = named["PB-TC-30: 100 by 2 and 1"], named["a line for all and one for one, tax and tip in proportion"]
    percent_, exact = named["percents of an amount that does not divide"], named["as somebody worked it out"]
    paid = named["two payers of an equal split"]
    sums, field, missing, kind = "does-not-add-up", "bad-field", "missing-field", "unknown-kind"
    part = lambda who, amount: {"participantId": who, "amount": money(amount)}
    owed = lambda debtor, creditor, amount: {"debtorId": debtor, "creditorId": creditor, "amount": money(amount)}
    with_split = lambda made, **changes: expense_line(made, split={**in_line(made["split"]), **changes})

    def without(made, name):
        data = expense(made)
        del data[name]
        return line("ExpenseCreated", {"expenseId": EXPENSE, "input": data})

    yield "shares that come to a cent less", sums, expense_line(by_shares, shares=[part(A, 6666), part(B, 3333)])
    yield "shares that come to a cent more", sums, expense_line(by_shares, shares=[part(A, 6667), part(B, 3334)])
    yield "a share below zero", field, expense_line(by_shares, shares=[part(A, 10001), part(B, -1)])
    yield "shares in another order", field, expense_line(by_shares, shares=[part(B, 3333), part(A, 6667)])
    yield "shares of somebody else", field, expense_line(by_shares, shares=[part(A, 6667), part(C, 3333)])
    yield "shares of fewer people", field, expense_line(by_shares, shares=[part(A, 10000)])
    yield "a split without shares", missing, without(by_shares, "shares")
    yield "shares without what they come from", missing, without(by_shares, "split")
    yield "debts without payers", missing, expense_line(by_shares, debts=[])
    yield "payers without debts", missing, without(paid, "debts")
    yield "payers without shares", missing, without(paid, "shares")
    yield "one payer in a list", field, expense_line(paid, payers=[part(A, 3000)])
    yield "payers who paid less", sums, expense_line(paid, payers=[part(A, 2000), part(B, 999)])
    yield "a payer who paid nothing", field, expense_line(paid, payers=[part(A, 3000), part(B, 0)])
    yield "a payer twice", field, expense_line(paid, payers=[part(A, 2000), part(A, 1000)])
    yield "another first payer", field, expense_line(paid, payerId=B)
    yield "debts that lose a cent", sums, expense_line(paid, debts=[owed(A, B, 332), owed(B, A, 667), owed(C, A, 667), owed(C, B, 333)])
    yield "debts that go round and round", sums, expense_line(paid, debts=[owed(A, B, 1333), owed(B, A, 1666), owed(C, A, 667), owed(C, B, 333)])
    yield "a debt to oneself", field, expense_line(paid, debts=[owed(A, A, 5), *in_line(paid["debts"])])
    yield "a debt to somebody who did not pay", field, expense_line(paid, debts=[owed(A, C, 333)])
    yield "a debt of nothing", field, expense_line(paid, debts=[*in_line(paid["debts"]), owed(C, A, 0)])
    yield "no shares for somebody", field, with_split(by_shares, shares=weights(a=1, b=0))
    yield "more shares than anybody counts", field, with_split(by_shares, shares=weights(a=1_000_001, b=1))
    yield "half a share", field, with_split(by_shares, shares=[{"participantId": A, "shares": 1.5}, {"participantId": B, "shares": 1}])
    yield "shares as a text", field, with_split(by_shares, shares=[{"participantId": A, "shares": "1"}, {"participantId": B, "shares": 1}])
    yield "somebody twice in a split", field, with_split(by_shares, shares=weights(a=1) + weights(a=1))
    yield "a split of fewer people", field, with_split(by_shares, shares=weights(a=1))
    yield "a split without its list", missing, expense_line(by_shares, split={"mode": "shares"})
    yield "a split without a mode", missing, expense_line(by_shares, split={"shares": weights(a=2, b=1)})
    yield "a mode nobody knows", field, with_split(by_shares, mode="fair")
    yield "percents over 100", sums, with_split(percent_, percents=percents(a="33.33", b="33.33", c="43.34"))
    yield "percents that lack a hundredth", sums, with_split(percent_, percents=percents(a="33.33", b="33.33", c="33.33"))
    yield "a percentage of three decimals", field, with_split(percent_, percents=percents(a="33.333", b="33.333", c="33.334"))
    yield "a percentage as a number", field, with_split(percent_, percents=percents(a=33.33, b=33.33, c=33.34))
    yield "a percentage below zero", field, with_split(percent_, percents=percents(a="-10.00", b="50.00", c="60.00"))
    yield "a percentage of nothing", field, with_split(percent_, percents=percents(a="0.00", b="50.00", c="50.00"))
    yield "amounts that do not come to the whole", sums, with_split(exact, amounts=[part(B, 4000), part(A, 721)])
    yield "amounts that are not the shares", sums, with_split(exact, amounts=[part(B, 720), part(A, 4000)])
    yield "an amount below zero", field, with_split(exact, amounts=[part(B, 4721), part(A, -1)])
    yield "lines that do not come to the whole", sums, with_split(receipt, tip=money(201))
    yield "a tip below zero", field, with_split(receipt, tip=money(-1))
    yield "a line for nobody", field, with_split(receipt, items=[in_line(item(2000, ""))])
    yield "a line for somebody twice", field, with_split(receipt, items=[in_line(item(2000, "abb"))])
    yield "a discount above the lines", field, with_split(receipt, discount=money(2001), tip=money(2201))
    yield "a receipt without lines", field, with_split(receipt, items=[])
    yield "a colour nobody knows", field, line("ParticipantColoured", {"participantId": A, "colour": "brown"})
    yield "a kind of ledger nobody knows", field, line("LedgerSettingsChanged", {"kind": "club"})
    yield "a default that fits one amount", field, line("LedgerSettingsChanged", {"defaultSplit": in_line(exact["split"])})
    yield "a default of 101 percent", sums, line("LedgerSettingsChanged", {"defaultSplit": {"mode": "percent", "percents": percents(a="50.50", b="50.50")}})
    yield "a merge into nobody", missing, line("ParticipantMerged", {"participantId": A})
    yield "a comment without words", missing, line("CommentAdded", {"commentId": COMMENT, "expenseId": EXPENSE})
    yield "an event that undoes no event", field, line("ParticipantRetired", {"participantId": A}, undoes="the last one")
    yield "a kind that version 1 does not know", kind, line("ParticipantRetired", {"participantId": A}, version=1)


def main():
    import plans

    known, random = list(known_cases()), list(random_cases())
    write("splits.json", known + random)
    good, bad = [*good_lines(known), *plans.good_lines()], [*bad_lines(known), *plans.bad_lines()]
    (HERE / "events.jsonl").write_text("".join(text + "\n" for text in good))
    write("problems.json", [{"name": name, "problem": problem, "line": text} for name, problem, text in bad])
    write("folds.json", [{**history, "state": plans.expected(plans.fold(map(json.loads, history["lines"])))} for history in plans.histories()])


def write(name, elements):
    """A list, one element on each line."""
    lines = ",\n".join(json.dumps(element, ensure_ascii=False) for element in elements)
    (HERE / name).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
