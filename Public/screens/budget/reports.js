// What came in and where it went, month by month: three pictures with their numbers in a table behind each.

import { addMonths, firstDayOf, isMonth, lastDayOf, monthOf } from "../../core/calendar-month.js";
import { colours } from "../../core/people.js";
import { barChart } from "../../elements/chart.js";
import { h } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { named } from "../../elements/person.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { lastKnownLine } from "../waiting/away.js";
import { categoryName } from "./category-mark.js";
import { estimatesCard } from "./estimates.js";

/** So many months are shown at once; a phone has room for the bars of six. */
const length = 6;

/** How many categories have a colour of their own; the rest is one. */
const most = 5;

export async function reportsScreen(app, place) {
    const asked = place.query.get("to") ?? "";
    const to = isMonth(asked) ? asked : monthOf(app.today(place.ledger));
    const from = addMonths(to, 1 - length) ?? to;
    const paths = [`/reports/months?from=${from}&to=${to}`, `/variance?from=${firstDayOf(from)}&to=${lastDayOf(to)}`];
    await app.reckonings.open(place.ledger, paths);
    const known = () => paths.map((path) => app.reckonings.get(place.ledger, path));
    const content = () => [lastKnownLine(app, place.ledger, paths), contentOf(app, place.ledger, to, ...known())];
    return { title: say("reports.title"), content };
}

function contentOf(app, ledger, to, report, estimates) {
    if (!report) return emptyState({ picture: "chart", title: say("budget.unknown"), text: say("budget.unknownText") });
    const months = report.items;
    return [
        period(ledger, to, months),
        ...charts(ledger, months),
        estimates && estimatesCard(app, ledger, estimates),
    ];
}

function charts(ledger, months) {
    const labels = months.map(({ month }) => formats.month(month, { short: true }));
    const shared = { labels, amount: (minor) => money(minor, ledger), text: say("chart.text", spanOf(months)) };
    const draw = (key, series, stacked = false) => {
        const title = say(key);
        return card({ title }, barChart({ ...shared, title, series, stacked }));
    };
    const categories = byCategory(ledger, months);
    const people = byPerson(ledger, months);
    return [
        draw("reports.flow", flow(months)),
        categories.length > 0 && draw("reports.categories", categories, true),
        people.length > 1 && draw("reports.people", people),
    ];
}

function spanOf(months) {
    return { from: formats.month(months[0].month), to: formats.month(months.at(-1).month) };
}

function period(ledger, to, months) {
    const step = (count, picture, name) => {
        const month = addMonths(to, count);
        const href = `${inLedger(ledger, "budget", "reports")}?to=${month}`;
        return month && linkButton({ name, picture, kind: "quiet", href, "data-key": picture, "data-replace": true });
    };
    return h("div", { class: "month-picker" }, [
        step(-length, "back", say("reports.earlier")),
        h("strong", {}, say("filter.between", spanOf(months))),
        step(length, "forward", say("reports.later")),
    ]);
}

function flow(months) {
    return [
        { label: say("reports.income"), colour: "green", values: months.map(({ income }) => income) },
        { label: say("reports.spent"), colour: "orange", values: months.map(({ spent }) => spent) },
    ];
}

/** The largest categories by name, and everything else as one. */
function byCategory(ledger, months) {
    const sums = new Map();
    for (const { categoryId, amount } of months.flatMap((month) => month.byCategory)) {
        sums.set(categoryId ?? null, (sums.get(categoryId ?? null) ?? 0n) + amount);
    }
    const known = [...sums].filter(([id, total]) => id !== null && total > 0n).sort(([, a], [, b]) => (a < b ? 1 : -1));
    const shown = known.slice(0, most).map(([id]) => ledger.category(id) ?? { id, name: say("category.gone") });
    const chosen = coloursOf(shown);
    const named = shown.map((category, place) => {
        const values = valuesOf(months, (one) => one === category.id);
        return { label: categoryName(ledger, category), colour: chosen[place], values };
    });
    const ids = known.slice(0, most).map(([id]) => id);
    const rest = valuesOf(months, (id) => !ids.includes(id));
    const others = {
        label: say(named.length > 0 ? "reports.others" : "categories.uncategorised"),
        colour: "none",
        values: rest,
    };
    return rest.some((value) => value > 0n) ? [...named, others] : named;
}

/** Their own colours, but each only once: in a chart they have to differ. */
function coloursOf(categories) {
    const free = new Set(colours);
    return categories.map(({ colour }) => {
        const chosen = free.has(colour) ? colour : [...free][0];
        free.delete(chosen);
        return chosen;
    });
}

function valuesOf(months, isMeant) {
    return months.map(({ byCategory }) =>
        byCategory.filter(({ categoryId }) => isMeant(categoryId ?? null)).reduce((sum, { amount }) => sum + amount, 0n)
    );
}

function byPerson(ledger, months) {
    const ids = [...new Set(months.flatMap(({ byPerson }) => byPerson.map(({ participantId }) => participantId)))];
    const spent = (month, id) => month.byPerson.find(({ participantId }) => participantId === id)?.spent ?? 0n;
    return ids.map((id) => {
        const person = ledger.person(id);
        return {
            label: named(person, ledger),
            colour: person?.colour,
            values: months.map((month) => spent(month, id)),
        };
    });
}
