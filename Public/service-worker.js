// Keeps the shell of the app (never an answer of the API) so that it starts without the server.
//
// The server fills in the next line when it starts: a version for the whole shell and the hash of every file in it.

const shell = { "version": "unbuilt", "files": {} };
const cacheName = `shell ${shell.version}`;
const page = "/";

self.addEventListener("install", (event) => {
    event.waitUntil(fillCache());
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
    const path = request.mode === "navigate" && isAppAddress(url.pathname) ? page : url.pathname;
    if (path in shell.files) event.respondWith(fromCache(path, request));
});

/** Addresses of the app have no extension and are not the server's own. */
function isAppAddress(path) {
    return !path.startsWith("/api/") && !path.split("/").at(-1).includes(".") && !["/health", "/ready"].includes(path);
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
        names.filter((name) => name.startsWith("shell ") && name !== cacheName).map((name) => caches.delete(name)),
    );
}

async function fromCache(path, request) {
    const cache = await caches.open(cacheName);
    return (await cache.match(path)) ?? fetch(request);
}
