// Where a person was going when a folder connection turned out to be needed first.

import { ours } from "../route.js";

/** The address with the way on in it. */
export function withThen(address, { query }) {
    const then = query?.get("then");
    return then ? `${address}?then=${encodeURIComponent(then)}` : address;
}

/** On to where somebody was going with this connection, or to the connection itself. */
export function goOn(app, { query }, connection) {
    app.newestConnection = connection.id;
    const then = ours(query.get("then"));
    return then ? app.back(then) : app.go(`/folders/${connection.id}`, { replace: true });
}
