// A filter as it stands in the address, so that it can be shared, kept and gone back to.

import { isCalendarDay } from "./calendar-day.js";
import { noFilter } from "./expenses.js";

export function filterFromQuery(query) {
    const day = (name) => (isCalendarDay(query.get(name) ?? "") ? query.get(name) : null);
    return {
        participant: query.get("participant") || null,
        labels: query.getAll("label"),
        from: day("from"),
        to: day("to"),
        words: query.get("q") ?? "",
    };
}

export function queryFromFilter(filter) {
    const query = new URLSearchParams();
    if (filter.participant) query.set("participant", filter.participant);
    for (const label of filter.labels) query.append("label", label);
    if (filter.from) query.set("from", filter.from);
    if (filter.to) query.set("to", filter.to);
    if (filter.words.trim()) query.set("q", filter.words.trim());
    return query;
}

export function isFiltering(filter) {
    return queryFromFilter({ ...noFilter, ...filter }).size > 0;
}

/** The list's address with a filter, or bare when there is nothing to filter. */
export function withFilter(address, filter) {
    const query = queryFromFilter(filter);
    return query.size > 0 ? `${address}?${query}` : address;
}
