// How a ledger usually splits: what a new expense begins with. Only modes that know no amounts.

import { typedSplit } from "../../core/expense-draft.js";
import { firstParts, readSplit } from "../../core/split-draft.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";
import { differenceWords, withAmounts } from "./difference-words.js";
import { partRows } from "./part-rows.js";

const usualModes = ["equal", "shares", "percent"];

export function usualSplitForm(app, ledger) {
    const { mode, parts, read } = usualParts(ledger);
    const left = h("p", { class: "hint strong", "aria-live": "polite" });
    const follow = () => {
        parts.hidden = mode.chosen()[0] === "equal";
        parts.measure(mode.chosen()[0] === "percent" ? "%" : "×");
        const problem = read().problems.find(({ by }) => by !== undefined);
        left.textContent = problem ? differenceWords(ledger, problem) : "";
    };
    const send = async () => {
        const { split, problems } = read();
        if (problems.length > 0) throw new Unfinished(withAmounts(ledger, { problems }).problems);
        await app.books.write(ledger.id, "PATCH", "", { defaultSplit: split });
        app.toast(say("settings.saved"));
    };
    const hint = h("p", { class: "hint" }, say("settings.defaultSplitHint"));
    const fields = { split: parts, splitParticipantIds: parts, defaultSplit: parts };
    const element = form({ fields, content: [hint, mode, parts, left], label: say("action.save"), send });
    element.addEventListener("input", follow);
    element.addEventListener("change", follow);
    follow();
    return element;
}

function usualParts(ledger) {
    const typed = typedSplit(ledger.defaultSplit, String);
    const participantIds = ledger.present.map(({ id }) => id);
    const options = usualModes.map((value) => ({ value, label: say(`split.mode.${value}`) }));
    const mode = choices({ legend: say("split.how"), name: "mode", options, chosen: [typed.mode] });
    const parts = partRows(ledger, ledger.present, { legend: say("settings.defaultSplit"), texts: typed.parts });
    mode.addEventListener("change", () => parts.fill(firstParts(mode.chosen()[0], participantIds)));
    const whole = { amount: null, payerId: null, participantIds, digits: ledger.minorDigits };
    const read = () => readSplit({ ...typed, mode: mode.chosen()[0], parts: parts.texts() }, whole);
    return { mode, parts, read };
}
