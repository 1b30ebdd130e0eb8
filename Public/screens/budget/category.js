// A category: its name, picture, colour and limit; made for everybody or for oneself alone.

import { limits, textProblem } from "../../core/drafts.js";
import { colours } from "../../core/people.js";
import { moneyToText } from "../../core/money.js";
import { isMonth, monthOf } from "../../core/calendar-month.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { button } from "../../elements/controls.js";
import { field, nameField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { newId } from "../../outside/dice.js";
import { begunForm } from "../begun.js";
import { goneScreen } from "../gone.js";
import { waitingNotice } from "../waiting/deciding.js";
import { amountText, readAmount } from "./amount-text.js";
import { reckoned, viewOf } from "./view.js";

export async function newCategoryScreen(app, { ledger, query }) {
    const { month } = viewOf(app, ledger, query);
    const content = () => categoryForm(app, ledger, { id: newId(), isNew: true }, month);
    return { title: say("category.add"), once: true, content };
}

export async function categoryScreen(app, { ledger, params, query }) {
    const category = ledger.category(params.category);
    if (!category) return goneScreen(say("category.gone"), say("category.goneText"));
    const asked = query.get("month") ?? "";
    const month = isMonth(asked) ? asked : monthOf(app.today(ledger));
    const path = reckoned.budgets({ month, today: app.today(ledger) });
    await app.reckonings.open(ledger, [path]);
    const budget = app.reckonings.get(ledger, path)?.items.find(({ categoryId }) => categoryId === category.id);
    const content = () => [
        waitingNotice(app, ledger, category, null),
        categoryForm(app, ledger, category, month, budget?.limit ?? null),
        removeButton(app, ledger, category),
    ];
    return { title: category.name, once: true, content };
}

/** What is typed into it is kept until it is saved; a limit belongs to its month. */
function categoryForm(app, ledger, category, month, limit = null) {
    const name = `category ${ledger.id} ${category.isNew ? "" : category.id} ${month}`;
    const plain = {
        ...{ id: category.id, name: category.name ?? "", icon: category.icon ?? "", colour: category.colour ?? "" },
        ...{ limit: limit === null ? "" : moneyToText(limit, ledger.minorDigits), scope: "shared" },
    };
    const make = (begun) => formFor(app, ledger, category, { month, limit: plain.limit }, begun);
    const isThere = (id) => category.isNew && Boolean(app.books.opened(ledger.id)?.category(id));
    return begunForm(app, name, plain, make, { isThere });
}

function formFor(app, ledger, category, { month, limit }, { draft, notice, keep, done }) {
    const fields = fieldsFor(ledger, draft, month, category.isNew && ledger.present.length > 1);
    const send = async () => {
        const problem = textProblem("name", fields.name.value, limits.label);
        if (problem) throw new Unfinished([problem]);
        const amount = readAmount(ledger, fields.limit, { isOptional: true });
        const id = await saveCategory(app, ledger, { ...category, id: draft.id }, fields);
        if (amount !== (limit || null)) {
            await app.books.write(ledger.id, "PUT", `/categories/${id}/budget`, { from: month, amount });
        }
        done();
        app.leave();
    };
    const content = [notice, fields.name, fields.scope, fields.limit, fields.icon, fields.colour];
    const known = Object.fromEntries(Object.entries(fields).filter(([, block]) => block));
    const element = form({ fields: { ...known, amount: fields.limit }, content, label: say("action.save"), send });
    const follow = () => keep(typedIn(fields));
    element.addEventListener("input", follow);
    follow();
    return element;
}

function typedIn({ name, icon, colour, limit, scope }) {
    const chosen = { colour: colour.chosen()[0] ?? "", ...(scope && { scope: scope.chosen()[0] }) };
    return { name: name.value, icon: icon.value, limit: limit.value, ...chosen };
}

function fieldsFor(ledger, draft, month, isScopeOpen) {
    const limit = { label: say("category.limit"), name: "limit", value: draft.limit, hint: limitHint(month) };
    return {
        name: nameField({ label: say("people.name"), value: draft.name, limit: limits.label }),
        icon: field({ label: say("category.icon"), name: "icon", value: draft.icon, maxlength: 16 }),
        colour: colourField(draft.colour),
        limit: amountText(ledger, limit),
        scope: isScopeOpen ? scopeField(draft.scope) : null,
    };
}

function limitHint(month) {
    return say("category.limitHint", { month: formats.month(month) });
}

async function saveCategory(app, ledger, category, { name, icon, colour, scope }) {
    const input = { name: name.value, icon: icon.value || null, colour: colour.chosen()[0] || null };
    if (category.isNew) {
        const isMine = (scope?.chosen()[0] ?? (ledger.present.length > 1 ? "shared" : "individual")) === "individual";
        const whose = isMine ? { scope: "individual", participantId: ledger.myParticipantId } : { scope: "shared" };
        await app.books.write(ledger.id, "PUT", `/categories/${category.id}`, { ...filled(input), ...whose });
        return category.id;
    }
    const changed = Object.entries(input).filter(([key, value]) => (category[key] ?? null) !== value);
    const change = Object.fromEntries(changed);
    if (changed.length > 0) await app.books.write(ledger.id, "PATCH", `/categories/${category.id}`, change);
    return category.id;
}

function filled(input) {
    return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function scopeField(chosen) {
    const options = ["shared", "individual"].map((value) => ({ value, label: say(`category.scope.${value}`) }));
    const hint = h("p", { class: "hint" }, say("category.scopeHint"));
    return choices({ legend: say("category.scope"), name: "scope", options, chosen: [chosen], hint });
}

function colourField(chosen) {
    const options = colours.map((value) => ({
        value,
        label: say(`colour.${value}`),
        person: { name: say(`colour.${value}`), colour: value },
    }));
    return choices({ legend: say("people.colour"), name: "colour", options, chosen: [chosen] });
}

function removeButton(app, ledger, category) {
    const onclick = async () => {
        const title = say("category.removeTitle", { name: category.name });
        if (!(await confirmed({ title, text: say("category.removeText"), action: say("action.delete") }))) return;
        await app.attempt(async () => {
            await app.books.write(ledger.id, "DELETE", `/categories/${category.id}`);
            app.leave();
        });
    };
    return h(
        "div",
        { class: "stack more" },
        button({
            ...{ label: say("action.delete"), picture: "trash", kind: "danger", onclick },
        }),
    );
}
