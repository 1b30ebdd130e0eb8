// Lists of the server come in pages.

/** Every item of a list, page after page; `ask` gets a page. */
export async function everyItem(ask, path) {
    const items = [];
    let next = null;
    do {
        const page = await ask(`${path}?limit=500${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
        items.push(...page.items);
        next = page.next ?? null;
    } while (next);
    return items;
}
