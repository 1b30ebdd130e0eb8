// Keeps the shell on this device, where the origin is secure: the app then starts without the server.

import { platform } from "./platform.js";

/** The one script address that Trusted Types may let through. */
const worker = "/service-worker.js";

/** Registers the service worker; `onUpdate(apply)` is told when a newer shell is ready and waiting. */
export async function install(onUpdate) {
    if (!platform.canInstall) return;
    const first = !navigator.serviceWorker.controller;
    const registration = await navigator.serviceWorker.register(trusted(worker), { updateViaCache: "none" });
    const offer = (waiting) =>
        waiting && navigator.serviceWorker.controller && onUpdate(() => waiting.postMessage("takeOver"));
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const arriving = registration.installing;
        arriving.addEventListener("statechange", () => arriving.state === "installed" && offer(arriving));
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => first || location.reload());
    document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}

function trusted(address) {
    if (!globalThis.trustedTypes) return address;
    const policy = trustedTypes.createPolicy("service-worker", {
        createScriptURL(url) {
            if (url !== worker) throw new TypeError(`not our service worker: ${url}`);
            return url;
        },
    });
    return policy.createScriptURL(address);
}
