// Ten thousand random cases, others in every run: the app's core must make of each what LedgerCore made of it. `core-cases`
// (Tests/Web/Cases) prints them; CORE_CASES names it, CASES_SEED repeats a run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { usualBurden } from "../../Public/core/burden.js";
import { monthOf } from "../../Public/core/calendar-month.js";
import { Ledger, readExpense } from "../../Public/core/ledger.js";
import { moneyFromText, moneyToText } from "../../Public/core/money.js";
import { openShares } from "../../Public/core/open-shares.js";
import { debtsOf } from "../../Public/core/payers.js";
import { planOf } from "../../Public/core/plan.js";
import { dateOf, occurrencesIn } from "../../Public/core/recurrence.js";
import { rounded, settleUp } from "../../Public/core/settle-up.js";
import { sharesOf } from "../../Public/core/split.js";
import { portionIn, portionOn } from "../../Public/core/spread.js";
import { statement } from "../../Public/core/statement.js";

const count = 10_000;
const program = process.env.CORE_CASES ?? fileURLToPath(new URL("../../.build/release/core-cases", import.meta.url));
const isBuilt = process.env.CORE_CASES || existsSync(program);
const seed = process.env.CASES_SEED ?? String(Date.now() % 1_000_000_007);

const byPair = (a, b) => (`${a.debtorId} ${a.creditorId}` < `${b.debtorId} ${b.creditorId}` ? -1 : 1);
const read = (debts) => debts.map((debt) => ({ ...debt, amount: BigInt(debt.amount) })).toSorted(byPair);
const amounts = (parts) => new Map(parts.map(({ participantId, amount }) => [participantId, BigInt(amount)]));
const byKey = (map) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

function readPlan({ minimal, payments, groups }) {
    return { minimal, groups, payments: payments.map((one) => ({ ...one, amount: BigInt(one.amount) })) };
}

function hasPlan(plan, expected) {
    const { minimal, groups, payments } = plan;
    assert.deepEqual({ minimal, groups, payments }, readPlan(expected));
}

/** By kind of case: works it out and compares. */
const compare = {
    money({ text, digits, minorUnits, written }) {
        if (minorUnits === null) return assert.throws(() => moneyFromText(text, digits), RangeError);
        assert.equal(moneyFromText(text, digits), BigInt(minorUnits));
        assert.equal(moneyToText(BigInt(minorUnits), digits), written);
    },

    split({ expense, shares, debts }) {
        const input = readExpense(expense, 0);
        assert.deepEqual(byKey(sharesOf(input)), byKey(amounts(shares)));
        assert.deepEqual(debtsOf(input).toSorted(byPair), read(debts));
    },

    plan({ positions, debts, plan, inHundreds }) {
        const open = amounts(positions);
        hasPlan(settleUp(open, read(debts)), plan);
        hasPlan(settleUp(rounded(open, 100n), read(debts)), inHundreds);
    },

    schedule({ schedule, dates, from, to, found }) {
        for (const { k, date } of dates) assert.equal(dateOf(schedule, k), date, `number ${k}`);
        assert.deepEqual(occurrencesIn(schedule, from, to), found);
    },

    spread({ amount, spread, portions }) {
        for (const { day, onDay, inMonth } of portions) {
            assert.equal(portionOn(BigInt(amount), spread, day), BigInt(onDay), day);
            assert.equal(portionIn(BigInt(amount), spread, monthOf(day)), BigInt(inMonth), day);
        }
    },

    ratio({ present, ratios, owner, day, division }) {
        const category = owner && { participantId: owner };
        const found = usualBurden({ present, ratios, category, day });
        assert.deepEqual(found?.people, division?.people);
        assert.deepEqual(found?.weights, division?.weights);
    },

    ledger({ wire, ...expected }) {
        const ledger = new Ledger(wire);
        assert.deepEqual(ledger.balances.pairs(), read(expected.debts));
        assert.deepEqual(byKey(ledger.positions), byKey(amounts(expected.positions)));
        const { total, count, perPerson } = ledger.sums;
        const people = byKey(perPerson).map(([participantId, { paid, share }]) => ({
            ...{ participantId, paid: String(paid), share: String(share) },
        }));
        assert.deepEqual([String(total), count, people], [expected.total, expected.count, expected.people]);
        hasPlan(planOf(ledger), expected.plan);
        hasPlan(planOf(ledger, 10n ** BigInt(ledger.minorDigits)), expected.inWholeUnits);
        const lines = statement(ledger.actual, ledger.settlements, ...expected.pair);
        assert.deepEqual(lines.map(({ amount, running }) => [String(amount), String(running)]), expected.statement);
        for (const { id, debts } of expected.open) {
            assert.deepEqual(openShares(ledger.expense(id), ledger.settlements).toSorted(byPair), read(debts), id);
        }
    },
};

test(`${count} random cases come to what LedgerCore says`, { skip: !isBuilt && "core-cases is not built" }, () => {
    const output = execFileSync(program, [seed, String(count)], { encoding: "utf8", maxBuffer: 1e9 });
    const lines = output.trimEnd().split("\n");
    assert.equal(lines.length, count);
    for (const [place, line] of lines.entries()) {
        const { kind, ...one } = JSON.parse(line);
        try {
            compare[kind](one);
        } catch (error) {
            error.message = `seed ${seed}, case ${place} (${kind}): ${error.message}\n${line.slice(0, 4000)}`;
            throw error;
        }
    }
});
