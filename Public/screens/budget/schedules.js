// Everything that repeats, with when it comes next; what has ended stands apart.

import { h } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { icon } from "../../elements/icon.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { lastDayLine } from "../waiting/away.js";
import { categoryMark } from "./category-mark.js";
import { frequencyWords } from "./schedule-words.js";

export function schedulesScreen(app, place) {
    return {
        title: say("schedules.title"),
        content: () => [lastDayLine(app, place.ledger), contentOf(app, place.ledger)],
    };
}

function contentOf(app, ledger) {
    const { schedules } = ledger;
    const href = `${inLedger(ledger, "expenses", "new")}?kind=repeat`;
    const add = linkButton({ label: say("schedules.add"), picture: "add", kind: "primary", href, "data-key": "add" });
    if (schedules.length === 0) {
        const [title, text] = [say("schedules.none"), say("schedules.noneText")];
        return emptyState({ picture: "sync", title, text, action: add });
    }
    const rows = (list) => h("ul", { class: "list" }, list.map((one) => h("li", {}, row(app, ledger, one))));
    const ended = schedules.filter((one) => one.ended);
    const running = schedules.filter((one) => !one.ended).sort((a, b) => ((a.next ?? "") < (b.next ?? "") ? -1 : 1));
    const summary = h("summary", {}, say("schedules.ended", { n: ended.length }));
    return [
        running.length > 0 && card({}, rows(running)),
        h("div", { class: "ways" }, add, calendarLink(ledger)),
        ended.length > 0 && h("details", { class: "card fold", "data-key": "ended" }, summary, rows(ended)),
    ];
}

function calendarLink(ledger) {
    return linkButton({ label: say("calendar.title"), picture: "calendar", href: inLedger(ledger, "export") });
}

function row(app, ledger, schedule) {
    const today = app.today(ledger);
    const words = { often: frequencyWords(schedule), next: schedule.next ? formats.day(schedule.next, today) : "" };
    const text = h("span", { class: "row-text" }, [
        h("span", { class: "row-title" }, schedule.title),
        h("span", { class: "row-detail" }, schedule.next ? say("schedules.next", words) : words.often),
    ]);
    const href = inLedger(ledger, "budget", "schedules", schedule.id);
    const mark = categoryMark(ledger.category(schedule.categoryId));
    const amount = h("span", { class: "amount" }, money(schedule.amount, ledger));
    return h("a", { class: "row", href, "data-key": `schedule ${schedule.id}` }, mark, text, amount, icon("forward"));
}
