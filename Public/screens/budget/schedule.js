// One thing that repeats: the rule in words, and its occurrences, each of which can be changed or skipped alone.

import { addDays } from "../../core/calendar-day.js";
import { readExpense } from "../../core/ledger.js";
import { h } from "../../elements/build.js";
import { button, card, emptyState, hero, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { lastKnownLine } from "../waiting/away.js";
import { scheduleWords } from "./schedule-words.js";

/** How far ahead its occurrences are listed, and how many of the past are shown at once. */
const horizon = 400;
const recent = 3;
const ahead = 8;

export function occurrencesPath(today, id) {
    return `/schedules/${id}/occurrences?until=${addDays(today, horizon)}`;
}

export async function scheduleScreen(app, place) {
    const { schedule: id } = place.params;
    const path = occurrencesPath(app.today(place.ledger), id);
    const schedule = () => place.ledger.schedules.find((one) => one.id === id);
    if (schedule()) await app.reckonings.open(place.ledger, [path]);
    const occurrences = () => app.reckonings.get(place.ledger, path)?.items ?? [];
    const content = () => [
        schedule() && lastKnownLine(app, place.ledger, [path]),
        schedule() ? contentOf(app, place.ledger, schedule(), occurrences()) : gone(),
    ];
    return { title: schedule()?.title ?? say("schedule.gone"), isGone: !schedule(), content };
}

function gone() {
    return emptyState({ picture: "sync", title: say("schedule.gone"), text: say("schedule.goneText") });
}

function contentOf(app, ledger, schedule, occurrences) {
    const today = app.today(ledger);
    const [past, coming] = [true, false].map((isPast) => occurrences.filter(({ date }) => (date < today) === isPast));
    const row = (one) => h("li", {}, occurrenceRow(ledger, schedule, one, today));
    const older = past.slice(0, -recent);
    const fold = h("details", { class: "fold", "data-key": "older" }, [
        h("summary", {}, say("schedule.older", { n: older.length })),
        h("ul", { class: "list inset" }, older.map(row)),
    ]);
    return [
        card({ class: "centred stack" }, [
            hero(money(schedule.amount, ledger)),
            h("p", {}, scheduleWords(schedule, today)),
            schedule.ended && h("p", { class: "hint" }, say("schedule.hasEnded")),
        ]),
        card({ title: say("schedule.occurrences"), class: "occurrences" }, [
            older.length > 0 && fold,
            h("ul", { class: "list" }, [...past.slice(-recent), ...coming.slice(0, ahead)].map(row)),
        ]),
        actions(app, ledger, schedule),
    ];
}

function occurrenceRow(ledger, schedule, { k, date, state, expense }, today) {
    const isSkipped = state === "skipped";
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, formats.day(date, today)),
        h("span", { class: "row-detail" }, say(`occurrence.${state}`)),
    ]);
    const amount = h("span", { class: "amount" }, isSkipped ? "–" : money(amountOf(ledger, schedule, expense), ledger));
    const href = inLedger(ledger, "budget", "schedules", schedule.id, String(k));
    const attributes = { class: "row", href, "data-key": `occurrence ${k}` };
    return h(
        "a",
        attributes,
        h("span", { class: "row-picture" }, icon(pictures[state])),
        text,
        amount,
        icon("forward"),
    );
}

/** What an occurrence comes to; a changed one says so itself. */
export function amountOf(ledger, schedule, expense) {
    return expense ? readExpense(expense, ledger.minorDigits).amount : schedule.amount;
}

const pictures = { past: "check", due: "check", upcoming: "calendar", skipped: "close", changed: "edit" };

function actions(app, ledger, schedule) {
    const href = inLedger(ledger, "budget", "schedules", schedule.id, "edit");
    const edit = { label: say("schedule.edit"), picture: "edit", kind: "primary", href, "data-key": "edit" };
    const end = { label: say("schedule.end"), key: "end", onclick: () => endIt(app, ledger, schedule) };
    const all = { label: say("schedule.remove"), picture: "trash", kind: "danger", key: "remove" };
    return h("div", { class: "ways" }, [
        linkButton(edit),
        !schedule.ended && button(end),
        button({ ...all, onclick: () => removeAll(app, ledger, schedule) }),
    ]);
}

async function endIt(app, ledger, schedule) {
    const words = { title: say("schedule.endTitle", { title: schedule.title }), text: say("schedule.endText") };
    if (!(await confirmed({ ...words, action: say("schedule.end"), kind: "primary" }))) return;
    await remove(app, ledger, schedule, "");
}

async function removeAll(app, ledger, schedule) {
    const words = { title: say("schedule.removeTitle", { title: schedule.title }), text: say("schedule.removeText") };
    if (await confirmed({ ...words, action: say("action.delete") })) {
        await remove(app, ledger, schedule, "?occurrences=all");
    }
}

function remove(app, ledger, { id }, query) {
    return app.attempt(async () => {
        await app.books.write(ledger.id, "DELETE", `/schedules/${id}${query}`);
        app.back(inLedger(ledger, "budget", "schedules"));
    });
}
