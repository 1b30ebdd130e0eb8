// Files that were chosen here stay at hand, so that they can be sent once more with what somebody said about them.

import { doneWith, keptForm } from "../kept-forms.js";

/** By the id of the import that was made of it: `{file, options, sample}`. */
export function keptFiles(app) {
    return keptForm(app, "imports", () => new Map());
}

/** A backup that was chosen where other files are imported. */
export function keptBackup(app, file = null) {
    const kept = keptForm(app, "backup", () => ({ file: null }));
    if (file) kept.file = file;
    return kept.file;
}

export function forgetBackup(app) {
    doneWith(app, "backup");
}
