// Changes everything that repeats of one kind, or with `?from=k` that occurrence and all later ones.

import { draftOf } from "../../core/expense-draft.js";
import { readExpense } from "../../core/ledger.js";
import { dateOf } from "../../core/recurrence.js";
import { repeatOf } from "../../core/timing-draft.js";
import { say } from "../../elements/voice.js";
import { plainIn } from "../begun.js";
import { changeForm, scheduleInput } from "../expense-form.js";
import { goneScreen } from "../gone.js";
import { inLedger } from "../route.js";
import { usualFor } from "./usual.js";

export async function editScheduleScreen(app, place) {
    await app.books.catchUp(place.params.ledger);
    const { ledger, params, query } = place;
    const path = `/schedules/${params.schedule}`;
    const from = /^\d{1,9}$/.test(query.get("from") ?? "") ? Number(query.get("from")) : null;
    const plainOf = (one) => draftFrom(ledger, one, dateOf(one, from ?? 0) ?? one.start);
    const look = ({ wire }) => wire.schedules?.find(({ id }) => id === params.schedule);
    const find = () => plainIn(app, ledger, look, plainOf);
    const plain = find();
    if (!plain) return goneScreen(say("schedule.gone"), say("schedule.goneText"));
    const save = async ({ input, schedule: rule, isByRatio }) => {
        const body = scheduleInput(input, rule, isByRatio);
        await app.books.write(ledger.id, "PUT", from === null ? path : `${path}?from=${from}`, body);
        await app.go(inLedger(ledger, "budget", "schedules"), { replace: true });
    };
    const how = {
        name: `schedule ${ledger.id} ${params.schedule} ${from ?? ""}`,
        kinds: ["repeat"],
        save,
        find,
        needsServer: from !== null,
    };
    const content = () => changeForm(app, ledger, plain, how);
    return { title: say(from === null ? "schedule.edit" : "occurrence.andLater"), class: "tall", once: true, content };
}

function draftFrom(ledger, schedule, start) {
    const isByRatio = schedule.split?.mode === "ratio";
    const expense = readExpense(
        { ...schedule, executionDate: start, labelIds: schedule.labelIds ?? [], ...(isByRatio && { split: null }) },
        ledger.minorDigits,
    );
    const draft = draftOf(expense, ledger.minorDigits);
    const usual = isByRatio && usualFor(ledger, start, ledger.category(schedule.categoryId));
    return { ...draft, ...usual, timing: { ...draft.timing, kind: "repeat", repeat: repeatOf(schedule) } };
}
