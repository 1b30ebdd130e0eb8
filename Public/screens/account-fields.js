// The fields of signing in and of setting up, with the `autocomplete` names that password managers look for.

import { exactText, field } from "../elements/field.js";
import { say } from "../elements/voice.js";
import { platform } from "../outside/platform.js";

/** What was typed stays when moving between signing in and setting up. */
const draft = { name: "" };

export function accountName(suggested = "") {
    const block = field({
        label: say("account.name"),
        name: "name",
        value: draft.name || suggested,
        autocomplete: "username",
        autocapitalize: "words",
        required: true,
    });
    block.input.addEventListener("input", () => {
        draft.name = block.input.value;
    });
    return block;
}

export function password({ label, hint, autocomplete }) {
    return field({ label, hint, name: "password", type: "password", autocomplete, required: true });
}

export function deviceName() {
    const hint = say("account.deviceNameHint");
    return field({ label: say("account.deviceName"), name: "deviceName", value: platform.deviceName, hint });
}

export function setUpCode(value) {
    return field({
        label: say("setUp.code"),
        name: "code",
        value,
        hint: say("setUp.codeHint"),
        autocomplete: "one-time-code",
        required: true,
        ...exactText,
    });
}
