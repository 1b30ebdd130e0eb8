// Pulling the page down beyond its top, where the app stands alone: a browser's tab has its own way to reload.
//
// Only the rubber band of the platform is read, never moved: nothing is prevented and nothing drawn over it.

/** Pixels beyond the top from which letting go counts. */
export const enough = 70;

/** `moved(depth)` while a finger pulls, 0 when it has let go; `released()` when it was far enough. */
export function watchPull({ moved, released, page = globalThis }) {
    let depth = null;
    const follow = () => {
        if (depth === null) return;
        depth = Math.max(0, -page.scrollY);
        moved(depth);
    };
    const begin = ({ touches }) => {
        depth = touches.length === 1 && page.scrollY <= 0 ? 0 : null;
    };
    const end = () => {
        const isFar = depth >= enough;
        if (depth !== null) moved(0);
        depth = null;
        if (isFar) released();
    };
    page.addEventListener("touchstart", begin, { passive: true });
    page.addEventListener("scroll", follow, { passive: true });
    page.addEventListener("touchend", end, { passive: true });
    page.addEventListener("touchcancel", () => {
        if (depth !== null) moved(0);
        depth = null;
    }, { passive: true });
}
