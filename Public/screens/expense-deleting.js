// Deleting an expense: at once, with a way back.

import { say } from "../elements/voice.js";
import { inputOf } from "./expense-input.js";

/** Deletes at once and offers to take it back: the same id is then written anew. */
export function deleteExpense(app, ledger, expense) {
    return app.attempt(async () => {
        try {
            await app.books.write(ledger.id, "DELETE", `/expenses/${expense.id}`);
        } catch (problem) {
            app.stage.refresh();
            throw problem;
        }
        const run = () => app.attempt(() => putBack(app, ledger, expense));
        const words = expense.scheduleId ? "expense.skipped" : "expense.deleted";
        app.toast(say(words, { title: expense.title }), { label: say("action.undo"), run });
        return true;
    });
}

/** What comes of a schedule was skipped: it comes again as it was. */
async function putBack(app, ledger, expense) {
    const { id, scheduleId, occurrence, lastEditedAt } = expense;
    const input = inputOf(ledger, expense);
    if (!scheduleId) return app.books.write(ledger.id, "PUT", `/expenses/${id}?revive=true`, input);
    if (lastEditedAt) return app.books.write(ledger.id, "PUT", `/expenses/${id}`, input);
    return app.books.write(ledger.id, "DELETE", `/schedules/${scheduleId}/occurrences/${occurrence}`);
}
