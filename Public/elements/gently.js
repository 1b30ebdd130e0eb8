// A change of the whole page that fades from the old look to the new, where the browser can and nobody wishes for less motion.

export function gently(change) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill || !document.startViewTransition) change();
    else document.startViewTransition(change);
}
