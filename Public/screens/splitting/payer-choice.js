// Who paid: one person, chosen by a tap, or several with what each of them paid.

import { h } from "../../elements/build.js";
import { peopleChoices } from "../../elements/choices.js";
import { button } from "../../elements/controls.js";
import { named } from "../../elements/person.js";
import { formats, say } from "../../elements/voice.js";
import { differenceWords } from "./difference-words.js";
import { partRows } from "./part-rows.js";

/** Two blocks, of which one is shown: `one` and `several`; with `element`, `typed()` and `follow(payers)`. */
export function payerChoice(ledger, people, { payerId, paid }) {
    const label = (person) => named(person, ledger);
    const one = peopleChoices({ legend: say("expense.payer"), name: "payer", people, label, chosen: [payerId] });
    const several = partRows(ledger, people, { legend: say("expense.payer"), texts: paid ?? {} });
    const left = h("p", { class: "hint strong", "aria-live": "polite" });
    several.append(left);
    several.measure(formats.currencySign(ledger.currency));
    const turn = button({ label: "", kind: "quiet small", onclick: () => show(!one.hidden, true) });
    const show = (isSeveral, isChange = false) => {
        [one.hidden, several.hidden] = [isSeveral, !isSeveral];
        turn.replaceChildren(h("span", {}, say(isSeveral ? "payers.one" : "payers.several")));
        if (isChange) turn.dispatchEvent(new Event("input", { bubbles: true }));
        if (isChange && isSeveral) several.focus();
    };
    show(Boolean(paid));
    turn.classList.remove("round");
    turn.hidden = ledger.schemaVersion < 2;
    const typed = () => ({ payerId: one.chosen()[0] ?? null, paid: several.hidden ? null : several.texts() });
    const follow = ({ problems }) => {
        const problem = problems.find(({ field, by }) => field === "payers" && by !== undefined);
        left.textContent = problem ? differenceWords(ledger, problem) : "";
    };
    return { one, several, element: h("div", { class: "payers" }, one, several, turn), typed, follow };
}
