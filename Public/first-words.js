// Asks for the reader's words at once, while the other modules are still on their way: the page need not be there for it. The first
// formatters of a page take the longest to make: they are made now, when little else can be done.

import { readCatalogue } from "./outside/catalogue.js";

readCatalogue().catch(() => {});
new Intl.PluralRules();
new Intl.NumberFormat(undefined, { style: "currency", currency: "EUR" }).format(0);
new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" }).format(0);
