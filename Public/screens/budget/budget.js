// What may still be spent today and why, what needs a look, and where the month's money goes.

import { h } from "../../elements/build.js";
import { card, emptyState, linkRow } from "../../elements/controls.js";
import { say } from "../../elements/voice.js";
import { recoveryPrompt } from "../recovery-prompt.js";
import { inLedger } from "../route.js";
import { upgradeOffer } from "../upgrade-offer.js";
import { lastKnownLine } from "../waiting/away.js";
import { alertsCard } from "./alerts.js";
import { categoriesCard } from "./categories.js";
import { comingCard } from "./coming.js";
import { todayCard } from "./today.js";
import { known, reckoned, viewOf } from "./view.js";

export async function budgetScreen(app, place) {
    const title = say("tab.budget");
    if (place.ledger.schemaVersion < 2) return { title, quietTitle: true, content: () => tooOld(place.ledger) };
    const view = () => viewOf(app, place.ledger, place.query);
    await app.reckonings.open(place.ledger, pathsOf(view()));
    return {
        title,
        quietTitle: true,
        class: "columns",
        content: () => [lastKnownLine(app, place.ledger, pathsOf(view())), contentOf(app, place.ledger, view())],
    };
}

function pathsOf(view) {
    return Object.values(reckoned).map((path) => path(view));
}

function tooOld(ledger) {
    const action = upgradeOffer(ledger, say("budget.needsUpgrade"));
    return emptyState({ picture: "budget", title: say("budget.title"), text: say("budget.about"), action });
}

function contentOf(app, ledger, view) {
    const { daily, budgets, alerts } = known(app, ledger, view);
    if (!daily) {
        return emptyState({ picture: "cloudOff", title: say("budget.unknown"), text: say("budget.unknownText") });
    }
    return [
        h("div", { class: "column" }, [
            ledger.kind === "wallet" && recoveryPrompt(ledger),
            todayCard(ledger, view, daily),
            alertsCard(ledger, view, alerts?.items ?? []),
            comingCard(ledger, view),
        ]),
        h("div", { class: "column" }, [
            categoriesCard(ledger, view, budgets),
            card({ title: say("budget.plan") }, planRows(ledger, daily)),
        ]),
    ];
}

/** Everything that the numbers above are made of. */
function planRows(ledger, { saving }) {
    const isAlone = ledger.present.length < 2;
    const rows = [
        { place: "incomes", picture: "income" },
        { place: "schedules", picture: "sync" },
        { place: "saving", picture: "saving", detail: say(saving > 0n ? "saving.set" : "saving.none") },
        !isAlone && { place: "ratio", picture: "ratio" },
        ledger.me && { place: "transfers", picture: "settle" },
        { place: "reports", picture: "chart" },
    ];
    return rows.filter(Boolean).map(({ place, picture, detail }) => {
        const href = inLedger(ledger, "budget", place);
        return linkRow({ picture, label: say(`${place}.title`), detail: detail ?? say(`${place}.detail`), href });
    });
}
