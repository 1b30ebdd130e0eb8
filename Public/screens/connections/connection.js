// One folder connection: how it stands, signing in (again), and taking it away.

import { h, rebuild } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, said, say } from "../../elements/voice.js";
import { repeatWhileShown } from "../../outside/repetition.js";
import { ours } from "../route.js";
import { newPasswordCard } from "./password.js";
import { signInCards } from "./sign-in.js";
import { connectionDetail, kindName, stateMark } from "./words.js";

/** Seconds between two looks at the state, while a sign-in may end elsewhere. */
const looking = 3;

export async function connectionScreen(app, place) {
    const path = `/folder-connections/${encodeURIComponent(place.params.connection)}`;
    const view = new ConnectionView(app, place, path, await app.books.ask("GET", path));
    return { title: kindName(view.connection), class: "narrow", once: true, content: () => view.root };
}

/** Rebuilds itself only when the state has become another: what is being typed or copied stays. */
class ConnectionView {
    constructor(app, place, path, connection) {
        Object.assign(this, { app, path, connection, then: ours(place.query.get("then")) });
        this.ways = [];
        this.root = h("div", { class: "stack" });
        this.draw();
        if (connection.kind === "onedrive") repeatWhileShown(this.root, looking, () => this.look());
    }

    draw() {
        rebuild(this.root, () => [this.stateCard(), this.next(), ...this.signIn(), this.removal()]);
    }

    /** What was learned meanwhile is newer than what was asked before. */
    async look() {
        const before = this.connection;
        const connection = await this.app.books.ask("GET", this.path).catch(() => null);
        if (connection && this.connection === before) this.learn(connection);
    }

    /** What is being asked at this moment knows nothing of what has just begun. */
    forgetLook() {
        this.connection = { ...this.connection };
    }

    learn(connection) {
        const { state, account } = this.connection;
        const isEntered = this.ways.some((way) => way.learn(connection.deviceCode));
        if (connection.state === "connected" && (isEntered || state !== "connected")) return this.signedIn(connection);
        this.connection = connection;
        if (state !== connection.state || account !== connection.account) this.draw();
    }

    signedIn(connection) {
        this.connection = connection;
        this.draw();
        this.app.toast(say("connection.signedIn"));
    }

    stateCard() {
        const { connection } = this;
        const detail = connectionDetail(connection);
        const words = [detail && h("p", { class: "strong" }, detail), h("p", {}, stateMark(connection))];
        const why = connection.reason && h("p", {}, said(connection.reason));
        const text = h("p", { class: "hint" }, say(`connection.text.${connection.state}`));
        const since = h(
            "p",
            { class: "hint" },
            say("connection.since", { when: formats.instant(connection.createdAt) }),
        );
        return card({ class: "stack snug", "data-state": connection.state }, words, why, text, since);
    }

    /** Back to what this connection was made for. */
    next() {
        if (!this.then || this.connection.state !== "connected") return null;
        const onclick = () => this.app.back(this.then);
        return button({ label: say("connection.goOn"), picture: "arrow", kind: "primary", onclick });
    }

    signIn() {
        if (this.connection.kind === "onedrive") return signInCards(this);
        return this.connection.kind === "webdav" ? [newPasswordCard(this)] : [];
    }

    removal() {
        const onclick = () => this.remove();
        return card({}, button({ label: say("connection.remove"), picture: "trash", kind: "danger", onclick }));
    }

    async remove() {
        const title = say("connection.removeTitle", { name: kindName(this.connection) });
        const sure = await confirmed({ title, text: say("connection.removeText"), action: say("connection.remove") });
        if (!sure) return;
        await this.app.attempt(async () => {
            await this.app.books.ask("DELETE", this.path);
            await this.app.books.refreshAll();
            await this.app.go("/folders", { replace: true });
        });
    }
}
