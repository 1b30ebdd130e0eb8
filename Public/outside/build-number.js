// Which build of the app this page is: worked out of the page itself, from the digests that the browser holds its code to.

import { inApp } from "../core/root-path.js";
import { sha256 } from "../core/sha256.js";

/** The same number wherever on its host the app lies. */
const ours = (pathname) => inApp({ origin: "http://localhost", pathname }).pathname;

/** Null where the server gives out its files as they are. */
export function buildNumber(page = document) {
    const map = page.querySelector("script[type=importmap]");
    if (!map) return null;
    const modules = Object.entries(JSON.parse(map.textContent).integrity);
    const sheets = [...page.querySelectorAll("link[rel=stylesheet][integrity]")];
    const styles = sheets.map((sheet) => [sheet.getAttribute("href"), sheet.getAttribute("integrity")]);
    const lines = [...modules, ...styles].map(([path, digest]) => `${ours(path)} ${digest}`);
    return sha256(lines.sort().join("\n"));
}
