// What was typed into a form that was left, taken up again: also when what the form is about has changed meanwhile.

/**
 * What was typed stands; where nothing was typed, it is as it is `now`. `before`: what stood in the form when the typing
 * began.
 */
export function retyped({ before, typed }, now) {
    const mine = Object.entries(typed).filter(([name, value]) => !isSame(value, before[name]));
    return { ...now, ...Object.fromEntries(mine) };
}

/** Both are plain values, as a form answers them. */
export function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}
