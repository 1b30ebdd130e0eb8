// Who bears how much of what is shared, from which day on. Earlier days stay as they are.

import { isCalendarDay } from "../../core/calendar-day.js";
import { apportion } from "../../core/apportion.js";
import { ratioOn } from "../../core/burden.js";
import { h } from "../../elements/build.js";
import { card } from "../../elements/controls.js";
import { dateField } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { formats, money, say } from "../../elements/voice.js";
import { partRows } from "../splitting/part-rows.js";
import { ratioWords } from "./plan.js";

export function ratioScreen(app, place) {
    const editor = ratioForm(app, place.ledger);
    const content = () => [
        card({ class: "stack" }, h("p", { class: "hint" }, say("ratio.lead")), editor),
        past(place.ledger),
    ];
    return { title: say("ratio.title"), class: "narrow", content };
}

function ratioForm(app, ledger) {
    const today = app.today(ledger);
    const weights = ratioOn(ledger.ratios, today) ?? ledger.present.map(({ id }) => ({ participantId: id, weight: 1 }));
    const texts = Object.fromEntries(weights.map(({ participantId, weight }) => [participantId, String(weight)]));
    const parts = partRows(ledger, ledger.present, { legend: say("ratio.weights"), texts, inputmode: "numeric" });
    const from = dateField({ label: say("ratio.from"), name: "from", value: today });
    const example = h("p", { class: "hint", "aria-live": "polite" });
    const follow = () => parts.bear(exampleShares(ledger, weightsOf(parts).weights));
    parts.measure("×", "numeric");
    example.textContent = say("ratio.example", { amount: money(exampleAmount(ledger), ledger) });
    const send = async () => {
        const { weights, problems } = weightsOf(parts);
        const all = [...problems, !isCalendarDay(from.value) && { field: "from", code: "malformed" }].filter(Boolean);
        if (all.length > 0) throw new Unfinished(all);
        await app.books.write(ledger.id, "PUT", "/burden-ratio", { from: from.value, weights });
        app.toast(say("settings.saved"));
    };
    const fields = { from, weights: parts };
    const element = form({ fields, content: [parts, example, from], label: say("action.save"), send });
    element.addEventListener("input", follow);
    follow();
    return element;
}

/** Blank and zero is somebody who bears nothing. */
function weightsOf(parts) {
    const typed = Object.entries(parts.texts()).filter(([, text]) => !/^0*$/.test(text.trim()));
    const isWrong = typed.some(([, text]) => !/^\d{1,6}$/.test(text.trim()));
    const weights = typed.map(([participantId, text]) => ({ participantId, weight: Number(text) }));
    if (isWrong) return { weights: [], problems: [{ field: "weights", code: "malformed" }] };
    return { weights, problems: weights.length > 0 ? [] : [{ field: "weights", code: "missing" }] };
}

function exampleAmount({ minorDigits }) {
    return 100n * 10n ** BigInt(minorDigits);
}

function exampleShares(ledger, weights) {
    if (weights.length === 0) return new Map();
    const shares = apportion(
        exampleAmount(ledger),
        new Map(weights.map(({ participantId, weight }) => [participantId, BigInt(weight)])),
    );
    return new Map([...shares].map(([id, share]) => [id, money(share, ledger)]));
}

function past(ledger) {
    if (ledger.ratios.length === 0) return card({}, h("p", { class: "hint" }, say("ratio.none")));
    const lines = [...ledger.ratios].sort((a, b) => (a.from < b.from ? 1 : -1)).map(({ from }) => {
        const words = ratioWords(ledger, from) ?? say("ratio.back");
        return h("li", { class: "row plain-row" }, [
            h("span", { class: "row-text" }, [
                h("span", { class: "row-title" }, words),
                h("span", { class: "row-detail" }, say("filter.since", { from: formats.longDay(from, "") })),
            ]),
        ]);
    });
    return card({ title: say("ratio.past") }, h("ul", { class: "list" }, lines));
}
