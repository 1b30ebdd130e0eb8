// The first run: the code that the server printed, and the first account.

import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";
import { draft, valuesOf } from "./sign-in.js";

export function setUpScreen(app) {
    return {
        title: say("setUp.title"), class: "narrow", once: true,
        content: () => [
            h("p", { class: "lead" }, say("setUp.lead")),
            card({}, setUpForm(app)),
            h("p", { class: "aside" }, say("setUp.already"), " ", h("a", { href: "/sign-in" }, say("signIn.title"))),
        ],
    };
}

function setUpForm(app) {
    const fields = {
        code: field({ label: say("setUp.code"), name: "code", value: codeInAddress(), hint: say("setUp.codeHint"), autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", required: true }),
        name: field({ label: say("account.name"), name: "name", value: draft.name, autocomplete: "username", autocapitalize: "words", required: true }),
        password: field({ label: say("account.newPassword"), name: "password", type: "password", hint: say("account.passwordHint"), autocomplete: "new-password", required: true }),
        deviceName: field({ label: say("account.deviceName"), name: "deviceName", value: platform.deviceName, hint: say("account.deviceNameHint"), autocomplete: "off" }),
    };
    fields.name.input.addEventListener("input", () => { draft.name = fields.name.input.value; });
    return form({
        fields, content: Object.values(fields), label: say("setUp.action"),
        send: async () => {
            await app.books.signIn("/setup", { ...valuesOf(fields), code: fields.code.input.value.trim() });
            app.go("/", { replace: true });
        },
    });
}

/** The address that the server prints carries the code after `#`, where it stays out of every log. */
function codeInAddress() {
    return decodeURIComponent(location.hash.slice(1));
}
