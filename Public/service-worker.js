// Keeps the shell of the app (never an answer of the API) so that it starts without the server.
//
// The server fills in the next line when it starts: a version for the whole shell and the hash of every file in it.

const shell = { "version": "unbuilt", "files": {} };
/** Where the app lies on its host: "" at the top. */
const base = location.pathname.slice(0, -"/service-worker.js".length);
/** Caches belong to the whole host: these are our own. */
const ownCaches = `shell ${base}/ `;
const cacheName = ownCaches + shell.version;
const page = `${base}/`;

/** A plain link leads here when the kept shell does not start: it is thrown away, and what people entered is not touched. */
const repairing = "repair";
let isGivenUp = false;

/** What a start asks for a hundred times comes straight from the cache, without a turn through here, where a browser can do that. */
const files = [`${base}/*.js`, `${base}/*.css`];

self.addEventListener("install", (event) => {
    event.waitUntil(fillCache());
    const rule = (pathname) => ({ condition: { urlPattern: { pathname } }, source: { cacheName } });
    event.waitUntil(event.addRoutes?.(files.map(rule)).catch(() => {}));
});

self.addEventListener("activate", (event) => {
    event.waitUntil(dropOldCaches());
});

/** The page asks for this when the person has agreed to the new version. */
self.addEventListener("message", ({ data }) => {
    if (data === "takeOver") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate" && url.searchParams.has(repairing)) return event.respondWith(repair());
    if (isGivenUp) return;
    const path = request.mode === "navigate" && isAppAddress(url.pathname) ? page : url.pathname;
    if (path in shell.files) event.respondWith(fromCache(path, request));
});

/** Addresses of the app have no extension and are not the server's own. */
function isAppAddress(path) {
    const own = path.slice(base.length);
    return !own.startsWith("/api/") && !own.split("/").at(-1).includes(".") &&
        !["/health", "/ready", "/trust"].includes(own);
}

/** All or nothing: one file that does not match its hash, and the old version stays. */
async function fillCache() {
    const cache = await caches.open(cacheName);
    const requests = Object.entries(shell.files).map(([path, integrity]) =>
        new Request(path, { integrity, cache: "no-cache" })
    );
    await cache.addAll(requests);
}

async function dropOldCaches() {
    const names = await caches.keys();
    await Promise.all(
        names.filter((name) => isOwn(name) && name !== cacheName).map((name) => caches.delete(name)),
    );
}

/** Before there were paths, the caches of an app at the top had no path in their names. */
function isOwn(name) {
    return name.startsWith(ownCaches) || (base === "" && /^shell [0-9a-f]+$/.test(name));
}

async function fromCache(path, request) {
    const cache = await caches.open(cacheName);
    return (await cache.match(path)) ?? fetch(request);
}

/** Without the server the shell is all there is: then nothing is thrown away. */
async function repair() {
    const answer = await fetch(`${base}/health`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return new Response("The server can not be reached: nothing was changed.", { status: 503 });
    isGivenUp = true;
    const names = await caches.keys();
    await Promise.all(names.filter((name) => isOwn(name)).map((name) => caches.delete(name)));
    await self.registration.unregister();
    return Response.redirect(page, 302);
}
