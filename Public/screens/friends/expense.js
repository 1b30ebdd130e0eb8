// An expense with friends and no group: it goes into the ledger of exactly those people, which is made if there is none.

import { isCalendarDay } from "../../core/calendar-day.js";
import { likelyCurrency } from "../../core/currencies.js";
import { limits, textProblem } from "../../core/drafts.js";
import { moneyToText, readTypedMoney } from "../../core/money.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { dateField, field, noteField, option, valuesOf } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { formats, say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { begunForm } from "../begun.js";
import { missingLine } from "../missing-line.js";
import { inLedger } from "../route.js";
import { digitsOf } from "./words.js";

/** How the server is told that somebody is the one who asks. */
const me = "me";

export async function friendExpenseScreen(app, { query }) {
    const friends = await app.books.all("/friends");
    const plain = emptyDraft(app, friends, query.getAll("friend"));
    const make = (begun) => expenseForm(app, friends, begun);
    const content = () =>
        friends.length === 0 ? nobodyYet() : card({}, begunForm(app, `friends expense ${query}`, plain, make));
    return { title: say("friends.expense"), class: "narrow", once: true, content };
}

function nobodyYet() {
    const action = linkButton({ label: say("friends.add"), picture: "add", kind: "primary", href: "/friends" });
    return emptyState({ picture: "people", title: say("friends.none"), text: say("friends.noneText"), action });
}

function emptyDraft(app, friends, friendIds) {
    const currency = currencyFor(friends.find(({ id }) => friendIds.includes(id)));
    const typed = { amount: "", currency, title: "", note: "" };
    return { friendIds, ...typed, payerId: me, executionDate: app.today() };
}

/** One form is one expense, however often it is sent; what another form begins with never becomes the one before. */
function expenseForm(app, friends, { draft, notice, keep, done }) {
    const id = newId();
    const fields = fieldsFor(app, friends, draft);
    const missing = missingLine();
    const followPayers = () => {
        const friendIds = fields.friendIds.chosen();
        for (const input of fields.payerId.querySelectorAll("input")) {
            input.closest(".chip").hidden = input.value !== me && !friendIds.includes(input.value);
        }
    };
    const follow = () => {
        followPayers();
        missing.show(read(fields).problems);
        keep(typedIn(fields));
    };
    const send = async () => {
        const { input, problems } = read(fields);
        if (problems) throw new Unfinished(problems);
        const answer = await record(app, fields.friendIds.chosen(), { id, ...input });
        done();
        app.toast(say("friends.recorded"));
        await app.go(inLedger(answer.ledgerId, "expenses"), { replace: true });
    };
    const content = [notice, ...Object.values(fields)];
    const element = form({ fields, content, notice: missing, label: say("action.save"), send });
    element.addEventListener("input", follow);
    follow();
    return element;
}

function record(app, friendIds, input) {
    if (friendIds.length === 1) return app.books.ask("POST", `/friends/${friendIds[0]}/expenses`, input);
    return app.books.ask("POST", "/friends/expenses", { friendIds, ...input });
}

function typedIn({ friendIds, payerId, ...fields }) {
    return { friendIds: friendIds.chosen(), payerId: payerId.chosen()[0] ?? null, ...valuesOf(fields) };
}

function fieldsFor(app, friends, draft) {
    const people = friends.map(({ id, nickname, colour }) => ({
        value: id,
        label: nickname,
        person: { name: nickname, colour },
    }));
    const myself = { value: me, label: say("person.you"), person: { name: app.books.me.account.name, colour: "blue" } };
    const [example, payers] = [say("expense.titleExample"), [myself, ...people]];
    const money = { label: say("expense.amount"), name: "amount", inputmode: "decimal", maxlength: 20 };
    const who = { legend: say("friends.with"), name: "friends", options: people, multiple: true };
    const payer = { legend: say("expense.payer"), name: "payer", options: payers };
    return {
        friendIds: choices({ ...who, chosen: draft.friendIds }),
        amount: field({ ...money, value: draft.amount }),
        currency: currencyField(draft.currency),
        title: field({ label: say("expense.title"), name: "title", placeholder: example, value: draft.title }),
        payerId: choices({ ...payer, chosen: [draft.payerId] }),
        executionDate: dateField({ label: say("expense.date"), name: "executionDate", value: draft.executionDate }),
        note: noteField({ label: say("expense.note"), value: draft.note }),
    };
}

/** As in the direct ledger that there is already, else what is likely here. */
function currencyFor(friend) {
    return friend?.ledgers.find(({ kind }) => kind === "direct")?.currency ?? likelyCurrency(formats.language);
}

function currencyField(value) {
    const options = Intl.supportedValuesOf("currency").map((code) =>
        option(code, `${code} · ${formats.currencyName(code)}`)
    );
    return field({ label: say("create.currency"), name: "currency", tag: "select", options, value });
}

function read({ friendIds, amount, currency, title, payerId, executionDate, note }) {
    const digits = digitsOf(currency.value);
    const money = readTypedMoney(amount.value, digits);
    const [payer] = payerId.chosen();
    const friends = friendIds.chosen();
    const problems = [
        friends.length === 0 && { field: "friendIds", code: "missing" },
        money.problem && { field: "amount", code: money.problem },
        textProblem("title", title.value, limits.title),
        payer !== me && !friends.includes(payer) && { field: "payerId", code: "missing" },
        !isCalendarDay(executionDate.value) && { field: "executionDate", code: "malformed" },
    ].filter(Boolean);
    if (problems.length > 0) return { problems };
    const input = { title: title.value, amount: moneyToText(money.minor, digits), currency: currency.value };
    const when = { executionDate: executionDate.value, ...(note.value && { note: note.value }) };
    return { input: { ...input, ...when, payerId: payer, splitParticipantIds: [me, ...friends] } };
}
