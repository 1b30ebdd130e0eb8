// Starts the app: words first, then who is signed in, then the screen that the address names.

import { inApp, onHost } from "./core/root-path.js";
import { Formats } from "./core/formats.js";
import { isLanding } from "./core/landing.js";
import { Words } from "./core/words.js";
import { dayIn, localDay } from "./core/calendar-day.js";
import { Press } from "./elements/press.js";
import { sentence } from "./elements/sentence.js";
import { SwipeRow } from "./elements/swipe-row.js";
import { ToastLine } from "./elements/toast.js";
import { say, speak, understand } from "./elements/voice.js";
import { AppLock } from "./outside/app-lock.js";
import { readCatalogue, readSentences } from "./outside/catalogue.js";
import { Doorbell } from "./outside/doorbell.js";
import "./outside/install-prompt.js";
import { fetchInQuiet } from "./outside/parts.js";
import { pendingJoin } from "./outside/pending-join.js";
import { applyAppearance } from "./outside/preferences.js";
import { Books } from "./outside/books.js";
import { Database } from "./outside/database.js";
import { Drafts } from "./outside/drafts.js";
import { Server } from "./outside/server.js";
import { Shelf } from "./outside/shelf.js";
import { Waiting } from "./outside/waiting.js";
import { Reckonings } from "./outside/reckonings.js";
import { addresses } from "./screens/addresses.js";
import { late } from "./screens/late.js";
import { lockScreen } from "./screens/account/lock-cover.js";
import { Stage } from "./screens/stage.js";

/** What goes on beside the screens. */
const startAlongside = late("alongside.js", "alongside");

/** Who sends what waits; fetched when something does. */
const startSending = late("waiting/sending.js", "startSending");

async function start() {
    applyAppearance();
    customElements.define("toast-line", ToastLine);
    customElements.define("swipe-row", SwipeRow);
    const kept = keepBooks();
    kept.books.lookUp();
    const { catalogue, language, locale } = await readCatalogue();
    speak(new Words(catalogue, language, locale), new Formats(locale));
    readSentences(language).then(understand, () => {});
    const app = appAround(kept, new Reckonings(kept.books, kept.shelf));
    followTheServer(app);
    followWhatWaits(app);
    await app.books.start();
    await app.opening;
    takeLanding(app);
    pendingJoin.take(inApp(location));
    await keepLocked(app);
    await app.stage.open().finally(() => {
        startAlongside(app).catch(passOver);
        keepTheRest(app);
    });
}

/** What keeps the books on this device. */
function keepBooks() {
    const database = new Database();
    const shelf = new Shelf(database);
    const waiting = new Waiting(database, (waiting) => startSending({ books, database, waiting }));
    const books = new Books(new Server(), shelf, waiting);
    const drafts = new Drafts(new Shelf(database, "drafts"));
    return { books, shelf, waiting, drafts };
}

/** What was not loaded first comes now, so that nothing is missing when the server goes; from the kept shell it always can. */
function keepTheRest({ books }) {
    if (navigator.serviceWorker?.controller) return;
    const screens = addresses.map(({ screen }) => screen);
    const fetchThem = () => fetchInQuiet([startSending, ...screens]).catch(passOver);
    books.addEventListener("reach", () => books.reachable && fetchThem());
    return fetchThem();
}

/** What could not be fetched now is fetched when it is wanted. */
function passOver(problem) {
    if (!problem.code) throw problem;
}

/** A sign-in at a folder service that came back here: its address holds a secret, and is cleaned before anything shows. */
function takeLanding(app) {
    if (!isLanding(inApp(location))) return;
    app.landing = location.href;
    history.replaceState(null, "", onHost("/folders/signed-in"));
}

/** On devices where somebody asked for it, nothing is shown before they have proved who they are. */
async function keepLocked(app) {
    const lock = new AppLock(() => app.books.me && lockScreen(app));
    await lock.check();
}

/** What every screen is given: the books, the way to other screens, and a voice. */
function appAround({ books, waiting, drafts }, reckonings) {
    const toasts = document.querySelector("toast-line");
    const app = {
        ...{ books, waiting, drafts, reckonings },
        press: new Press(),
        now: () => new Date().toISOString(),
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

/** What is typed and what waits belongs to one account. */
function followWhatWaits(app) {
    const { books, waiting, drafts, toast } = app;
    const openFor = (account) => Promise.all([waiting.open(account), drafts.open(account)]);
    books.addEventListener("signedIn", () => app.opening = openFor(books.me.account.id));
    books.addEventListener("signedOut", () => app.opening = openFor(null));
    waiting.addEventListener("saved", () => toast(say("waiting.saved")));
    waiting.addEventListener("trouble", () => toast(say(`waiting.trouble.${waiting.trouble}`)));
}

function followTheServer({ books, reckonings, waiting, press, stage }) {
    const [onRing, onReturn] = [(ring) => books.rung(ring), () => books.refreshAll()];
    const onOpen = () => books.confirm().then((isMe) => isMe && waiting.run()).catch(passOver);
    const doorbell = new Doorbell({ onRing, onReturn, onOpen });
    books.addEventListener("replaced", () => location.reload());
    books.addEventListener("signedIn", () => doorbell.listen());
    books.addEventListener("signedOut", () => {
        doorbell.rest();
        stage.go("/sign-in", { replace: true });
    });
    const again = () => stage.refresh();
    const refresh = onceATurn(() => press.after(again));
    for (const one of [books, waiting, reckonings]) one.addEventListener("change", refresh);
    books.addEventListener("reach", refresh);
}

/** However often it is called in one turn, it is done once. */
function onceATurn(work) {
    let isComing = false;
    return () => {
        if (isComing) return;
        isComing = true;
        queueMicrotask(() => {
            isComing = false;
            work();
        });
    };
}

start();
