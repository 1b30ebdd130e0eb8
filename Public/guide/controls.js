// Specimens of what is pressed and chosen.

import { h } from "../elements/build.js";
import { choices, peopleChoices } from "../elements/choices.js";
import { button, linkButton } from "../elements/controls.js";
import { menu } from "../elements/menu.js";
import { stepper } from "../elements/stepper.js";
import { friends } from "./sample.js";

export function buttons() {
    const kinds = ["primary", "plain", "quiet", "danger"];
    return {
        "Kinds": h("div", { class: "chips" }, kinds.map((kind) => button({ label: kind, kind }))),
        "With a picture": h("div", { class: "chips" }, [
            button({ label: "Add an expense", picture: "add", kind: "primary" }),
            linkButton({ label: "All parts", picture: "back", href: "/guide" }),
            button({ name: "Close", picture: "close", kind: "quiet" }),
        ]),
        "At work": button({ label: "Saving", kind: "primary", "aria-busy": "true" }),
    };
}

export function segmented() {
    const options = ["System", "Light", "Dark"].map((label) => ({ value: label, label }));
    const longer = ["Once", "Repeats", "Spread", "Expected"].map((label) => ({ value: label, label }));
    const look = "segmented";
    return {
        "Three": choices({ legend: "Theme", name: "three", options, chosen: ["System"], look }),
        "Four; on a narrow screen in two lines": choices({
            legend: "When?",
            name: "four",
            options: longer,
            chosen: ["Once"],
            look,
        }),
    };
}

export function chips() {
    const label = ({ name }) => name;
    const days = ["Food", "Travel", "Rent"].map((one) => ({ value: one, label: one }));
    const several = peopleChoices({
        ...{ legend: "Any number", name: "several", people: friends, label, multiple: true },
        chosen: friends.slice(0, 2).map(({ id }) => id),
    });
    return {
        "One of them": peopleChoices({
            legend: "Who paid?",
            name: "one",
            people: friends,
            label,
            chosen: [friends[0].id],
        }),
        "Several": several,
        "Plain": choices({ legend: "Labels", name: "labels", options: days, chosen: ["Food"], multiple: true }),
    };
}

export function steppers() {
    const wrong = stepper({ label: "How often?", name: "often", value: "0", most: 12 });
    wrong.showProblem("At least once.");
    return {
        "A number": stepper({ label: "Every so many months", name: "every", value: "3", most: 99 }),
        "Refused": wrong,
    };
}

export function menus() {
    const said = h("p", { class: "hint", role: "status" }, "Nothing was chosen yet.");
    const item = (label, picture, kind) => ({
        label,
        picture,
        kind,
        run: () => (said.textContent = `${label} was chosen.`),
    });
    const items = [item("Rename", "edit"), item("Copy", "copy"), item("Delete", "trash", "danger")];
    const text = h("span", { class: "row-text" }, h("span", { class: "row-title" }, "Food"));
    return { "In a row": [h("div", { class: "row plain-row" }, text, menu({ name: "More for Food", items })), said] };
}
