// One occurrence of a schedule: changed or skipped alone, put back as planned, or the beginning of another rule.

import { draftOf } from "../../core/expense-draft.js";
import { readExpense } from "../../core/ledger.js";
import { h } from "../../elements/build.js";
import { button, hero, linkButton } from "../../elements/controls.js";
import { formats, money, say } from "../../elements/voice.js";
import { changeForm } from "../expense-form.js";
import { goneScreen } from "../gone.js";
import { inLedger } from "../route.js";
import { lastKnownLine } from "../waiting/away.js";
import { amountOf, occurrencesPath } from "./schedule.js";

/** Its list is known once this was awaited. */
async function learn(app, { ledger, params }) {
    await app.reckonings.open(ledger, [occurrencesPath(app.today(ledger), params.schedule)]);
}

function find(app, { ledger, params }) {
    const list = app.reckonings.get(ledger, occurrencesPath(app.today(ledger), params.schedule));
    return {
        occurrence: list?.items.find(({ k }) => String(k) === params.k),
        schedule: ledger.schedules.find(({ id }) => id === params.schedule),
        path: `/schedules/${params.schedule}/occurrences/${params.k}`,
    };
}

export async function occurrenceScreen(app, place) {
    await learn(app, place);
    const found = () => find(app, place);
    const isThere = () => found().occurrence && found().schedule;
    const paths = [occurrencesPath(app.today(place.ledger), place.params.schedule)];
    const content = () => [
        lastKnownLine(app, place.ledger, paths),
        isThere() ? contentOf(app, place.ledger, found()) : gone().content(),
    ];
    return { title: found().schedule?.title ?? say("occurrence.gone"), isGone: !isThere(), content };
}

const gone = () => goneScreen(say("occurrence.gone"), say("schedule.goneText"));

function contentOf(app, ledger, { occurrence, schedule, path }) {
    const { k, date, state, expense } = occurrence;
    return [
        hero(money(amountOf(ledger, schedule, expense), ledger), "centred"),
        h("p", { class: "centred" }, `${formats.longDay(date, app.today(ledger))} · ${say(`occurrence.${state}`)}`),
        ways(app, ledger, { path, k, state, id: schedule.id }),
    ];
}

function ways(app, ledger, { path, k, state, id }) {
    const to = (...parts) => inLedger(ledger, "budget", "schedules", id, ...parts);
    const write = (method, body, words) => () =>
        app.attempt(async () => {
            await app.books.write(ledger.id, method, path, body);
            app.leave();
            app.toast(say(words));
        });
    const isSkipped = state === "skipped";
    const edit = { label: say("occurrence.change"), picture: "edit", kind: "primary", href: to(String(k), "edit") };
    const skip = { label: say("occurrence.skip"), onclick: write("PUT", { skipped: true }, "occurrence.hasSkipped") };
    const restore = { label: say("occurrence.restore"), picture: "undo" };
    return h("div", { class: "stack more" }, [
        !isSkipped && linkButton(edit),
        !isSkipped && button(skip),
        (isSkipped || state === "changed") &&
        button({ ...restore, onclick: write("DELETE", undefined, "occurrence.restored") }),
        linkButton({ label: say("occurrence.andLater"), picture: "arrow", href: `${to("edit")}?from=${k}` }),
    ]);
}

/** The expense form over one occurrence. */
export async function editOccurrenceScreen(app, place) {
    await learn(app, place);
    const { ledger } = place;
    const { minorDigits } = ledger;
    const { path } = find(app, place);
    const plain = () => {
        const { expense } = (place.ledger && find(app, place).occurrence) ?? {};
        return expense ? draftOf(readExpense(expense, minorDigits), minorDigits) : null;
    };
    if (!plain()) return gone();
    const save = async ({ input }) => {
        await app.books.write(ledger.id, "PUT", path, { note: null, categoryId: null, ...input });
        app.leave();
    };
    const how = { name: `occurrence ${ledger.id} ${path}`, kinds: ["once"], save, find: plain };
    const content = () => changeForm(app, ledger, plain(), how);
    return { title: say("occurrence.change"), class: "tall", once: true, content };
}
