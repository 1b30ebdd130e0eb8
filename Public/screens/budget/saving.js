// What somebody wants to keep of a month's money: it is taken off before anything is there to spend.

import { monthOf } from "../../core/calendar-month.js";
import { h } from "../../elements/build.js";
import { form } from "../../elements/form.js";
import { formats, say } from "../../elements/voice.js";
import { amountText, readAmount } from "./amount-text.js";
import { reckoned, viewOf } from "./view.js";

export async function savingScreen(app, { ledger, query }) {
    const view = viewOf(app, ledger, query);
    const path = reckoned.daily(view);
    await app.reckonings.open(ledger, [path]);
    const saving = app.reckonings.get(ledger, path)?.saving ?? null;
    return { title: say("saving.title"), once: true, content: () => savingForm(app, ledger, view, saving) };
}

function savingForm(app, ledger, { whose, today }, saving) {
    const from = monthOf(today);
    const hint = say("saving.hint", { month: formats.month(from) });
    const amount = amountText(ledger, { label: say("saving.amount"), name: "amount", minor: saving, hint });
    const send = async () => {
        const input = { participantId: whose.id, from, amount: readAmount(ledger, amount) };
        await app.books.write(ledger.id, "PUT", "/saving-goal", input);
        app.leave();
        app.toast(say("settings.saved"));
    };
    const lead = h("p", { class: "hint" }, say("saving.lead"));
    return form({ fields: { amount }, content: [lead, amount], label: say("action.save"), send });
}
