// Sign in with name and password.

import { h } from "../elements/build.js";
import { button, card } from "../elements/controls.js";
import { valuesOf } from "../elements/field.js";
import { form } from "../elements/form.js";
import { say } from "../elements/voice.js";
import { usePasskey } from "../outside/passkeys.js";
import { platform } from "../outside/platform.js";
import { accountName, deviceName, password } from "./account-fields.js";
import { ours } from "./route.js";

export function signInScreen(app, place) {
    const setUp = h(
        "p",
        { class: "aside" },
        say("signIn.firstTime"),
        " ",
        h("a", { href: "/set-up" }, say("setUp.title")),
    );
    const content = () => [card({}, signInForm(app, place)), setUp];
    return { title: say("signIn.title"), class: "narrow", once: true, content };
}

function signInForm(app, place) {
    const fields = {
        name: accountName(),
        password: password({ label: say("account.password"), autocomplete: "current-password" }),
        deviceName: deviceName(),
    };
    const send = async () => {
        await app.books.signIn("/sessions", valuesOf(fields));
        await app.go(ours(place.query.get("then")) ?? "/", { replace: true });
    };
    const withKey = button({
        label: say("passkeys.signIn"),
        picture: "passkey",
        onclick: () => app.attempt(() => signInWithPasskey(app, place, fields.deviceName.value)),
    });
    const secondary = platform.hasPasskeys && withKey;
    return form({ fields, content: Object.values(fields), label: say("signIn.action"), secondary, send });
}

async function signInWithPasskey(app, place, deviceName) {
    const credential = await usePasskey(await app.books.ask("POST", "/sessions/passkey/options", {}));
    await app.books.signIn("/sessions/passkey", { credential, deviceName });
    await app.go(ours(place.query.get("then")) ?? "/", { replace: true });
}
