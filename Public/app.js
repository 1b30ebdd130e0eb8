// Starts the app: words first, then who is signed in, then the screen that the address names.

import { Formats } from "./core/formats.js";
import { isLanding } from "./core/landing.js";
import { Words } from "./core/words.js";
import { dayIn, localDay } from "./core/calendar-day.js";
import { sentence } from "./elements/form.js";
import { SwipeRow } from "./elements/swipe-row.js";
import { ToastLine } from "./elements/toast.js";
import { say, speak } from "./elements/voice.js";
import { AppLock } from "./outside/app-lock.js";
import { Books } from "./outside/books.js";
import { readCatalogue } from "./outside/catalogue.js";
import { Doorbell } from "./outside/doorbell.js";
import { install } from "./outside/installation.js";
import { applyAppearance } from "./outside/preferences.js";
import { Reckonings } from "./outside/reckonings.js";
import { Server } from "./outside/server.js";
import { Shelf } from "./outside/shelf.js";
import { addresses } from "./screens/addresses.js";
import { lockScreen } from "./screens/account/lock.js";
import { Stage } from "./screens/stage.js";

/** The languages that `words/` has a catalogue for; the first is what everybody else gets. */
const languages = ["en"];

async function start() {
    applyAppearance();
    customElements.define("toast-line", ToastLine);
    customElements.define("swipe-row", SwipeRow);
    const language = languages.find((one) => navigator.language.startsWith(one)) ?? languages[0];
    const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;
    speak(new Words(await readCatalogue(language), language), new Formats(locale));

    const shelf = new Shelf();
    const books = new Books(new Server(), shelf);
    const app = appAround(books, new Reckonings(books, shelf));
    followTheServer(app);
    await books.start();
    takeLanding(app);
    await keepLocked(app);
    app.stage.open();
    install((apply) => app.toast(say("update.ready"), { label: say("update.apply"), run: apply }));
}

/** A sign-in at a folder service that came back here: its address holds a secret, and is cleaned before anything shows. */
function takeLanding(app) {
    if (!isLanding(new URL(location.href))) return;
    app.landing = location.href;
    history.replaceState(null, "", "/folders/signed-in");
}

/** On devices where somebody asked for it, nothing is shown before they have proved who they are. */
async function keepLocked(app) {
    const lock = new AppLock(() => app.books.me && lockScreen(app));
    await lock.check();
}

/** What every screen is given: the books, the way to other screens, and a voice. */
function appAround(books, reckonings) {
    const toasts = document.querySelector("toast-line");
    const app = {
        books,
        reckonings,
        /** In the ledger's time zone, where it has one. */
        today: (ledger) => (ledger?.timeZone && dayIn(ledger.timeZone, new Date())) || localDay(new Date()),
        toast: (text, action) => toasts.show(text, action),
        /** For what happens outside a form: does it, and says so if it could not be done. */
        attempt: async (work) => {
            try {
                return await work();
            } catch (error) {
                if (!error.code) throw error;
                toasts.show(sentence(error));
            }
        },
    };
    app.stage = new Stage(app, addresses);
    app.go = (address, options) => app.stage.go(address, options);
    app.back = (address) => app.stage.back(address);
    app.leave = () => app.stage.leave();
    return app;
}

function followTheServer({ books, reckonings, stage }) {
    const doorbell = new Doorbell({ onRing: (ring) => books.rung(ring), onReturn: () => books.refreshAll() });
    books.addEventListener("signedIn", () => doorbell.listen());
    books.addEventListener("signedOut", () => {
        doorbell.rest();
        stage.go("/sign-in", { replace: true });
    });
    books.addEventListener("change", () => stage.refresh());
    books.addEventListener("reach", () => stage.refresh());
    reckonings.addEventListener("change", () => stage.refresh());
}

start();
