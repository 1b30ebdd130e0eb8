// What is coming up, as a file for somebody's own calendar.

import { addDays } from "../../core/calendar-day.js";
import { calendarFile } from "../../core/calendar-file.js";
import { readExpense } from "../../core/ledger.js";
import { upcoming } from "../../core/upcoming.js";
import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { money, say } from "../../elements/voice.js";
import { canShareFiles, download, shareFile, textFile } from "../../outside/files.js";

/** How many days ahead the file reaches: what comes once a year is in it once. */
const horizon = 366;

const type = "text/calendar";

export function calendarCard(app, ledger) {
    if (ledger.schemaVersion < 2) return null;
    const take = (hand) => () => app.attempt(async () => hand(await fileFor(app, ledger)));
    const none = () => app.toast(say("calendar.none"));
    const save = take((file) => (file ? download(file) : none()));
    const send = take((file) => (file ? shareFile(file) : none()));
    return card({ title: say("calendar.title"), class: "stack" }, [
        h("p", { class: "hint" }, say("calendar.text")),
        h("div", { class: "ways" }, [
            button({ label: say("calendar.action"), picture: "calendar", onclick: save }),
            canShareFiles("a.ics", type) && button({ label: say("export.share"), picture: "share", onclick: send }),
        ]),
    ]);
}

/** Null when nothing is coming. */
async function fileFor(app, ledger) {
    const today = app.today(ledger);
    const until = addDays(today, horizon);
    const items = upcoming(ledger, await occurrences(app, ledger, until), { today, until });
    if (items.length === 0) return null;
    const entries = items.map(({ id, day, title, amount, kind }) => ({
        ...{ uid: `${id}@splitclone`, day, title: `${title} · ${money(amount, ledger)}` },
        text: say(`calendar.${kind}`, { ledger: ledger.name }),
    }));
    const text = calendarFile({ name: ledger.name, now: app.now(), entries });
    return textFile(`splitclone_${today}.ics`, type, text);
}

/** As the server tells them; of a schedule that it was never asked for nothing is known while it is away. */
async function occurrences(app, ledger, until) {
    const running = ledger.schedules.filter(({ ended }) => !ended);
    const path = ({ id }) => `/schedules/${id}/occurrences?until=${until}`;
    await app.reckonings.open(ledger, running.map(path));
    const known = running.map((schedule) => [schedule.id, app.reckonings.get(ledger, path(schedule))?.items]);
    const read = (item) => ({ ...item, expense: item.expense && readExpense(item.expense, ledger.minorDigits) });
    return new Map(known.filter(([, items]) => items).map(([id, items]) => [id, items.map(read)]));
}
