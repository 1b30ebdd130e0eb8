// "More ways to split": by shares, percent, exact amounts, adjustments or items; what is missing or over, in words.

import { firstParts, splitModes } from "../../core/split-draft.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { withProblems } from "../../elements/field.js";
import { named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";
import { differenceWords } from "./difference-words.js";
import { itemRows } from "./item-rows.js";
import { partRows } from "./part-rows.js";
import { upgradeOffer } from "../upgrade-offer.js";

/** The modes in which everybody has a field. */
const withParts = ["shares", "percent", "exact", "adjustment"];

/** A block with `typed()`, `fill(typed)` and `follow(participantIds, split)`. `everybody()` names those who take part. */
export function splitMode(ledger, people, typed, everybody) {
    const fold = h("details", { class: "fold" }, h("summary", {}, say("split.more")));
    if (ledger.schemaVersion < 2) return withoutModes(fold, ledger, typed);
    const mode = modeChoice(typed.mode);
    const parts = partRows(ledger, people, { legend: say("split.more"), texts: typed.parts });
    const items = itemRows(ledger, people, typed, everybody);
    const about = h("p", { class: "hint" });
    const left = h("p", { class: "hint strong", "aria-live": "polite" });
    fold.open = typed.mode !== "equal";
    fold.append(h("div", { class: "stack" }, mode, about, parts, items, left));
    const block = withProblems(fold, fold);
    const chosen = () => mode.chosen()[0];
    mode.addEventListener("change", () => {
        parts.fill(firstParts(chosen(), everybody()));
        if (chosen() === "items") items.begin();
    });
    block.typed = () => ({ mode: chosen(), parts: parts.texts(), ...items.typed() });
    block.fill = (split) => {
        for (const input of mode.querySelectorAll("input")) input.checked = input.value === split.mode;
        parts.fill(split.parts);
        parts.hidden = !withParts.includes(split.mode);
    };
    block.follow = (participantIds, split) => {
        show(ledger, chosen(), participantIds, { parts, items, about });
        parts.bear(new Map([...split.shares ?? []].map(([id, share]) => [id, money(share, ledger)])));
        left.textContent = leftWords(ledger, chosen(), split);
        block.showProblem(null);
    };
    return block;
}

function modeChoice(chosen) {
    const options = splitModes.map((value) => ({ value, label: say(`split.mode.${value}`) }));
    return choices({ legend: say("split.how"), name: "mode", options, chosen: [chosen] });
}

function show(ledger, mode, participantIds, { parts, items, about }) {
    about.textContent = say(`split.about.${mode}`);
    parts.hidden = !withParts.includes(mode);
    parts.entitle(say(`split.mode.${mode}`));
    const unit = { shares: "×", percent: "%" }[mode] ?? formats.currencySign(ledger.currency);
    parts.measure(unit, mode === "adjustment" ? "text" : "decimal");
    parts.showFor(participantIds);
    items.hidden = mode !== "items";
}

/** Only what is wrong with the numbers; who is missing altogether is said above the button. */
function leftWords(ledger, mode, { shares, problems }) {
    const problem = problems.find(({ field }) => field === "split");
    if (problem) return differenceWords(ledger, problem);
    if (mode === "equal" || !shares) return "";
    return mode === "items" ? sharesWords(ledger, shares) : say("split.addsUp");
}

/** Where nothing else shows what everybody bears. */
function sharesWords(ledger, shares) {
    const each = [...shares].map(([id, share]) =>
        say("split.each", { name: named(ledger.person(id), ledger), amount: money(share, ledger) })
    );
    return formats.list(each);
}

/** A ledger of format version 1 knows equal shares only. */
function withoutModes(fold, ledger, typed) {
    fold.append(upgradeOffer(ledger, say("split.needsUpgrade")));
    const block = withProblems(fold, fold);
    block.typed = () => typed;
    block.fill = () => {};
    block.follow = () => {};
    return block;
}
