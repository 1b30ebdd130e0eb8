// What a person looks at stays where it is when something above it changes.

/** Does the work, and then scrolls so that the topmost thing in sight that has a `data-key` stands where it stood. */
export function holdingView(root, work) {
    const mark = scrollY > 0 ? topmost(root, 0) : null;
    const before = mark?.getBoundingClientRect().top;
    const key = mark?.dataset.key;
    work();
    const after = mark?.isConnected ? mark : key && root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const shift = after ? after.getBoundingClientRect().top - before : 0;
    if (Math.abs(shift) >= 1) scrollBy({ top: shift, behavior: "instant" });
}

/** The first in the order of the page that ends below the line. What is not painted has a height too. */
function topmost(element, line) {
    for (const child of element.children) {
        if (child.getBoundingClientRect().bottom <= line) continue;
        const found = child.dataset.key ? child : topmost(child, line);
        if (found) return found;
    }
    return null;
}
