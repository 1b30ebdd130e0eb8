// A form that sends itself once, and puts every refusal where it belongs.

import { h } from "./build.js";
import { button } from "./controls.js";
import { fieldSentence, sentence } from "./sentence.js";
import { say } from "./voice.js";

/** Milliseconds after which sending shows that it is still under way. */
const noticedAfter = 1000;

/** What the person left out, found before anything is sent: `[{field, code}]`. */
export class Unfinished extends Error {
    constructor(problems) {
        super("unfinished");
        this.problems = problems;
    }
}

/**
 * `fields` maps the server's field names to blocks with `showProblem`. `send` does the work, told which button asked for it;
 * what it throws is shown at the fields it names, and otherwise above the button. `notice` stands above the button, `secondary` below it.
 */
export function form({ fields = {}, content, label, send, class: extra = "", notice, secondary }) {
    const alert = h("p", { class: "problem form-problem", role: "alert" });
    const submit = button({ label, kind: "primary", type: "submit" });
    const working = h("progress", { class: "working", hidden: true, "aria-label": say("form.working") });
    const end = h("div", { class: "form-end" }, working, notice, alert, submit, secondary);
    const element = h("form", { class: `form ${extra}`, novalidate: true }, content, end);
    const begin = () => element.toggleAttribute("data-begun", true);
    element.addEventListener("input", begin);
    element.addEventListener("submit", (event) => {
        event.preventDefault();
        const show = (error) => showProblems(fields, alert, error);
        const sendIt = async () => {
            begin();
            await noticed(working, send(event.submitter));
            element.removeAttribute("data-begun");
        };
        sendOnce(submit, sendIt, show);
    });
    return element;
}

/** Whether somebody is in the middle of a form: one in a sheet, or one that something was typed into. */
export function isFormOpen() {
    return document.querySelector("dialog[open] form, form[data-begun]") !== null;
}

/** What takes longer than a moment is seen to be under way. */
async function noticed(working, sending) {
    const timer = setTimeout(() => (working.hidden = false), noticedAfter);
    try {
        return await sending;
    } finally {
        clearTimeout(timer);
        working.hidden = true;
    }
}

/** A second tap while the first is on its way does nothing. `show` is given what went wrong, or null. */
async function sendOnce(submit, send, show) {
    if (submit.getAttribute("aria-busy") === "true") return;
    submit.setAttribute("aria-busy", "true");
    show(null);
    try {
        await send();
    } catch (error) {
        show(error);
        if (!error.code && !error.problems) throw error;
    } finally {
        submit.removeAttribute("aria-busy");
    }
}

function showProblems(fields, alert, error) {
    for (const block of Object.values(fields)) block.showProblem(null);
    const named = (error?.problems ?? error?.errors ?? []).map((one) => ({
        ...one,
        block: blockFor(fields, one.field),
    }));
    for (const one of named) one.block?.showProblem(fieldSentence(one));
    named.find(({ block }) => block)?.block.input.focus();
    const homeless = named.filter(({ block }) => !block).map(fieldSentence);
    alert.textContent = !error || (named.length > 0 && homeless.length === 0)
        ? ""
        : homeless.join(" ") || sentence(error);
}

/** The server may name a part of a field ("participants[2]"): the sentence then stands at the whole, if that is seen. */
function blockFor(fields, name = "") {
    const block = fields[name] ?? fields[name.split(/[.[]/)[0]];
    return block?.hidden ? undefined : block;
}
