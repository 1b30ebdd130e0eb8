// The browser's own back and forward, and links: every place has its address, and none is loaded from the server anew.

import { inApp, isInApp, onHost } from "../core/root-path.js";

/** Keeps how deep we are in the app, so that "close" can go back when there is a way back. */
export class Navigation {
    depth = 0;
    #show;
    #mayGo;
    #turn = 0;

    /** `show({scroll})` is called whenever the address has changed; `mayGo(address)` tells before whether it should. */
    constructor(show, mayGo) {
        this.#show = show;
        this.#mayGo = mayGo;
    }

    listen() {
        history.scrollRestoration = "manual";
        addEventListener("popstate", ({ state }) => {
            this.#turn += 1;
            this.depth = state?.depth ?? 0;
            this.#show({ scroll: state?.scroll ?? 0 });
        });
        document.addEventListener("click", (event) => this.#follow(event));
    }

    /** Whoever goes on while it is still asked whether they may has gone where they went last. */
    async go(address, { replace = false } = {}) {
        const turn = ++this.#turn;
        const isAllowed = await this.#mayGo(address);
        if (!isAllowed || turn !== this.#turn) return;
        if (replace) {
            history.replaceState({ depth: this.depth }, "", onHost(address));
        } else {
            history.replaceState({ depth: this.depth, scroll: scrollY }, "");
            this.depth += 1;
            history.pushState({ depth: this.depth }, "", onHost(address));
        }
        return this.#show({ scroll: 0 });
    }

    /** Back to where we came from, or to `beneath` when this is where we came in. */
    leave(beneath) {
        if (this.depth > 0) history.back();
        else this.go(beneath, { replace: true });
    }

    #follow(event) {
        const link = event.target.closest("a[href]");
        if (!link || event.defaultPrevented || !isPlain(event) || !isOurs(link)) return;
        event.preventDefault();
        const { pathname, search, hash } = inApp(link);
        this.go(pathname + search + hash, { replace: Boolean(link.closest("[data-replace]")) });
    }
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }) {
    return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function isOurs(link) {
    return link.origin === location.origin && isInApp(link.pathname) && !link.target && !link.hasAttribute("download");
}
