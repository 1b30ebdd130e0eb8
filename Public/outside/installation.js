// Keeps the shell on this device, where the origin is secure: the app then starts without the server.

import { onHost } from "../core/root-path.js";
import { until } from "./pauses.js";
import { platform } from "./platform.js";

/** The one script address that Trusted Types may let through. */
const worker = onHost("/service-worker.js");

/**
 * Registers the service worker; `onUpdate(apply)` is told when a newer shell is ready and waiting. Neither that nor the newer
 * shell, which another tab may have asked for, comes between somebody and what they are typing: both wait until `isFree()`.
 */
export async function install(onUpdate, isFree) {
    if (!platform.canInstall) return;
    const first = !navigator.serviceWorker.controller;
    const registration = await navigator.serviceWorker.register(trusted(worker), { updateViaCache: "none" });
    const reload = () => until(isFree).then(() => location.reload());
    const offer = async (waiting) => {
        if (!waiting || !navigator.serviceWorker.controller) return;
        await until(isFree);
        onUpdate(() => takeOver(waiting, reload));
    };
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const arriving = registration.installing;
        arriving.addEventListener("statechange", () => arriving.state === "installed" && offer(arriving));
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => first || reload());
    document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}

/** An installed app on iOS does not always hear that the new one is in control. */
function takeOver(waiting, reload) {
    waiting.postMessage("takeOver");
    setTimeout(reload, 3000);
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
