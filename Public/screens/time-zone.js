// In which time zone a ledger's days begin and end: it decides what "today" is.

import { field, option } from "../elements/field.js";
import { say } from "../elements/voice.js";

/** The zone of this device; the ledger's own may be one that this browser does not know. */
export function deviceZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function timeZoneField(chosen) {
    const zones = [...new Set([chosen, ...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();
    const options = zones.map((zone) => option(zone, zone.replaceAll("_", " "), zone === chosen));
    const hint = say("timeZone.hint");
    return field({ label: say("timeZone.title"), name: "timeZone", tag: "select", options, hint, value: chosen });
}
