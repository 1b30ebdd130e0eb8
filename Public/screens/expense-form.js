// Enter or change an expense: the amount first, everything else already has a sensible answer.

import { expenseFromDraft } from "../core/drafts.js";
import { draftOf } from "../core/expense-draft.js";
import { fittingHabit, habitOf } from "../core/habit.js";
import { readTypedMoney } from "../core/money.js";
import { equalSplit } from "../core/split-draft.js";
import { emptyTiming } from "../core/timing-draft.js";
import { button } from "../elements/controls.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { begunForm, plainIn } from "./begun.js";
import { usualFor } from "./budget/usual.js";
import { duplicateNotice } from "./duplicate-notice.js";
import { expenseParts } from "./expense-parts.js";
import { goneScreen } from "./gone.js";
import { missingLine } from "./missing-line.js";
import { withAmounts } from "./splitting/difference-words.js";
import { serverNotice } from "./waiting/away.js";
import { timingKinds } from "./timing/timing-part.js";

/** What was chosen last in a ledger on this device. */
const lastChosen = (ledger) => `habit ${ledger.id}`;

export function newExpenseScreen(app, { ledger, query }) {
    const again = () => {
        const next = newForm(app, app.books.opened(ledger.id), new URLSearchParams(), again);
        shown.replaceWith(next);
        shown = next;
        shown.querySelector("[autofocus]").focus();
    };
    let shown = newForm(app, ledger, query, again);
    return { title: say("expense.add"), class: "tall", once: true, content: () => shown };
}

/** The form for one more expense; `again` puts the next one in its place. */
function newForm(app, ledger, query, again) {
    // Closing the sheet, by a slip or not, or a tab that is killed loses nothing.
    const name = `expense ${ledger.id}`;
    const { id, draft } = unsaved(app.drafts.read(name), ledger) ??
        { id: newId(), draft: emptyDraft(app, ledger, query) };
    const keep = (draft) => app.drafts.keep(name, isBegun(draft) ? { id, draft } : null);
    const save = async (read, submitter) => {
        await writeNew(app, ledger, id, read);
        if (!read.schedule) app.drafts.keep(lastChosen(ledger), habitOf(read.typed, usualOf(ledger, read.typed)));
        if (app.drafts.read(name)?.id === id) keep(null);
        if (!submitter?.hasAttribute("data-again")) return app.leave();
        app.toast(say("expense.saved", { title: read.input.title }));
        again();
    };
    const twice = duplicateNotice(app, ledger.id, id);
    return expenseForm(app, ledger, draft, { kinds: timingKinds, save, keep, twice, secondary: another() });
}

/** What was saved in the last moment of its tab must not become the next expense. */
function unsaved(kept, ledger) {
    const isMade = kept && (ledger.expense(kept.id) || ledger.schedules.some(({ id }) => id === kept.id));
    return isMade ? null : kept;
}

function another() {
    return button({ label: say("expense.another"), type: "submit", "data-again": true });
}

function usualOf(ledger, { executionDate, categoryId }) {
    return usualFor(ledger, executionDate, ledger.category(categoryId));
}

/** Whether there is anything that could be lost. */
function isBegun(draft) {
    return Boolean(draft?.amount || draft?.title || draft?.note);
}

/** Something that repeats is a schedule; everything else an expense. */
function writeNew(app, ledger, id, { input, schedule, isByRatio }) {
    if (!schedule) return app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
    return app.books.write(ledger.id, "PUT", `/schedules/${id}`, scheduleInput(input, schedule, isByRatio));
}

/** As the API takes it; split as usual means by the ratio of each of its days. */
export function scheduleInput({ executionDate: _start, ...input }, schedule, isByRatio) {
    return { ...input, ...schedule, ...(isByRatio && { split: { mode: "ratio" } }) };
}

