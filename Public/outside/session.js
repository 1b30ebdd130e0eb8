// Who is signed in on this browser, and the one way to the server: whoever asks through here learns when it comes and goes.

import { everyItem } from "./pages.js";

/**
 * Tells `signedIn`, `signedOut`, `reach` when the server comes or goes, and `replaced` when somebody else has signed in on this
 * browser meanwhile: whatever this page holds is not theirs.
 */
export class Session extends EventTarget {
    #server;
    #shelf;
    #lookingUp = null;
    me = null;
    reachable = true;

    constructor(server, shelf) {
        super();
        this.#server = server;
        this.#shelf = shelf;
    }

    /** Begins to look for who was here last time; `start` goes on from there. */
    lookUp() {
        return (this.#lookingUp ??= this.#shelf.read("me"));
    }

    /** Who is signed in: whoever was last time, at once, while the server is asked whether that still holds. */
    async start() {
        const known = await this.lookUp();
        if (known) {
            this.#signedIn(known);
            this.#learnMe().catch(() => {});
        } else {
            const answer = await this.ask("GET", "/setup").catch(() => null);
            if (answer?.signedIn) await this.#learnMe().catch(() => {});
        }
    }

    async needsSetUp() {
        return (await this.ask("GET", "/setup").catch(() => null))?.needed ?? false;
    }

    /** Who may come in with which password, where everybody is made up; else null. */
    async demonstration() {
        return (await this.ask("GET", "/setup").catch(() => null))?.demonstration ?? null;
    }

    async signIn(path, body) {
        const answer = await this.ask("POST", path, body);
        await this.#learnMe();
        return answer;
    }

    async signOut() {
        await this.ask("DELETE", "/sessions/current");
        await this.forget();
    }

    /** Anything else the server is asked for. */
    ask(method, path, body, headers) {
        return this.#reaching(this.#server.send(method, path, body, headers));
    }

    /** The same for who sends and takes files: `answer` is under way already. */
    through(answer) {
        return this.#reaching(answer);
    }

    /** Every item of a list. */
    all(path) {
        return everyItem((page) => this.ask("GET", page), path);
    }

    /** `{json, tag}`, or `{unchanged: true}` when the tag still holds. */
    askIfChanged(path, tag) {
        return this.#reaching(this.#server.getIfChanged(path, tag));
    }

    async #reaching(answer) {
        try {
            const value = await answer;
            this.#reached(true);
            return value;
        } catch (problem) {
            this.#reached(!problem.isUnreachable);
            if (problem.status === 401 && this.me) await this.forget();
            throw problem;
        }
    }

    #reached(reachable) {
        if (this.reachable === reachable) return;
        this.reachable = reachable;
        this.tell("reach");
    }

    /** Whether it is still the same person who asks: another page of this browser may have let in somebody else. */
    confirm() {
        return this.#learnMe();
    }

    async #learnMe() {
        const me = await this.ask("GET", "/me");
        const isReplaced = this.me !== null && this.me.account.id !== me.account.id;
        if (isReplaced) await this.#shelf.clear();
        await this.#shelf.keep("me", me);
        if (isReplaced) this.tell("replaced");
        else this.#signedIn(me);
        return !isReplaced;
    }

    #signedIn(me) {
        const before = this.me;
        this.me = me;
        if (!before) this.tell("signedIn");
    }

    async forget() {
        this.me = null;
        await this.#shelf.clear();
        this.tell("signedOut");
    }

    tell(type, detail) {
        this.dispatchEvent(Object.assign(new Event(type), { detail }));
    }
}
