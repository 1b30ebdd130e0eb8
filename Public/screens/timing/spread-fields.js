// Over which time an expense counts, with what that comes to a month and a day: by the rule that the server has.

import { monthOf } from "../../core/calendar-month.js";
import { portionCount, portionIn, portionOn, spreadUnits } from "../../core/spread.js";
import { readTiming } from "../../core/timing-draft.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { dateField, field, withProblems } from "../../elements/field.js";
import { money, say } from "../../elements/voice.js";

/** A block with `typed()` and `follow(amount)`, the amount `null` while there is none. */
export function spreadFields(ledger, draft) {
    const options = spreadUnits.map((value) => ({ value, label: say(`spread.by.${value}`) }));
    const by = choices({ legend: say("spread.by"), name: "by", look: "segmented", options, chosen: [draft.by] });
    const firstMonth = monthField("spread.from", "firstMonth", draft.firstMonth);
    const lastMonth = monthField("spread.to", "lastMonth", draft.lastMonth);
    const from = dateField({ label: say("spread.from"), name: "from", value: draft.from });
    const to = dateField({ label: say("spread.to"), name: "to", value: draft.to });
    const preview = h("p", { class: "hint strong", "aria-live": "polite" });
    const pairs = [h("div", { class: "pair" }, firstMonth, lastMonth), h("div", { class: "pair" }, from, to)];
    const block = h("div", { class: "stack" }, by, pairs, preview);
    block.typed = () => ({
        ...{ by: by.chosen()[0], from: from.value, to: to.value },
        ...{ firstMonth: firstMonth.value, lastMonth: lastMonth.value },
    });
    block.follow = (amount) => {
        const typed = block.typed();
        [pairs[0].hidden, pairs[1].hidden] = [typed.by !== "month", typed.by !== "day"];
        preview.textContent = previewWords(ledger, amount, typed);
        block.showProblem(null);
    };
    return withProblems(block, block);
}

/** Where a browser has no field for months it is one for text, in the same form. */
function monthField(label, name, value) {
    return field({ label: say(label), name, type: "month", value, placeholder: "2026-05", maxlength: 7 });
}

function previewWords(ledger, amount, typed) {
    const { spread, problems } = readTiming({ kind: "spread", spread: typed });
    if (!spread) return say(`problem.spread.${problems[0].code}`);
    const n = portionCount(spread);
    if (amount === null) return say(`spread.length.${spread.by}`, { n });
    const day = range(ledger, portionOn(amount, spread, spread.from), amount, BigInt(dayCount(spread)));
    if (spread.by === "day") return say("spread.preview.day", { n, day });
    const month = money(portionIn(amount, spread, monthOf(spread.from)), ledger);
    const last = money(portionIn(amount, spread, monthOf(spread.to)), ledger);
    const each = month === last ? month : say("spread.range", { from: month, to: last });
    return say("spread.preview.month", { n, month: each, day });
}

function dayCount(spread) {
    return portionCount({ ...spread, by: "day" });
}

/** Odd cents make two amounts of one. */
function range(ledger, first, amount, days) {
    const usual = amount / days;
    return first === usual && amount % days !== 0n
        ? say("spread.range", { from: money(usual, ledger), to: money(usual + 1n, ledger) })
        : money(first, ledger);
}
