// Files: handed to the system's share sheet where there is one, else downloaded.

import { onHost } from "../core/root-path.js";
import { Problem } from "./server.js";

/** A file that was made here. */
export function textFile(name, type, text) {
    return new File([text], name, { type });
}

/** A file of the server's under its own name. */
export async function fetchFile(path) {
    const response = await fetch(onHost(path), { cache: "no-store", credentials: "same-origin" }).catch(() => {
        throw new Problem({ code: "unreachable", detail: "" });
    });
    if (!response.ok) throw new Problem({ status: response.status, code: `status-${response.status}` });
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    const type = response.headers.get("Content-Type") ?? "application/octet-stream";
    return new File([await response.blob()], name ?? path.split("/").at(-1), { type: type.split(";")[0] });
}

/** Whether files of a type can be shared from here; which ones is the browser's choice. */
export function canShareFiles(name, type) {
    const file = new File(["-"], name, { type });
    return typeof navigator.share === "function" && Boolean(navigator.canShare?.({ files: [file] }));
}

/** Answers false when the browser wants to be asked by a fresh tap: fetching took too long. Closing the sheet is no error. */
export async function shareFile(file) {
    try {
        await navigator.share({ files: [file], title: file.name });
    } catch (error) {
        return error.name !== "NotAllowedError";
    }
    return true;
}

export function download(file) {
    const href = URL.createObjectURL(file);
    const link = Object.assign(document.createElement("a"), { href, download: file.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
