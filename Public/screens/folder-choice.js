// Which shared folder: one of this account's connections, and where it is behind that connection.

import { inApp } from "../core/root-path.js";
import { placeOf } from "../core/invitation.js";
import { h } from "../elements/build.js";
import { linkButton } from "../elements/controls.js";
import { exactText, field, option } from "../elements/field.js";
import { say } from "../elements/voice.js";
import { connectionName, stateMark } from "./connections/words.js";

/**
 * A block of fields. `without` names the choice of no folder; `place` is the name of the place's words; `isTold()` says
 * whether something else on the screen leads to the folder. `refresh()` learns which connections there are now.
 */
export class FolderChoice {
    #app;
    #without;
    #isTold;
    #connections = [];
    #wasChosen = false;
    #state = h("div", { class: "stack snug" });

    constructor(app, { without, place = "path", isTold = () => false } = {}) {
        this.#app = app;
        this.#without = without;
        this.#isTold = isTold;
        this.where = field({ label: say("folder.connection"), name: "connectionId", tag: "select" });
        this.place = field({
            label: say(`folder.${place}`),
            name: "path",
            hint: say(`folder.${place}Hint`),
            ...exactText,
        });
        this.where.input.addEventListener("change", () => {
            this.#wasChosen = true;
            this.follow();
        });
        this.more = h("div", {});
        this.content = h("div", { class: "stack" }, this.where, this.#state, this.place, this.more);
        this.fields = { connectionId: this.where, path: this.place, shareLink: this.place };
    }

    /** Keeps what was chosen; a connection made in the meantime is what was wanted. Without the server it stays as it is. */
    async refresh() {
        const chosen = this.#newest() ?? this.where.value;
        const keep = (problem) => (problem.isUnreachable ? this.#connections : Promise.reject(problem));
        this.#connections = await this.#app.books.all("/folder-connections").catch(keep);
        const known = this.#connections.map((one) => option(one.id, connectionName(one)));
        const options = [this.#without && option("", this.#without), ...known].filter(Boolean);
        this.where.input.replaceChildren(...options);
        this.where.input.value = options.some(({ value }) => value === chosen) ? chosen : (options[0]?.value ?? "");
        this.follow();
        return this;
    }

    /** What was chosen, or what is in the text beside it, decides what else is asked for. */
    follow() {
        if (this.#isTold()) this.#preferOneDrive();
        const connection = this.#chosen();
        this.where.hidden = this.where.input.options.length === 0;
        this.place.hidden = !connection || (this.#isTold() && connection.kind === "onedrive");
        this.#state.replaceChildren(
            ...[this.where.hidden && none(), connection && signInFirst(connection)].filter(Boolean),
        );
        this.#state.hidden = !this.#state.hasChildNodes();
        const href = `/folders/new?then=${encodeURIComponent(inApp(location).pathname)}`;
        this.more.replaceChildren(linkButton({ label: this.#moreWords(), picture: "add", href }));
    }

    get isWanted() {
        return Boolean(this.#chosen());
    }

    /** The body fields: nothing, or the connection with the path or share link. */
    request() {
        const connection = this.#chosen();
        if (!connection) return {};
        const isToldElsewhere = this.#isTold() && connection.kind === "onedrive";
        return {
            connectionId: connection.id,
            ...placeOf(this.place.hidden ? "" : this.place.value, { isToldElsewhere }),
        };
    }

    /** A link leads into OneDrive; who chose something stays with it. */
    #preferOneDrive() {
        const drive = this.#connections.find(({ kind }) => kind === "onedrive");
        if (drive && !this.where.value && !this.#wasChosen) this.where.input.value = drive.id;
    }

    #moreWords() {
        return say(this.#connections.length > 0 ? "folder.connectAnother" : "connection.add");
    }

    #chosen() {
        return this.#connections.find(({ id }) => id === this.where.value) ?? null;
    }

    #newest() {
        const newest = this.#app.newestConnection;
        this.#app.newestConnection = null;
        return newest;
    }
}

function none() {
    return h("p", {}, say("folder.noConnection"));
}

/** Nothing goes through a connection that somebody has to sign in to. */
function signInFirst(connection) {
    if (connection.state === "connected") return null;
    const href = `/folders/${connection.id}?then=${encodeURIComponent(inApp(location).pathname)}`;
    const way = linkButton({ label: say(`connection.do.${connection.state}`), picture: "key", href });
    return h("div", { class: "inset stack snug" }, stateMark(connection), way);
}
