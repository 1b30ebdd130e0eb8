// Our own line icons, drawn on a 24 × 24 grid with a 2-unit round pen.

import { svg } from "./svg.js";

const drawings = {
    add: ["M12 5v14", "M5 12h14"],
    back: ["M15 5l-7 7 7 7"],
    forward: ["M9 5l7 7-7 7"],
    down: ["M6 9l6 6 6-6"],
    close: ["M6 6l12 12", "M18 6L6 18"],
    check: ["M5 12.5l4.5 4.5L19 7.5"],
    receipt: ["M6 3.5h12v17l-3-2-3 2-3-2-3 2z", "M9.5 8.5h5", "M9.5 12.5h5"],
    budget: [
        "M4 7.5h14.5a1.5 1.5 0 0 1 1.5 1.500v9.500H5.500A1.5 1.5 0 0 1 4 17z",
        "M4 7.500L16 4v3.5",
        "M15.5 13h.01",
    ],
    income: ["M12 4v11", "M8 11l4 4 4-4", "M4.5 14.500v5h15v-5"],
    saving: ["M12 3.500l7 3v5.500c0 4-3 7-7 8.5-4-1.5-7-4.5-7-8.500V6.500z", "M9 12l2.2 2.200L15 10.3"],
    ratio: ["M12 4v16", "M5 7.500h14", "M5 7.500l-2 5.500h4z", "M19 7.500l-2 5.500h4z", "M9 20h6"],
    chart: ["M4.5 4v15.500H20", "M9 16v-5", "M13 16V7.5", "M17 16v-3"],
    expected: ["M12 4.500a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 8.500v4.200l2.7 1.6"],
    settle: ["M4 8.5h13", "M13.5 5L17 8.5 13.5 12", "M20 15.5H7", "M10.5 12L7 15.5l3.5 3.5"],
    people: [
        "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
        "M2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5",
        "M16 4.3a3.5 3.5 0 0 1 0 6.4",
        "M18 14.9c2 .7 3.3 2.4 3.5 5.1",
    ],
    person: ["M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4.5 20.5c.5-4 3.4-6 7.5-6s7 2 7.5 6"],
    search: ["M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z", "M16.2 16.2L20.5 20.5"],
    calendar: ["M4.5 6.5h15v13h-15z", "M4.5 10.5h15", "M8.5 4v4", "M15.5 4v4"],
    label: ["M4 5v6.5l8.5 8.5 7-7L11 4.5 5 4z", "M8.3 8.3h.01"],
    note: ["M5 6h14", "M5 11h14", "M5 16h8"],
    edit: ["M5 19l1-4.5L16 4.5l3.5 3.5L9.5 18z", "M13.5 7l3.5 3.5"],
    trash: ["M4.5 7h15", "M9 7V4.5h6V7", "M6.5 7l1 13h9l1-13"],
    history: ["M4 12a8 8 0 1 0 2.6-5.9", "M4 4.5v4h4", "M12 8v4.5l3 2"],
    undo: ["M8.5 5L4 9.5 8.5 14", "M4.5 9.5h9a6 6 0 0 1 0 12h-2"],
    comment: ["M4 5.5h16v11h-9l-4 3.5v-3.5H4z"],
    merge: ["M6 4v4c0 4 6 4 6 8v4", "M18 4v4c0 4-6 4-6 8", "M9 17l3 3.5 3-3.5"],
    invite: ["M3.5 6.5h17v11.5h-17z", "M4 7l8 6.5L20 7"],
    lock: ["M5.5 11h13v9.5h-13z", "M8 11V8a4 4 0 0 1 8 0v3", "M12 14.8v2"],
    passkey: [
        "M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
        "M2.5 20c.4-3.8 3-5.5 6.5-5.5 1.3 0 2.5.3 3.5.8",
        "M18 13.5a3 3 0 1 0-1.5-.4v6l1.5 1.5 1.5-1.5-1-1.200 1-1.200-1.5-1.5z",
    ],
    token: ["M4 7.5h16v9H4z", "M8 12h.01", "M12 12h.01", "M16 12h.01"],
    share: ["M12 15V4", "M8 7.5L12 3.5l4 4", "M6 11.5H5v8.5h14v-8.5h-1"],
    key: ["M15 13a4.5 4.5 0 1 0-4.3-3L4 16.5V20h3.5v-2H10v-2.5l1.7-1.7c.9.7 2 1.2 3.3 1.2z", "M16 8.5h.01"],
    folder: ["M3.5 6.5h6l2 2.5h9v10.5h-17z"],
    server: ["M4.5 4.5h15v6h-15z", "M4.5 13.5h15v6h-15z", "M8 7.5h.01", "M8 16.5h.01"],
    outside: ["M13.5 4.5h6v6", "M19.5 4.5L11 13", "M17.5 13.5v6h-13v-13h6"],
    cloud: ["M7 18.5a4.5 4.5 0 0 1-.5-8.97 6 6 0 0 1 11.5 1.47 3.8 3.8 0 0 1-.5 7.5z"],
    cloudOff: [
        "M4 4l16 16",
        "M7 18.5a4.5 4.5 0 0 1-.5-8.97",
        "M10 6.3a6 6 0 0 1 8 4.7 3.8 3.8 0 0 1 1.8 5.5",
        "M15 18.5H7",
    ],
    sync: ["M19.5 12a7.5 7.5 0 0 1-13.3 4.8", "M4.5 12a7.5 7.5 0 0 1 13.3-4.8", "M18.5 3.5v4h-4", "M5.5 20.5v-4h4"],
    warning: ["M12 4L2.8 19.5h18.4z", "M12 10v4", "M12 17h.01"],
    home: ["M4 11.5L12 4.5l8 7", "M6.5 10v9.5h11V10"],
    download: ["M12 4v11", "M8 11.5l4 4 4-4", "M5 19.5h14"],
    settings: ["M5 8h7", "M16 8h3", "M14 6v4", "M5 16h3", "M12 16h7", "M10 14v4"],
    device: ["M7.5 3.5h9v17h-9z", "M11 17.5h2"],
    camera: ["M4 8h3.500l1.500-2.500h6L16.5 8H20v11H4z", "M12 16.5a3.2 3.2 0 1 0 0-6.400 3.2 3.2 0 0 0 0 6.400z"],
    picture: ["M4 5h16v14H4z", "M4.500 16l4.500-4.500 3.500 3.500 3-3 4 4", "M15.5 9h.01"],
    copy: ["M9 9h10.5v10.5H9z", "M15 9V4.5H4.5V15H9"],
    arrow: ["M5 12h13", "M13 7l5 5-5 5"],
    less: ["M5 12h14"],
    more: [5.5, 12, 18.5].map((x) => `M${x} 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z`),
    palette: [
        "M12 3.5a8.5 8.5 0 1 0 0 17c1.6 0 2-1 1.500-2-.7-1.500.2-3 2-3h2a3 3 0 0 0 3-3c0-5-3.8-9-8.5-9z",
        "M8 11h.01",
        "M11 7.500h.01",
        "M15.5 8.500h.01",
    ],
};

/** What points along a line points the other way where lines run from right to left. */
const mirrored = new Set(["back", "forward", "arrow", "undo", "outside", "comment", "note"]);

export const iconNames = Object.freeze(Object.keys(drawings));

/** Decoration only: whatever it means is said in words beside it or in the label of its button. */
export function icon(name) {
    const lines = drawings[name].map((drawing) => svg("path", { d: drawing }));
    const kind = mirrored.has(name) ? "icon mirrored" : "icon";
    return svg("svg", { viewBox: "0 0 24 24", class: kind, "aria-hidden": "true" }, lines);
}
