// What this device likes: kept in localStorage, never sent anywhere.

import { storageName as key } from "../core/root-path.js";
import { languages } from "../core/languages.js";

const choices = {
    theme: ["system", "light", "dark"],
    glass: ["clear", "solid"],
    exportMode: ["cash", "virtual"],
    exportFormat: ["csv", "spreadsheet", "ofx", "qif", "camt053", "ynab", "wiso", "hledger", "beancount", "json"],
    language: ["system", ...Object.keys(languages)],
    lock: ["never", "0", "1", "5", "15"],
};

/** One of the allowed values, the first when nothing (or nonsense) was kept. */
export function preference(name) {
    const kept = all()[name];
    return choices[name].includes(kept) ? kept : choices[name][0];
}

export function prefer(name, value) {
    try {
        localStorage.setItem(key, JSON.stringify({ ...all(), [name]: value }));
    } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
    }
    applyAppearance({ [name]: value });
}

/** The attributes on <html> that the stylesheets look at. */
export function applyAppearance(overrides = {}) {
    document.documentElement.dataset.theme = overrides.theme ?? preference("theme");
    document.documentElement.dataset.glass = overrides.glass ?? preference("glass");
}

function all() {
    try {
        return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
        return {};
    }
}
