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
import { serverNotice } from "./waiting/away.js";

export function signInScreen(app, place) {
    const setUp = h(
        "p",
        { class: "aside" },
        say("signIn.firstTime"),
        " ",
        h("a", { href: "/set-up" }, say("setUp.title")),
    );
    const content = () => [whatWaits(app), demonstration(app), card({}, signInForm(app, place)), setUp];
    return { title: say("signIn.title"), class: "narrow", once: true, content };
}

/** Nobody's entries are shown here; that there are some is. */
function whatWaits(app) {
    const line = h("p", { class: "hint centred", role: "status", hidden: true });
    app.waiting.count().then((n) => {
        line.textContent = n > 0 ? say("waiting.signIn", { n }) : "";
        line.hidden = n === 0;
    });
    return line;
}

/** Where everybody is made up, a tap is enough. */
function demonstration(app) {
    const box = h("div", {});
    app.books.demonstration().then((door) => door && box.append(doorOf(app, door)));
    return box;
}

function doorOf(app, { names, password }) {
    const enter = async (name) => {
        await app.books.signIn("/sessions", { name, password, deviceName: platform.deviceName });
        await app.go("/", { replace: true });
    };
    const ways = names.map((name, place) =>
        button({
            label: say("demonstration.enter", { name }),
            kind: place === 0 ? "primary" : undefined,
            onclick: () => app.attempt(() => enter(name)),
        })
    );
    const lead = h("p", {}, say("demonstration.lead", { password }));
    return card({ class: "stack" }, [lead, h("div", { class: "ways" }, ways)]);
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
    return form({
        notice: serverNotice(app),
        fields,
        content: Object.values(fields),
        label: say("signIn.action"),
        secondary,
        send,
    });
}

async function signInWithPasskey(app, place, deviceName) {
    const credential = await usePasskey(await app.books.ask("POST", "/sessions/passkey/options", {}));
    await app.books.signIn("/sessions/passkey", { credential, deviceName });
    await app.go(ours(place.query.get("then")) ?? "/", { replace: true });
}
