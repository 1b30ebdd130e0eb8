// The fields of signing in and of setting up, with the `autocomplete` names that password managers look for.

import { exactText, field } from "../elements/field.js";
import { say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";

/** What was typed stays when moving between signing in and setting up; a password does not. */
const typed = new Map();

/** The field under its name, as it was left if that was not empty. */
function kept({ name, value, ...rest }) {
    const block = field({ name, value: typed.get(name) || value, ...rest });
    block.input.addEventListener("input", () => typed.set(name, block.input.value));
    return block;
}

export function accountName(suggested = "") {
    return kept({
        label: say("account.name"),
        name: "name",
        value: suggested,
        autocomplete: "username",
        autocapitalize: "words",
        required: true,
    });
}

export function password({ label, hint, autocomplete }) {
    return field({ label, hint, name: "password", type: "password", autocomplete, required: true });
}

export function deviceName() {
    const hint = say("account.deviceNameHint");
    return kept({ label: say("account.deviceName"), name: "deviceName", value: platform.deviceName, hint });
}

/** The one in the address is as good as typed: the way back from signing in does not have it. */
export function setUpCode(value) {
    if (value) typed.set("code", value);
    return kept({
        label: say("setUp.code"),
        name: "code",
        value,
        hint: say("setUp.codeHint"),
        autocomplete: "one-time-code",
        required: true,
        ...exactText,
    });
}
