// Where the app lies on its host: at the top, or below a path that a proxy passes on (`serve --base-path`). Inside the app every
// address begins at its own top; what is given to the browser, and what comes from it, goes through here.

/** "" at the top, "/split" below a path: this module's own address tells. One that a test read from the disk has no host. */
const { protocol, pathname } = new URL("..", import.meta.url);
export const basePath = /^https?:$/.test(protocol) ? pathname.slice(0, -1) : "";

/** What this app keeps on the device goes by this name: two apps on one host keep theirs apart. */
export const storageName = `splitclone${basePath}`;

/** The browser's address of one of the app's. What does not begin with one slash leads elsewhere, and stays as it is. */
export function onHost(address, base = basePath) {
    return /^\/(?![/\\])/.test(address) ? base + address : address;
}

/** The app's address of where the browser is, or where a link leads: a URL without the base. */
export function inApp({ origin, pathname, search = "", hash = "" }, base = basePath) {
    return new URL(origin + (isInApp(pathname, base) ? pathname.slice(base.length) : pathname) + search + hash);
}

export function isInApp(pathname, base = basePath) {
    return pathname.startsWith(`${base}/`);
}
