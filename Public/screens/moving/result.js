// What came of an import, ledger by ledger, and taking all of it back.

import { h, rebuild } from "../../elements/build.js";
import { button, card, linkButton, linkRow } from "../../elements/controls.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, said, say } from "../../elements/voice.js";
import { homeOf } from "../route.js";
import { countWords } from "./words.js";

export function resultParts(view) {
    const { made, app } = view;
    const isDone = made.some(({ state }) => state === "done");
    return [
        card({ title: say(isDone ? "import.done" : "import.undone") }, [
            h("p", { class: "hint" }, formats.instant(made[0].at)),
            ...made.map((row) => ledgerRow(app, row, answerFor(view, row))),
        ]),
        isDone ? undoCard(view) : card({}, h("p", { class: "hint" }, say("import.undoneText"))),
        h("div", { class: "ways" }, linkButton({ label: say("import.another"), picture: "income", href: "/import" })),
    ];
}

/** What the server said right after recording knows more than the log: what was there already, what was left out. */
function answerFor({ answer }, { ledgerId }) {
    return answer?.books.find((one) => one.ledgerId === ledgerId) ?? null;
}

function ledgerRow(app, row, answer) {
    const ledger = app.books.ledgers?.find(({ id }) => id === row.ledgerId);
    const total = row.expenses + row.settlements;
    const counts = { expenses: row.expenses, payments: row.settlements, people: row.participants, labels: row.labels };
    const notes = [
        countWords(counts),
        row.standing < total && say("import.standing", { n: row.standing, of: total }),
        answer?.known > 0 && say("import.alreadyThere", { n: answer.known }),
        answer?.deletedSince > 0 && say("import.stayDeleted", { n: answer.deletedSince }),
        answer?.leftOut > 0 && say("import.leftOutCount", { n: answer.leftOut }),
    ];
    const label = ledger?.name ?? say("import.goneLedger");
    const detail = notes.filter(Boolean).join(" · ");
    return linkRow({ picture: "receipt", label, detail, href: ledger ? homeOf(ledger) : "/ledgers" });
}

function undoCard(view) {
    const undo = async () => {
        const words = { title: say("import.undo"), text: say("import.undoSure"), action: say("import.undo") };
        if (!await confirmed(words)) return;
        await view.app.attempt(async () => {
            const { ledgers } = await view.app.books.ask("DELETE", view.path);
            await view.learn();
            rebuild(view.root, () => [takenBack(ledgers), ...resultParts(view)]);
        });
    };
    return card({ title: say("import.undo"), class: "stack" }, [
        h("p", {}, say("import.undoText")),
        button({ label: say("import.undo"), picture: "undo", kind: "danger", onclick: undo }),
    ]);
}

/** What went, and what stays because somebody changed it since. */
function takenBack(ledgers) {
    const sum = (name) => ledgers.reduce((total, one) => total + one[name], 0);
    const counts = { expenses: sum("expenses"), payments: sum("settlements"), people: sum("participants") };
    const kept = ledgers.flatMap((one) => one.kept);
    const lines = kept.map(({ name, reason, kind }) =>
        h("li", {}, h("b", {}, name || say(`import.kept.${kind}`)), ": ", said(reason))
    );
    return card({ title: say("import.takenBack"), class: "stack snug" }, [
        h("p", { role: "status" }, countWords({ ...counts, labels: sum("labels") })),
        lines.length > 0 && [h("p", { class: "strong" }, say("import.stays", { n: sum("keptCount") }))],
        lines.length > 0 && h("ul", { class: "points" }, lines),
        h("p", { class: "hint" }, say("import.ledgersStay")),
    ]);
}
