// The first run: the code that the server printed, and the first account.

import { h } from "../elements/build.js";
import { card } from "../elements/controls.js";
import { valuesOf } from "../elements/field.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { accountName, deviceName, password, setUpCode } from "./account-fields.js";

export function setUpScreen(app) {
    const signIn = h(
        "p",
        { class: "aside" },
        say("setUp.already"),
        " ",
        h("a", { href: "/sign-in" }, say("signIn.title")),
    );
    const content = () => [h("p", { class: "lead" }, say("setUp.lead")), card({}, setUpForm(app)), signIn];
    return { title: say("setUp.title"), class: "narrow", once: true, content };
}

function setUpForm(app) {
    const newPassword = {
        label: say("account.newPassword"),
        hint: say("account.passwordHint"),
        autocomplete: "new-password",
    };
    const fields = {
        code: setUpCode(codeInAddress()),
        name: accountName(),
        password: password(newPassword),
        deviceName: deviceName(),
    };
    const send = async () => {
        await app.books.signIn("/setup", valuesOf(fields));
        await app.go("/", { replace: true });
    };
    return form({ fields, content: Object.values(fields), label: say("setUp.action"), send });
}

/** The address that the server prints carries the code after `#`, where it stays out of every log. */
function codeInAddress() {
    return location.hash.slice(1);
}
