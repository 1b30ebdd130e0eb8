// One income: whose, how much, once or by a schedule of its own.

import { limits, textProblem } from "../../core/drafts.js";
import { isCalendarDay } from "../../core/calendar-day.js";
import { moneyToText, readTypedMoney } from "../../core/money.js";
import { emptyTiming, readRepeat, repeatOf } from "../../core/timing-draft.js";
import { h } from "../../elements/build.js";
import { amountField } from "../../elements/amount-field.js";
import { choices, peopleChoices } from "../../elements/choices.js";
import { button } from "../../elements/controls.js";
import { dateField, nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { named } from "../../elements/person.js";
import { confirmed } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { begunForm, plainIn } from "../begun.js";
import { goneScreen } from "../gone.js";
import { repeatFields } from "../timing/repeat-fields.js";

export function newIncomeScreen(app, { ledger }) {
    const today = app.today(ledger);
    const draft = {
        id: newId(),
        ...{ participantId: ledger.myParticipantId ?? ledger.present[0].id, name: "", amount: "", date: today },
        ...{ repeats: "yes", repeat: emptyTiming(today).repeat },
    };
    const content = () => incomeForm(app, ledger, `income ${ledger.id}`, draft);
    return { title: say("income.add"), once: true, content };
}

export function incomeScreen(app, { ledger, params }) {
    const income = ledger.incomes.find(({ id }) => id === params.income);
    if (!income) return goneScreen(say("income.gone"), say("income.gone"));
    const content = () => [
        incomeForm(app, ledger, `income ${ledger.id} ${income.id}`, plainOf(income, ledger)),
        removeButton(app, ledger, income),
    ];
    return { title: income.name, once: true, content };
}

/** `name`: under which what is typed is kept until it is saved. */
function incomeForm(app, ledger, name, draft) {
    const look = (id) => (now) => now.incomes.find((one) => one.id === id);
    const find = (id) => plainIn(app, ledger, look(id), (found) => plainOf(found, ledger));
    return begunForm(app, name, draft, (begun) => formFor(app, ledger, begun), { find });
}

/** An income as somebody would have typed it. */
function plainOf({ id, participantId, name, amount, date, schedule }, { minorDigits }) {
    return {
        ...{ id, participantId, name, amount: moneyToText(amount, minorDigits) },
        ...{ date: date ?? schedule.start, repeats: schedule ? "yes" : "no" },
        repeat: schedule ? repeatOf(schedule) : emptyTiming(date).repeat,
    };
}

function formFor(app, ledger, { draft, notice, keep, done, isOverrun }) {
    const fields = fieldsFor(ledger, draft);
    const repeat = repeatFields(draft.repeat);
    const follow = () => {
        repeat.hidden = fields.repeats.chosen()[0] !== "yes";
        repeat.follow(fields.date.value);
        keep(typedIn(fields, repeat));
    };
    const send = async () => {
        const input = inputFrom(ledger, fields, repeat);
        if (isOverrun()) return;
        await app.books.write(ledger.id, "PUT", `/incomes/${draft.id}`, input);
        done();
        app.leave();
    };
    const content = [notice, ...Object.values(fields), repeat];
    const element = form({ fields: { ...fields, ...repeat.fields }, content, label: say("action.save"), send });
    element.addEventListener("input", follow);
    element.addEventListener("change", follow);
    follow();
    return element;
}

function typedIn({ amount, name, participantId, date, repeats }, repeat) {
    const [whose, often] = [participantId.chosen()[0], repeats.chosen()[0]];
    const plain = { amount: amount.value, name: name.value, date: date.value };
    return { ...plain, participantId: whose, repeats: often, repeat: repeat.typed() };
}

function fieldsFor(ledger, draft) {
    const label = (person) => named(person, ledger);
    const whose = { legend: say("income.whose"), name: "participantId", people: ledger.present, label };
    const options = ["yes", "no"].map((value) => ({ value, label: say(`income.repeats.${value}`) }));
    return {
        amount: amountField({ label: say("income.amount"), ledger, value: draft.amount }),
        name: nameField({ label: say("income.name"), value: draft.name, placeholder: say("income.example") }),
        participantId: peopleChoices({ ...whose, chosen: [draft.participantId] }),
        date: dateField({ label: say("income.date"), name: "date", value: draft.date }),
        repeats: choices({ legend: say("income.often"), name: "repeats", options, chosen: [draft.repeats] }),
    };
}

function inputFrom(ledger, { amount, name, participantId, date, repeats }, repeat) {
    const read = readTypedMoney(amount.value, ledger.minorDigits);
    const recurs = repeats.chosen()[0] === "yes";
    const { schedule, problems: more } = recurs ? readRepeat(repeat.typed(), date.value) : { problems: [] };
    const problems = [
        read.problem && { field: "amount", code: read.problem },
        textProblem("name", name.value, limits.name),
        !isCalendarDay(date.value) && { field: "date", code: "malformed" },
        ...more,
    ].filter(Boolean);
    if (problems.length > 0) throw new Unfinished(problems);
    return {
        participantId: participantId.chosen()[0],
        name: name.value,
        amount: moneyToText(read.minor, ledger.minorDigits),
        ...(recurs ? { schedule } : { date: date.value }),
    };
}

function removeButton(app, ledger, income) {
    const onclick = async () => {
        const title = say("income.removeTitle", { name: income.name });
        if (!(await confirmed({ title, text: say("income.removeText"), action: say("action.delete") }))) return;
        await app.attempt(async () => {
            await app.books.write(ledger.id, "DELETE", `/incomes/${income.id}`);
            app.leave();
        });
    };
    const remove = { label: say("action.delete"), picture: "trash", kind: "danger", onclick };
    return h("div", { class: "stack more" }, button(remove));
}
