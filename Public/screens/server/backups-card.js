// How the backups of the whole server stand, and where shared folders may be: what only its owner is told.

import { h } from "../../elements/build.js";
import { badge } from "../../elements/badge.js";
import { card } from "../../elements/controls.js";
import { formats, said, say } from "../../elements/voice.js";

/** `answer`: of the server itself; null where it does not tell. */
export function backupsCard(answer) {
    if (!answer) return null;
    return card({ title: say("server.backups"), class: "stack" }, answer.backups ? standing(answer.backups) : none());
}

function standing({ directory, lastAt, nextAt, overdue, problem }) {
    return [
        overdue && h("p", {}, badge(say("server.backupOverdue"), "strong")),
        problem && h("p", { class: "problem" }, said(problem)),
        facts([
            ["server.backupLast", lastAt ? formats.instant(lastAt) : say("server.backupNever")],
            !overdue && nextAt && ["server.backupNext", formats.instant(nextAt)],
            ["server.backupWhere", directory],
        ]),
        h("p", { class: "hint" }, say("server.backupProven")),
    ];
}

/** It is switched on where the server is started. */
function none() {
    return [
        h("p", { class: "hint" }, say("server.backupNone")),
        h("p", { class: "code" }, "splitclone serve --backup-dir DIR --backup-passphrase-file FILE"),
    ];
}

export function rootsCard(answer) {
    if (!answer?.folderRoots?.length) return null;
    return card({ title: say("server.roots"), class: "stack snug" }, [
        h("p", { class: "hint" }, say("server.option.folder-root")),
        h("ul", { class: "points" }, answer.folderRoots.map((root) => h("li", { class: "code" }, root))),
    ]);
}

function facts(known) {
    const lines = known.filter(Boolean).map(([key, value]) => [h("dt", {}, say(key)), h("dd", {}, value)]);
    return h("dl", { class: "facts" }, lines);
}
