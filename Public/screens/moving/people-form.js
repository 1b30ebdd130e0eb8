// Who of a file is who: in a ledger that is there each is said to be somebody of it or somebody new; in a new one, who I am.

import { folded, saidTwice, suggestions } from "../../core/moving/mapping.js";
import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { field, option, withProblems } from "../../elements/field.js";
import { disc, named } from "../../elements/person.js";
import { say } from "../../elements/voice.js";

/** Nobody is chosen until a person does. */
const [unsaid, newcomer, nobody] = ["", "new", "nobody"];

/** `people` are those of the file; `ledger` has `participants`. */
export class KnownPeople {
    constructor(people, ledger) {
        this.people = people;
        const present = ledger.participants.filter(({ retiredAt }) => !retiredAt);
        this.suggested = suggestions(people.map(({ name }) => name), present);
        const mayAdd = ledger.kind !== "wallet";
        this.choices = people.map((person, place) =>
            this.#choice(person, this.suggested[place], present, ledger, mayAdd)
        );
        this.fields = Object.fromEntries(this.choices.map((choice, place) => [`person${place}`, choice]));
        const list = h("div", { class: "stack snug", role: "group", "aria-label": say("import.people") }, [
            h("p", { class: "field-label" }, say("import.people")),
            h("p", { class: "hint" }, say("import.peopleHint", { ledger: ledger.name })),
            this.#takeAll(),
            ...this.choices,
        ]);
        this.element = withProblems(list, list);
    }

    #choice({ name }, suggestion, present, ledger, mayAdd) {
        const others = present.filter((one) => one !== suggestion);
        const options = [
            option(unsaid, say("import.pleaseChoose")),
            suggestion && option(suggestion.id, say("import.suggested", { name: named(suggestion, ledger) })),
            ...others.map((one) => option(one.id, named(one, ledger))),
            mayAdd && option(newcomer, say("import.newPerson", { name })),
        ];
        return field({ label: name, name: "person", tag: "select", options: options.filter(Boolean), value: unsaid });
    }

    /** One tap for what would be said one by one: it is still the person who says it. */
    #takeAll() {
        const n = this.suggested.filter(Boolean).length;
        if (n === 0) return null;
        const take = () => {
            for (const [place, one] of this.suggested.entries()) {
                if (one && !this.choices[place].value) this.choices[place].input.value = one.id;
                this.choices[place].showProblem(null);
            }
        };
        return button({ label: say("import.takeSuggestions", { n }), picture: "check", onclick: take });
    }

    problems() {
        const chosen = this.choices.map(({ value }) => value);
        const missing = chosen.map((value, place) => value === unsaid && { field: `person${place}`, code: "missing" });
        const twice = saidTwice(chosen).map((place) => ({ field: `person${place}`, code: "person-mapped-twice" }));
        return [...missing.filter(Boolean), ...twice];
    }

    request() {
        return {
            people: this.people.map(({ person, name }, place) => {
                const id = this.choices[place].value;
                return id === newcomer ? { person, name } : { person, participantId: id };
            }),
        };
    }
}

/** Everybody of the file comes into the new ledger; which of them I am, I say. */
export class NewPeople {
    constructor(people, myName) {
        this.people = people;
        const suggestion = suggestions([myName], people)[0];
        const label = (one) => one === suggestion ? say("import.suggested", { name: one.name }) : one.name;
        const options = [
            option(unsaid, say("import.pleaseChoose")),
            ...people.map((one) => option(String(one.person), label(one))),
            option(nobody, say("import.noneOfThem")),
        ];
        this.me = field({ label: say("import.whoAreYou"), name: "me", tag: "select", options, value: unsaid });
        this.fields = { me: this.me };
        const colours = ["blue", "orange", "purple", "green", "pink", "red"];
        const rows = people.map((one, place) =>
            h("li", { class: "name" }, disc({ ...one, colour: colours[place % 6] }), h("span", {}, one.name))
        );
        const list = h(
            "div",
            { class: "stack snug" },
            [
                h("p", { class: "field-label" }, say("import.everybody", { n: people.length })),
                h("ul", { class: "names" }, rows),
                isDouble(people) && h("p", { class: "hint" }, say("import.sameName")),
                this.me,
            ].filter(Boolean),
        );
        this.element = withProblems(list, list);
    }

    problems() {
        return this.me.value === unsaid ? [{ field: "me", code: "missing" }] : [];
    }

    request() {
        const people = this.people.map(({ person, name }) => ({ person, name }));
        const me = this.me.value === nobody ? {} : { me: Number(this.me.value) };
        return { people, ...me };
    }
}

function isDouble(people) {
    return new Set(people.map(({ name }) => folded(name))).size < people.length;
}
