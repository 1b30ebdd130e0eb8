// The money that comes in: each person's own, once or again and again.

import { h } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { disc, named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { frequencyWords } from "./schedule-words.js";

export function incomesScreen(app, place) {
    return { title: say("incomes.title"), content: () => contentOf(app, place.ledger) };
}

function contentOf(app, ledger) {
    const { incomes } = ledger;
    const href = inLedger(ledger, "budget", "incomes", "new");
    const add = linkButton({ label: say("income.add"), picture: "add", kind: "primary", href, "data-key": "add" });
    if (incomes.length === 0) {
        return emptyState({
            picture: "income",
            title: say("incomes.none"),
            text: say("incomes.noneText"),
            action: add,
        });
    }
    const rows = incomes.map((income) => h("li", {}, row(app, ledger, income)));
    return [card({}, h("ul", { class: "list" }, rows)), add];
}

function row(app, ledger, income) {
    const person = ledger.person(income.participantId);
    const when = income.schedule ? frequencyWords(income.schedule) : formats.longDay(income.date, app.today(ledger));
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, income.name),
        h("span", { class: "row-detail" }, say("income.line", { name: named(person, ledger), when })),
    ]);
    const href = inLedger(ledger, "budget", "incomes", income.id);
    const amount = h("span", { class: "amount" }, money(income.amount, ledger));
    return h(
        "a",
        { class: "row", href, "data-key": `income ${income.id}` },
        disc(person),
        text,
        amount,
        icon("forward"),
    );
}
