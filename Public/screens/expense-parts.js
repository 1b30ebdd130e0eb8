// The parts of the expense form: each field by the server's name, in the order of the screen, and how they follow each other.

import { dividedUp } from "../core/drafts.js";
import { isSameSplit } from "../core/habit.js";
import { h } from "../elements/build.js";
import { amountField } from "../elements/amount-field.js";
import { dateField, noteField } from "../elements/field.js";
import { say } from "../elements/voice.js";
import { ratioWords } from "./budget/plan.js";
import { usualFor } from "./budget/usual.js";
import { titleField } from "./expense-title.js";
import { labelChoices } from "./label-choices.js";
import { splitChoices } from "./split-choices.js";
import { payerChoice } from "./splitting/payer-choice.js";
import { splitMode } from "./splitting/split-mode.js";
import { timingPart } from "./timing/timing-part.js";

/** `{fields, content, typed(), follow(amount), isByRatio()}`. */
export function expenseParts(app, ledger, draft, kinds) {
    const people = peopleFor(ledger, draft);
    const payer = payerChoice(ledger, people, draft);
    const among = splitChoices(ledger, people, draft.splitParticipantIds);
    const split = splitMode(ledger, people, draft.split, () => among.chosen());
    const timing = ledger.schemaVersion < 2 ? null : timingPart(ledger, draft, kinds);
    const burden = burdenPart(ledger, draft, among, split);
    const simple = {
        amount: amountField({ label: say("expense.amount"), ledger, value: draft.amount }),
        title: titleField(ledger, draft.title, (known) => takeOver(ledger, known, { simple, timing })),
        executionDate: dateField({ label: say("expense.date"), name: "executionDate", value: draft.executionDate }),
        labelIds: labelChoices(app, ledger, draft.labelIds),
        note: noteField({ label: say("expense.note"), value: draft.note }),
    };
    const shared = { payerId: payer.one, payers: payer.several, splitParticipantIds: among, split };
    const fields = { ...simple, ...shared, ...timing?.fields };
    const { amount, title, executionDate, labelIds, note } = simple;
    const content = [amount, title, payer.element, burden.hint, among, split, executionDate, timing, labelIds, note];
    const typed = () => ({ ...draftFrom(simple, payer, among, split), ...(timing?.typed() ?? unplanned) });
    const follow = (minor) => {
        burden.follow(typed());
        timing?.follow(minor, typed().executionDate);
        followDivision(ledger, typed(), minor, { payer, among, split, isOwn: burden.isOwn() });
    };
    return { fields, content, typed, follow, isByRatio: () => burden.isByRatio(typed()) };
}

const unplanned = Object.freeze({ categoryId: null, timing: { kind: "once" } });

/** Keeps the split as usual for the category and the day, for as long as nobody has chosen another one. */
function burdenPart(ledger, draft, among, split) {
    const hint = h("p", { class: "hint", "aria-live": "polite" });
    const usual = ({ executionDate, categoryId }) => usualFor(ledger, executionDate, ledger.category(categoryId));
    let known = { usual: usual(draft), isOwn: false };
    if (split.typed().mode === "shares" && isSameSplit(draft, known.usual)) split.open = false;
    const follow = (typed) => {
        const now = usual(typed);
        const owner = ledger.category(typed.categoryId)?.participantId;
        const isUntouched = isSameSplit(typed, known.usual);
        if (!isSameSplit(now, known.usual) && (isUntouched || owner || known.isOwn)) {
            among.choose(now.splitParticipantIds);
            split.fill(now.split);
        }
        known = { usual: now, isOwn: Boolean(owner) };
        const isAsBefore = draft.isHabit && isSameSplit(typed, draft);
        hint.textContent = isAsBefore ? say("split.asLastTime") : hintWords(ledger, typed, owner);
        hint.hidden = hint.textContent === "";
    };
    const isByRatio = (typed) => !known.isOwn && isSameSplit(typed, usual(typed)) && hasRatio(ledger);
    return { hint, follow, isByRatio, isOwn: () => known.isOwn };
}

/** Whether what is split as usual follows the ratio, also one that is set later. */
function hasRatio({ ratios, defaultSplit }) {
    return ratios.length > 0 || (defaultSplit?.mode ?? "equal") === "equal";
}

function hintWords(ledger, { executionDate }, owner) {
    if (owner) return say("category.bornBy", { name: ledger.person(owner)?.name ?? say("person.unknown") });
    const ratio = ratioWords(ledger, executionDate);
    return ratio ? say("ratio.inForce", { ratio }) : "";
}

/** What everybody bears and what is missing or over, as it stands. */
function followDivision(ledger, draft, amount, { payer, among, split, isOwn }) {
    const divided = dividedUp(draft, amount, ledger.minorDigits);
    payer.follow(divided.payers);
    among.hidden = isOwn || draft.split.mode === "items";
    split.hidden = isOwn;
    among.follow(draft.split.mode, divided.split.shares, divided.payers.payerId);
    split.follow(draft.splitParticipantIds, divided.split);
}

/** A title that was used before brings its labels and category, where none were chosen yet. */
function takeOver(ledger, { labelIds, categoryId }, { simple, timing }) {
    const known = labelIds.filter((id) => ledger.labels.some((label) => label.id === id));
    if (known.length > 0 && simple.labelIds.chosen().length === 0) simple.labelIds.choose(known);
    const category = timing?.fields.categoryId;
    if (!category || category.hidden || category.value || !ledger.category(categoryId)) return;
    category.input.value = categoryId;
    timing.open = true;
}

/** Everybody who takes part now, and whoever of the others is already in this expense. */
function peopleFor(ledger, { payerId, paid, splitParticipantIds }) {
    const isIn = ({ id }) => payerId === id || splitParticipantIds.includes(id) || (paid && id in paid);
    return ledger.participants.filter((person) => !person.retiredAt || isIn(person));
}

function draftFrom({ amount, title, executionDate, labelIds, note }, payer, among, split) {
    return {
        amount: amount.value,
        title: title.value,
        executionDate: executionDate.value,
        ...payer.typed(),
        splitParticipantIds: among.chosen(),
        split: split.typed(),
        labelIds: labelIds.chosen(),
        note: note.value,
    };
}
