// Enter or change an expense: the amount first, everything else already has a sensible answer.

import { expenseFromDraft } from "../core/drafts.js";
import { draftOf } from "../core/expense-draft.js";
import { readTypedMoney } from "../core/money.js";
import { emptyTiming } from "../core/timing-draft.js";
import { h } from "../elements/build.js";
import { form, Unfinished } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { newId } from "../outside/dice.js";
import { usualFor } from "./budget/usual.js";
import { expenseParts } from "./expense-parts.js";
import { missingLine } from "./missing-line.js";
import { withAmounts } from "./splitting/difference-words.js";
import { timingKinds } from "./timing/timing-part.js";

/** What was being entered in each ledger: closing the sheet, by a slip or not, loses nothing. */
const unfinished = new Map();

export function newExpenseScreen(app, { ledger, query }) {
    const { id, draft } = unfinished.get(ledger.id) ?? { id: newId(), draft: emptyDraft(app, ledger, query) };
    const keep = (draft) => (draft ? unfinished.set(ledger.id, { id, draft }) : unfinished.delete(ledger.id));
    const save = async (read) => {
        await writeNew(app, ledger, id, read);
        keep(null);
        app.leave();
    };
    const content = () => expenseForm(app, ledger, draft, { kinds: timingKinds, save, keep });
    return { title: say("expense.add"), class: "tall", once: true, content };
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
    return {
        ...{
            amount: "",
            title: "",
            payerId: ledger.myParticipantId ?? ledger.present[0].id,
            paid: null,
            executionDate,
        },
        ...usualFor(ledger, executionDate, null),
        ...{ labelIds: [], note: "", categoryId: null, timing: { ...emptyTiming(executionDate), kind } },
    };
}

export function editExpenseScreen(app, { ledger, params }) {
    const expense = ledger.expense(params.expense);
    if (!expense) return { title: say("expense.gone"), once: true, content: () => h("p", {}, say("expense.goneText")) };
    const draft = draftOf(expense, ledger.minorDigits);
    const save = async ({ input }) => {
        await app.books.write(ledger.id, "PUT", `/expenses/${expense.id}`, input);
        app.leave();
    };
    const isPlain = !expense.scheduleId && !expense.estimate;
    const kinds = isPlain ? ["once", "spread", "expected"] : ["once"];
    const content = () => expenseForm(app, ledger, draft, { kinds, save });
    return { title: say("expense.edit"), class: "tall", once: true, content };
}

/** `save` is given `{input, schedule, isByRatio}`; `keep` what is typed, whenever it changes. */
export function expenseForm(app, ledger, draft, { kinds, save, keep = () => {} }) {
    const { fields, content, typed, follow, isByRatio } = expenseParts(app, ledger, draft, kinds);
    const missing = missingLine();
    const read = () => withAmounts(ledger, expenseFromDraft(typed(), ledger.minorDigits));
    const followAll = () => {
        follow(amountIn(ledger, typed()));
        missing.show(read().problems);
        keep(typed());
    };
    const send = async () => {
        const { input, schedule, problems } = read();
        if (problems) throw new Unfinished(problems);
        await save({ input, schedule, isByRatio: isByRatio() });
    };
    const element = form({ fields, content, notice: missing, label: say("action.save"), send });
    element.addEventListener("input", followAll);
    element.addEventListener("change", followAll);
    followAll();
    return element;
}

function amountIn(ledger, { amount }) {
    return readTypedMoney(amount, ledger.minorDigits).minor ?? null;
}
