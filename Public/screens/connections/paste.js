// The end of a browser sign-in, pasted by hand: for when the browser is not on the server's own machine.

import { exactText, field } from "../../elements/field.js";
import { form, Unfinished } from "../../elements/form.js";
import { say } from "../../elements/voice.js";

export function pasteForm(view) {
    const [label, hint] = [say("onedrive.paste"), say("onedrive.pasteHint")];
    const placeholder = "http://localhost:8080/?code=…&state=…";
    const address = field({ label, hint, placeholder, name: "address", tag: "textarea", rows: 3, ...exactText });
    const send = async () => {
        if (!address.value) throw new Unfinished([{ field: "address", code: "missing" }]);
        view.signedIn(await view.app.books.ask("POST", `${view.path}/sign-in/callback`, { address: address.value }));
    };
    return form({ fields: { address }, content: address, label: say("onedrive.paste.action"), send });
}
