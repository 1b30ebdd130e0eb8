// How the server itself is: what it says outside of its API, for whoever watches over it.

import { onHost } from "../core/root-path.js";

/** `{status, version}`; nothing while it is away. */
export async function serverHealth() {
    return (await answer("/health")).json ?? {};
}

/** Whether it can write at this moment. */
export async function isServerReady() {
    return (await answer("/ready")).ok;
}

/** Its figures in Prometheus' text format; null where it does not tell them. */
export async function serverFigures() {
    const { ok, text } = await answer("/metrics");
    return ok ? text : null;
}

/** How it speaks https itself: `{port, certificate, authority}`, each null where it does not. For its owner. */
export async function serverTLS() {
    return (await answer("/api/v1/server/tls")).json ?? {};
}

async function answer(path) {
    try {
        const response = await fetch(onHost(path), { cache: "no-store", credentials: "same-origin" });
        const text = await response.text();
        const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
        return { ok: response.ok, text, json: response.ok && isJSON ? JSON.parse(text) : null };
    } catch {
        return { ok: false };
    }
}
