// Sign in with name and password.

import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { field } from "../elements/field.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";

export function signInScreen(app, place) {
    return { title: say("signIn.title"), class: "narrow", once: true, content: () => [signInForm(app, place), firstTime()] };
}

function signInForm(app, place) {
    const fields = {
        name: field({ label: say("account.name"), name: "name", autocomplete: "username", autocapitalize: "none", required: true, value: draft.name }),
        password: field({ label: say("account.password"), name: "password", type: "password", autocomplete: "current-password", required: true }),
        deviceName: field({ label: say("account.deviceName"), name: "deviceName", value: platform.deviceName, hint: say("account.deviceNameHint"), autocomplete: "off" }),
    };
    fields.name.input.addEventListener("input", () => { draft.name = fields.name.input.value; });
    return card({}, form({
        fields, content: Object.values(fields), label: say("signIn.action"),
        send: async () => {
            await app.books.signIn("/sessions", valuesOf(fields));
            app.go(safeAddress(place.query.get("then")), { replace: true });
        },
    }));
}

/** What was typed stays when moving between signing in and setting up. */
export const draft = { name: "" };

export function valuesOf(fields) {
    return Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value]));
}

/** Only an address of this app: never somewhere else. */
function safeAddress(then) {
    return then?.startsWith("/") && !then.startsWith("//") ? then : "/";
}

function firstTime() {
    return h("p", { class: "aside" }, say("signIn.firstTime"), " ", h("a", { href: "/set-up" }, say("setUp.title")));
}
