// Where a browser sign-in comes back to this server: what it brought is handed on, and its address is not kept.

import { h } from "../../elements/build.js";
import { emptyState, linkButton } from "../../elements/controls.js";
import { sentence } from "../../elements/sentence.js";
import { say } from "../../elements/voice.js";

/** The server's word for "this sign-in was not begun with this connection". */
const notMine = "wrong-sign-in-address";

export async function landingScreen(app) {
    const address = app.landing;
    app.landing = null;
    const content = () => failed(problem);
    const problem = address ? await finish(app, address) : say("landing.again");
    return { title: say("landing.title"), quietTitle: true, class: "narrow", once: true, content };
}

/** Which connection it belongs to only the server knows: each is asked. Answers what went wrong, if something did. */
async function finish(app, address) {
    const connections = (await app.books.all("/folder-connections")).filter(({ kind }) => kind === "onedrive");
    for (const { id } of connections) {
        try {
            await app.books.ask("POST", `/folder-connections/${id}/sign-in/callback`, { address });
            app.toast(say("connection.signedIn"));
            app.go(`/folders/${id}`, { replace: true });
            return null;
        } catch (error) {
            if (error.code !== notMine) return sentence(error);
        }
    }
    return say("landing.unknown");
}

function failed(problem) {
    if (!problem) return h("p", { class: "lead", role: "status" }, say("connection.signedIn"));
    const action = linkButton({ label: say("connection.list"), kind: "primary", href: "/folders" });
    return emptyState({ picture: "warning", title: say("landing.failed"), text: problem, action });
}
