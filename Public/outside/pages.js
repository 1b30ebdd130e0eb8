// Lists of the server come in pages.

/** Every item of a list, page after page; `ask` gets a page. */
export async function everyItem(ask, path) {
    const items = [];
    let next = null;
    do {
        const start = `${path}${path.includes("?") ? "&" : "?"}limit=500`;
        const page = await ask(`${start}${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
        items.push(...page.items);
        next = page.next ?? null;
    } while (next);
    return items;
}
