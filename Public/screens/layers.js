// What lies over a screen or stands beside it: a sheet, and in a wide window the detail of what is in its list.

import { inApp } from "../core/root-path.js";
import { sheet } from "../elements/sheet.js";
import { platform } from "../outside/platform.js";

export class Layers {
    #main;
    #sheet = null;
    #aside = null;

    constructor(main) {
        this.#main = main;
    }

    /** What is there, the topmost last: `{place, screen, root}`. */
    get shown() {
        return [this.#aside, this.#sheet].filter(Boolean);
    }

    /** Shows the screen of a place; a `detail` stands beside a base of the class "beside", if there is room. */
    show(place, screen, base, onclose) {
        const beside = Boolean(screen.detail) && base?.screen.class === "beside" && platform.isWide();
        const shown = sheet({ title: screen.title, content: screen.content(), class: screen.class, onclose, beside });
        const kept = { place, screen, root: shown.body, close: shown.close };
        if (beside) this.#aside = kept;
        else this.#sheet = kept;
        this.markChosen();
    }

    /** Makes way for another place. A detail stays as long as a form about it lies over the whole. */
    clear(place) {
        this.#sheet?.close();
        this.#sheet = null;
        if (this.#aside && place.path.startsWith(`${this.#aside.place.path}/`)) return;
        this.#aside?.close();
        this.#aside = null;
        this.markChosen();
    }

    /** In the list: which row the detail beside it belongs to. From one detail to the next is no step that leads back. */
    markChosen() {
        const path = this.#aside?.place.path;
        this.#main.toggleAttribute("data-replace", Boolean(path));
        this.#main.querySelector("a.row[aria-current]")?.removeAttribute("aria-current");
        if (!path) return;
        const row = [...this.#main.querySelectorAll("a.row")].find((row) => inApp(row).pathname === path);
        row?.setAttribute("aria-current", "true");
    }
}
