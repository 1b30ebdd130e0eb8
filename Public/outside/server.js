// The only place that calls `fetch`: the REST API of the server this page came from.

import { onHost } from "../core/root-path.js";

/** How long an answer may take. A silent address on the home network would otherwise hang for a minute. */
const patience = { usual: 15_000, folders: 45_000, imports: 600_000 };

/** What the server itself has to ask a folder service for; it gives up after 30 seconds. */
const asksFolders = /\/(sync|folder|join|invitation|ledgers|upgrade|folder-connections|sign-in|callback)$/;

/** As many entries as a file has are recorded, or taken back, at once. */
const recordsMany = /\/imports\/[^/]+\/commit$|^\/imports\/[^/]+$/;

/** A refusal in the server's words (RFC 9457), or the reason why there is no answer at all. */
export class Problem extends Error {
    constructor({ status = 0, code, detail, errors = [], retryAfter = null }) {
        super(detail || code);
        Object.assign(this, { status, code, detail, errors, retryAfter });
    }

    get isUnreachable() {
        return this.code === "unreachable";
    }
}

export class Server {
    #fetch;

    constructor(fetch = (...request) => globalThis.fetch(...request)) {
        this.#fetch = fetch;
    }

    /** The answer's JSON (null for 204); anything but success is thrown as a `Problem`. */
    async send(method, path, body, headers = {}) {
        return (await this.#exchange(method, path, body, headers)).json;
    }

    /** A conditional GET: `{json, tag}`, or `{unchanged: true}` when the tag still holds. */
    getIfChanged(path, tag) {
        return this.#exchange("GET", path, undefined, tag ? { "If-None-Match": tag } : {});
    }

    async #exchange(method, path, body, headers) {
        const response = await this.#reach(onHost(`/api/v1${path}`), {
            method,
            cache: "no-store",
            credentials: "same-origin",
            signal: AbortSignal.timeout(patienceFor(path)),
            headers: { Accept: "application/json", ...headers, ...(body && { "Content-Type": "application/json" }) },
            ...(body && { body: JSON.stringify(body) }),
        });
        if (response.status === 304) return { unchanged: true };
        const json = await readJSON(response);
        if (!response.ok) throw problem(response, json);
        return { json, tag: response.headers.get("ETag") };
    }

    async #reach(address, request) {
        try {
            return await this.#fetch(address, request);
        } catch (error) {
            throw new Problem({ code: "unreachable", detail: "", cause: error });
        }
    }
}

function patienceFor(path) {
    if (recordsMany.test(path)) return patience.imports;
    return asksFolders.test(path) ? patience.folders : patience.usual;
}

async function readJSON(response) {
    if (response.status === 204) return null;
    try {
        return await response.json();
    } catch {
        if (response.ok) throw new Problem({ status: response.status, code: "unreadable" });
        return {};
    }
}

/** What an answer that is no success says. */
export function problem(response, json) {
    return new Problem({
        status: response.status,
        code: json?.code ?? `status-${response.status}`,
        detail: json?.detail ?? json?.title ?? "",
        errors: json?.errors ?? [],
        retryAfter: Number(response.headers.get("Retry-After")) || null,
    });
}
