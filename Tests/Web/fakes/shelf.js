/** A shelf in memory: what it is given it answers again as a copy, as a database does. */
export function fakeShelf(kept = new Map()) {
    const copy = (value) => structuredClone(value);
    return {
        kept,
        writes: [],
        read: async (key) => copy(kept.get(key)),
        keep: async (key, value) => void kept.set(key, copy(value)),
        remove: async (key) => void kept.delete(key),
        clear: async () => kept.clear(),
        readAll: async (prefix) =>
            [...kept.keys()].filter((key) => key.startsWith(prefix)).sort().map((key) => copy(kept.get(key))),
        async change(key, decide) {
            const { keep = [], remove = [] } = decide(copy(kept.get(key)));
            for (const [key, value] of keep) kept.set(key, copy(value));
            for (const key of remove) kept.delete(key);
            this.writes.push({ keep: keep.map(([key]) => key), remove });
        },
    };
}
