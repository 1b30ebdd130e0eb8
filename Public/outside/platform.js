// What this browser can do here, asked once. Nobody else sniffs.

/** Off a secure origin there is no service worker: the open page works on, but can not start without the server. */
export const platform = Object.freeze({
    canInstall: globalThis.isSecureContext && "serviceWorker" in navigator,
    hasPasskeys: hasPasskeys(),
    canShare: typeof navigator.share === "function",
    /** There is room for a list and a detail side by side; the stylesheets ask the same (56.25rem). */
    isWide: () => matchMedia("(min-width: 56.25rem)").matches,
    canPaste: typeof navigator.clipboard?.readText === "function",
    isSecure: globalThis.isSecureContext,
    isAlone: standsAlone(),
    isApple: /iPhone|iPad|Macintosh/.test(navigator.userAgent ?? "") && navigator.maxTouchPoints > 1,
    isAndroid: /Android/.test(navigator.userAgent ?? ""),
    deviceName: deviceName(navigator.userAgentData?.platform ?? navigator.platform ?? "", navigator.userAgent ?? ""),
});

/** On the home screen or in a window of its own. WebKit may call that fullscreen (bug 264218). */
function standsAlone() {
    const query = "(display-mode: standalone), (display-mode: fullscreen)";
    return navigator.standalone === true || Boolean(globalThis.matchMedia?.(query).matches);
}

/** They are bound to a host name: over plain http or at a bare address there are none. */
function hasPasskeys() {
    const isName = /[a-z]/i.test(location.hostname) && !location.hostname.includes(":");
    const knowsJSON = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
    return globalThis.isSecureContext && isName && knowsJSON;
}

/** A first suggestion for the name of this device in the list of devices; the person may change it. */
function deviceName(system, agent) {
    const known = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Mac/, "Mac"], [/Win/, "Windows"], [
        /Linux/,
        "Linux",
    ]];
    const device = known.find(([pattern]) => pattern.test(`${system} ${agent}`))?.[1] ?? "Browser";
    const browser = [[/Firefox/, "Firefox"], [/Edg/, "Edge"], [/Chrom/, "Chrome"], [/Safari/, "Safari"]]
        .find(([pattern]) => pattern.test(agent))?.[1];
    return browser ? `${device} · ${browser}` : device;
}

/** Copies text; `navigator.clipboard` is missing on plain http, the old way is not. */
export async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
}

/** What is in the clipboard; nothing when the person says no. */
export function pasted() {
    return navigator.clipboard.readText().catch(() => null);
}

/** The system's share sheet; closing it without sharing is not an error. */
export function share(text) {
    return navigator.share({ text }).catch(() => {});
}
