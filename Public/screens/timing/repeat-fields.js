// How often something comes again and until when, with the first days on which it does.

import { firstDates, readRepeat } from "../../core/timing-draft.js";
import { frequencies, units } from "../../core/recurrence.js";
import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { dateField, field, option } from "../../elements/field.js";
import { stepper } from "../../elements/stepper.js";
import { formats, say } from "../../elements/voice.js";

/** A block with `typed()`, `follow(start)` and `fields`, by the server's names. */
export function repeatFields(draft) {
    const options = frequencies.map((value) => option(value, say(`repeat.${value}`), value === draft.frequency));
    const frequency = selectField("repeat.how", "frequency", options, draft.frequency);
    const every = stepper({ label: say("repeat.everyLabel"), name: "every", value: draft.every, most: 99 });
    const unitOptions = units.map((value) => option(value, say(`repeat.unit.${value}`), value === draft.unit));
    const unit = selectField("repeat.unitLabel", "unit", unitOptions, draft.unit);
    const custom = h("div", { class: "pair" }, every, unit);
    const ends = endChoice(draft.ends);
    const end = dateField({ label: say("repeat.end"), name: "end", value: draft.end });
    const count = stepper({ label: say("repeat.count"), name: "count", value: draft.count });
    const preview = h("p", { class: "hint", "aria-live": "polite" });
    const block = h("div", { class: "stack" }, frequency, custom, ends, end, count, preview);
    block.fields = { custom: every, end, count };
    block.typed = () => ({
        ...{ frequency: frequency.value, every: every.value, unit: unit.value },
        ...{ ends: ends.chosen()[0], end: end.value, count: count.value },
    });
    block.follow = (start) => {
        const typed = block.typed();
        custom.hidden = typed.frequency !== "custom";
        end.hidden = typed.ends !== "on";
        count.hidden = typed.ends !== "after";
        preview.textContent = previewWords(typed, start);
    };
    return block;
}

function selectField(label, name, options, value) {
    return field({ label: say(label), name, tag: "select", options, value });
}

function endChoice(chosen) {
    const options = ["never", "on", "after"].map((value) => ({ value, label: say(`repeat.ends.${value}`) }));
    return choices({ legend: say("repeat.ends"), name: "ends", look: "segmented", options, chosen: [chosen] });
}

/** The clamping at the end of a month is best understood by seeing it. */
function previewWords(typed, start) {
    const { schedule } = readRepeat(typed, start);
    if (!schedule || !start) return "";
    const days = firstDates(schedule, 4).map((day) => formats.longDay(day, start));
    return say("repeat.preview", { days: days.join(" · ") });
}