function emptyDraft(app, ledger, query) {
    const executionDate = app.today(ledger);
    const kind = timingKinds.find((one) => one === query.get("kind")) ?? "once";
    const present = ledger.present.map(({ id }) => id);
    const { payerId, split, splitParticipantIds } = fittingHabit(app.drafts.read(lastChosen(ledger)), present);
    const isHabit = Boolean(split) && ledger.ratios.length === 0;
    return {
        ...{ amount: "", title: "", paid: null, executionDate, isHabit },
        payerId: payerId ?? ledger.myParticipantId ?? present[0],
        ...usualFor(ledger, executionDate, null),
        ...(isHabit && { split: { ...equalSplit, ...split }, splitParticipantIds }),
        ...{ labelIds: [], note: "", categoryId: null, timing: { ...emptyTiming(executionDate), kind } },
    };
}

export function editExpenseScreen(app, { ledger, params }) {
    const expense = ledger.expense(params.expense);
    if (!expense) return goneScreen(say("expense.gone"), say("expense.goneText"));
    const isPlain = !expense.scheduleId && !expense.estimate;
    const kinds = isPlain ? ["once", "spread", "expected"] : ["once"];
    const save = async ({ input }) => {
        await app.books.write(ledger.id, "PUT", `/expenses/${expense.id}`, input);
        app.leave();
    };
    const plainOf = (one) => ({ id: one.id, ...draftOf(one, ledger.minorDigits) });
    const find = (id) => plainIn(app, ledger, (now) => now.expense(id), plainOf);
    const how = { name: `expense ${ledger.id} ${expense.id}`, kinds, save, find };
    const content = () => changeForm(app, ledger, plainOf(expense), how);
    return { title: say("expense.edit"), class: "tall", once: true, content };
}

/** The form over something that is there already; what is typed is kept under that `name` until it is saved. */
export function changeForm(app, ledger, plain, { name, kinds, save, needsServer, find }) {
    const make = ({ draft, notice, keep, done, isOverrun }) => {
        const saveAndForget = async (read) => {
            if (isOverrun()) return;
            await save(read);
            done();
        };
        return expenseForm(app, ledger, draft, { kinds, save: saveAndForget, keep, lead: notice, needsServer });
    };
    return begunForm(app, name, plain, make, { find });
}

/**
 * `save` is given `{input, schedule, isByRatio, typed}` and the button that was pressed; `keep` what is typed, whenever it
 * changes; `twice` is where it is said that something was entered already; `lead` stands above it all.
 */
export function expenseForm(app, ledger, draft, { kinds, save, keep, lead, twice, secondary, needsServer }) {
    const { fields, content, typed, follow, isByRatio } = expenseParts(app, ledger, draft, kinds);
    const missing = missingLine();
    const read = () => withAmounts(ledger, expenseFromDraft(typed(), ledger.minorDigits));
    const send = async (submitter) => {
        const { input, schedule, problems } = read();
        if (problems) throw new Unfinished(problems);
        if (twice && !schedule && !twice.admits(input)) return followAll();
        await save({ input, schedule, isByRatio: isByRatio(), typed: typed() }, submitter);
    };
    const label = say("action.save");
    const notice = [missing, twice, needsServer && serverNotice(app)];
    const element = form({ fields, content: [lead, content], notice, label, class: "checkout", send, secondary });
    const [words] = element.querySelectorAll("[type=submit] > span");
    const followAll = () => {
        const { input, problems } = read();
        follow(amountIn(ledger, typed()));
        missing.show(problems);
        words.textContent = say(twice?.follow(input) ? "action.saveAnyway" : "action.save");
        keep(typed());
    };
    element.addEventListener("input", followAll);
    element.addEventListener("change", followAll);
    fields.amount.input.addEventListener("keydown", (event) => goOn(event, fields));
    followAll();
    return element;
}

/** "Next" on the keyboard of a phone leads from the amount to the title, as long as that is missing. */
function goOn(event, { title }) {
    if (event.key !== "Enter" || event.isComposing || title.value) return;
    event.preventDefault();
    title.input.focus();
}

function amountIn(ledger, { amount }) {
    return readTypedMoney(amount, ledger.minorDigits).minor ?? null;
}
