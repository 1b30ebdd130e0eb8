// Specimens of lists and of what stands in their place.

import { badge, stateBadge } from "../elements/badge.js";
import { h } from "../elements/build.js";
import { button, emptyState, linkRow, skeleton } from "../elements/controls.js";
import { disc } from "../elements/person.js";
import { friends } from "./sample.js";

function row(person, title, detail, amount) {
    return h("div", { class: "row plain-row expense" }, [
        disc(person),
        h(
            "span",
            { class: "row-text" },
            h("span", { class: "row-title" }, title),
            h("span", { class: "row-detail" }, detail),
        ),
        h("span", { class: "row-amount" }, h("span", { class: "amount" }, amount), h("small", {}, "your share €11.20")),
    ]);
}

export function rows() {
    const items = [["Dinner at Taberna da Rua das Flores", "€142.80"], ["Tram", "€1.60"], ["Apartment", "€1,612.00"]];
    const list = items.map(([title, amount], place) =>
        h("li", {}, row(friends[place], title, "paid for 4 people", amount))
    );
    return {
        "That say something": h("ul", { class: "inset" }, list),
        "That lead somewhere": h("div", { class: "inset" }, [
            linkRow({ picture: "label", label: "Badge", detail: "A word or two", href: "/guide/badge" }),
            linkRow({ picture: "chart", label: "Chart", detail: "Colour, pattern, name", href: "/guide/chart" }),
        ]),
    };
}

export function swipes() {
    const said = h("p", { class: "hint", role: "status" }, "Sweep the row towards its start.");
    const swept = () => (said.textContent = "It was swept away.");
    const swipe = h(
        "swipe-row",
        { class: "inset", onswept: swept },
        row(friends[1], "Pizza", "Ben paid for 4 people", "€45.00"),
    );
    return { "Sweep": [swipe, said, button({ label: "The same by a button", picture: "trash", onclick: swept })] };
}

export function badges() {
    return {
        "Words": h("p", { class: "tags" }, badge("Food"), badge("repeats"), badge("expected", "strong")),
        "How it stands": h("div", { class: "stack snug" }, [
            stateBadge("connected", "check", "Connected"),
            stateBadge("error", "warning", "Could not be reached"),
        ]),
    };
}

export function skeletons() {
    return { "While a list is on its way": skeleton(3) };
}

export function empties() {
    const action = button({ label: "Add an expense", picture: "add", kind: "primary" });
    const text = "Add what somebody paid; everybody's share is worked out at once.";
    return { "Nothing yet": emptyState({ picture: "receipt", title: "No expenses yet", text, action }) };
}
