// "More": the category, and when an expense counts: once, again and again, spread over a while, or only expected.

import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { field, option } from "../../elements/field.js";
import { say } from "../../elements/voice.js";
import { categoryName } from "../budget/category-mark.js";
import { choosable } from "../budget/plan.js";
import { repeatFields } from "./repeat-fields.js";
import { spreadFields } from "./spread-fields.js";

export const timingKinds = Object.freeze(["once", "repeat", "spread", "expected"]);

/** A block with `typed()`: `{categoryId, timing}`, `follow(amount, day)` and `fields`. */
export function timingPart(ledger, draft, kinds) {
    const category = categoryField(ledger, draft.categoryId);
    const kind = kindChoices(kinds, draft.timing.kind);
    const about = h("p", { class: "hint", "aria-live": "polite" });
    const repeat = repeatFields(draft.timing.repeat);
    const spread = spreadFields(ledger, draft.timing.spread);
    const chosen = () => kind.chosen()[0] ?? kinds[0];
    const parts = h("div", { class: "stack" }, category, kind, about, repeat, spread);
    const fold = h("details", { class: "fold" }, h("summary", {}, say("timing.more")), parts);
    fold.open = ledger.kind === "wallet" || Boolean(draft.categoryId) || draft.timing.kind !== "once";
    fold.fields = { categoryId: category, spread, ...repeat.fields };
    fold.typed = () => ({
        categoryId: category.value || null,
        timing: { kind: chosen(), repeat: repeat.typed(), spread: spread.typed() },
    });
    fold.follow = (amount, day) => {
        about.textContent = say(`timing.about.${chosen()}`);
        repeat.hidden = chosen() !== "repeat";
        spread.hidden = chosen() !== "spread";
        repeat.follow(day);
        spread.follow(amount);
    };
    return fold;
}

function kindChoices(kinds, chosen) {
    const options = kinds.map((value) => ({ value, label: say(`timing.${value}`) }));
    const legend = say("timing.legend");
    const kind = choices({ legend, name: "kind", look: "segmented", options, chosen: [chosen] });
    kind.hidden = kinds.length < 2;
    return kind;
}

function categoryField(ledger, chosen) {
    const list = choosable(ledger, ledger.myParticipantId, chosen);
    const options = [
        option("", say("category.noneChosen"), !chosen),
        ...list.map((one) =>
            option(one.id, [one.icon, categoryName(ledger, one)].filter(Boolean).join(" "), one.id === chosen)
        ),
    ];
    const block = field({
        label: say("category.label"),
        name: "categoryId",
        tag: "select",
        options,
        value: chosen ?? "",
    });
    block.hidden = list.length === 0;
    return block;
}
