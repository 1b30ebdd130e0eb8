// Two people of a ledger who are one: first what would move, then, perhaps, the merge (rule 8 of the people).

import { moneyFromText } from "../../core/money.js";
import { h } from "../../elements/build.js";
import { peopleChoices } from "../../elements/choices.js";
import { form, Unfinished } from "../../elements/form.js";
import { disc, named } from "../../elements/person.js";
import { money, say } from "../../elements/voice.js";
import { goneScreen } from "../gone.js";
import { inLedger } from "../route.js";
import { serverNotice } from "../waiting/away.js";

export function mergeScreen(app, { ledger, params }) {
    const person = ledger.person(params.person);
    if (!person) return goneScreen(say("person.unknown"), say("person.gone"));
    const content = () => mergeForm(app, ledger, person);
    return { title: say("merge.title", { name: person.name }), once: true, content };
}

function mergeForm(app, ledger, person) {
    const others = ledger.present.filter(({ id }) => id !== person.id);
    const label = (one) => named(one, ledger);
    const into = peopleChoices({ legend: say("merge.into"), name: "into", people: others, label, chosen: [] });
    const shown = h("div", { class: "stack", role: "status" });
    const path = `/participants/${person.id}/merge`;
    const ask = (body) => app.books.write(ledger.id, "POST", path, { into: into.chosen()[0], ...body });
    into.addEventListener("change", () =>
        app.attempt(async () => {
            shown.replaceChildren();
            const { preview } = await ask({ dryRun: true });
            shown.replaceChildren(...previewParts(ledger, preview));
        }));
    const send = async () => {
        if (into.chosen().length === 0) throw new Unfinished([{ field: "into", code: "missing" }]);
        await ask({});
        await app.go(inLedger(ledger, "people"), { replace: true });
        app.toast(say("merge.done"));
    };
    const content = [h("p", { class: "hint" }, say("merge.lead", { name: person.name })), into, shown];
    return form({ notice: serverNotice(app), fields: { into }, content, label: say("merge.confirm"), send });
}

/** Every number that moves, before and after. */
function previewParts(ledger, { balances = [], expenses, settlements }) {
    const counts = say("merge.counts", {
        expenses: say("summary.count", { n: expenses }),
        payments: say("merge.payments", { n: settlements }),
    });
    const rows = balances.map((line) => balanceRow(ledger, line));
    return [
        h("p", {}, counts),
        h("ul", { class: "list inset" }, rows),
        h("p", { class: "hint" }, say("merge.back")),
    ];
}

function balanceRow(ledger, { participantId, before, after }) {
    const person = ledger.person(participantId);
    const amount = (text) => (text === null || text === undefined) ? say("history.nothing") : moneyWords(ledger, text);
    const text = [
        h("span", { class: "row-title" }, named(person, ledger)),
        h("span", { class: "row-detail" }, say("merge.change", { before: amount(before), after: amount(after) })),
    ];
    return h("li", { class: "row plain-row" }, disc(person, "small"), h("span", { class: "row-text" }, text));
}

function moneyWords(ledger, text) {
    return money(moneyFromText(text, ledger.minorDigits), ledger, { sign: true });
}
