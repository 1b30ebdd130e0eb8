// Everybody's position as a bar to the left (owes) or to the right (is owed); the words say it too.

import { magnitude } from "../core/money.js";
import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { disc, named } from "../elements/person.js";
import { money, say } from "../elements/voice.js";

export function positionsCard(ledger) {
    const open = [...ledger.positions].filter(([, amount]) => amount !== 0n);
    if (open.length === 0) return null;
    const largest = open.reduce((most, [, amount]) => (magnitude(amount) > most ? magnitude(amount) : most), 1n);
    const lines = open.map(([id, amount]) => line(ledger, ledger.person(id), amount, largest));
    return card({ title: say("settle.positions") }, h("ul", { class: "positions" }, lines));
}

function line(ledger, person, amount, largest) {
    const words = say(amount > 0n ? "balance.isOwed" : "balance.owes", { amount: money(magnitude(amount), ledger) });
    const bar = {
        class: `position-bar ${amount > 0n ? "right" : "left"}`,
        "aria-hidden": "true",
        "data-colour": person?.colour,
        variables: { "--part": String((magnitude(amount) * 1000n) / largest) },
    };
    return h(
        "li",
        { class: "position" },
        disc(person, "small"),
        h("span", { class: "position-name" }, named(person, ledger)),
        h("span", { class: "position-words" }, words),
        h("span", bar),
    );
}
