// Where a sign-in at a folder service ends: its browser way comes back to `/?code=…&state=…` on this server.

/** Whether the address is such an end; a refusal comes back with `error` in the place of the code. */
export function isLanding({ pathname, searchParams }) {
    return pathname === "/" && searchParams.has("state") && (searchParams.has("code") || searchParams.has("error"));
}
