// Large files on their way to the server and back: `fetch` does not tell how far an upload has come, XMLHttpRequest does.

import { onHost } from "../core/root-path.js";
import { Problem, problem } from "./server.js";

/**
 * Sends a file or a text as the body of a POST. Answers `{json}`, or `{file}` where the answer `isFile`. `sent` and `arrived` are
 * told `(bytes, of)` as they go; `signal` gives up. Thrown is a `Problem`, with the code "cancelled" when it was given up.
 */
export function transfer({ path, body, type, isFile = false, signal, sent, arrived, Request = XMLHttpRequest }) {
    return new Promise((resolve, reject) => {
        const request = new Request();
        request.open("POST", onHost(`/api/v1${path}`));
        request.setRequestHeader("Accept", "application/json");
        request.setRequestHeader("Content-Type", type);
        request.responseType = "blob";
        request.upload.addEventListener("progress", ({ loaded, total }) => sent?.(loaded, total));
        request.addEventListener("progress", ({ loaded, total }) => arrived?.(loaded, total));
        request.addEventListener("load", () => settled(request, isFile).then(resolve, reject));
        request.addEventListener("error", () => reject(new Problem({ code: "unreachable", detail: "" })));
        request.addEventListener("abort", () => reject(new Problem({ code: "cancelled", detail: "" })));
        signal?.addEventListener("abort", () => request.abort());
        request.send(body);
    });
}

async function settled(request, isFile) {
    const { status, response } = request;
    const headers = { get: (name) => request.getResponseHeader(name) };
    if (status >= 200 && status < 300 && isFile) return { file: named(response, headers) };
    const json = readJSON(await response.text());
    if (status < 200 || status >= 300) throw problem({ status, headers }, json);
    if (!json) throw new Problem({ status, code: "unreadable" });
    return { json };
}

/** Something between here and the server may answer in its own words. */
function readJSON(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

function named(blob, headers) {
    const [, name = "splitclone"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
    return new File([blob], name, { type: (headers.get("Content-Type") ?? "application/octet-stream").split(";")[0] });
}
