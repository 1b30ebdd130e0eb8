// The currency of amounts that a file gives none.

import { field, option } from "../../elements/field.js";
import { formats, say } from "../../elements/voice.js";

export function currencyField(hint = null) {
    const options = Intl.supportedValuesOf("currency")
        .map((code) => option(code, `${code} · ${formats.currencyName(code)}`));
    options.unshift(option("", say("import.pleaseChoose")));
    return field({ label: say("create.currency"), name: "currency", tag: "select", options, hint });
}
