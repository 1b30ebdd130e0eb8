// Ids are canonical lower-case ASCII: their order as text is the order of LedgerCore.

export function byId(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
