// Forms that are left half filled in, to connect a folder say, and come back to: nothing that was typed is lost.

const kept = new Map();

/** The form as it was left, or a new one. It belongs to one account. */
export function keptForm(app, name, make) {
    const key = `${app.books.me.account.id} ${name}`;
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
}

/** It did its work. */
export function doneWith(app, name) {
    kept.delete(`${app.books.me.account.id} ${name}`);
}
