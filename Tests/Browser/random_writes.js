// Everything that can be written without the server, at random: run in a page, as one more tab of the app that nobody sees.
// Answers `{write(count), overlaid(), told(), stopped(), insist(), discard(), waiting()}`.

async (ledgerId, seed) => {
    const [{ Books }, { Database }, { Server }, { Shelf }, { Waiting }, { startSending }, { overlay }, { newId }, { Ledger }] =
        await Promise.all([
            ...["books", "database", "server", "shelf", "waiting"].map((name) => import(`/outside/${name}.js`)),
            ...["/screens/waiting/sending.js", "/core/overlay.js", "/outside/dice.js", "/core/ledger.js"].map((path) => import(path)),
        ]);
    const database = new Database();
    const shelf = new Shelf(database);
    const waiting = new Waiting(database, (waiting) => startSending({ books, database, waiting }));
    const books = new Books(new Server(), shelf, waiting);
    books.me = await shelf.read("me");
    await waiting.open(books.me.account.id);
    const { outbox, sender } = await waiting.whole();
    await books.open(ledgerId);

    let state = seed;
    const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const below = (n) => Math.floor(random() * n);
    const pick = (list) => list[below(list.length)];
    const some = (list) => {
        const chosen = list.filter(() => random() < 0.6);
        return chosen.length > 0 ? chosen : [pick(list)];
    };
    const money = (minor) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
    const word = () => `${pick(["Bread", "Ferry", "Hotel", "Müsli", "Taxi", "Wood"])} ${below(1000)}`;
    const day = () => `2026-0${1 + below(9)}-${String(1 + below(28)).padStart(2, "0")}`;

    /** Parts that sum up to the whole. */
    const parts = (whole, people) => {
        let left = whole;
        return people.map((participantId, place) => {
            const last = place === people.length - 1;
            const part = last ? left : 1 + below(left - (people.length - place));
            left -= part;
            return { participantId, amount: money(part) };
        });
    };

    const split = (minor, people) => ({
        equal: () => ({}),
        shares: () => ({ split: { mode: "shares", shares: people.map((participantId) => ({ participantId, shares: 1 + below(4) })) } }),
        percent: () => {
            const hundredths = parts(10_000, people);
            return { split: { mode: "percent", percents: hundredths.map(({ participantId, amount }) => ({ participantId, percent: amount })) } };
        },
        exact: () => ({ split: { mode: "exact", amounts: parts(minor, people) } }),
        adjustment: () => ({ split: { mode: "adjustment", adjustments: [{ participantId: pick(people), amount: money(below(minor)) }] } }),
        items: () => {
            const lines = parts(minor - 10, ["a", "b"]).map(({ amount }) => ({ title: word(), amount, participantIds: people }));
            return { split: { mode: "items", items: lines, tip: "0.10" } };
        },
    })[pick(["equal", "equal", "equal", "shares", "percent", "exact", "adjustment", "items"])]();

    const expenseInput = (ledger) => {
        const present = ledger.present.map(({ id }) => id);
        const minor = 1000 + below(90_000);
        const people = some(present);
        const payers = random() < 0.2 && present.length > 1 ? { payers: parts(minor, present.slice(0, 2)) } : { payerId: pick(present) };
        const planned = random() < 0.1 ? { expected: true } : random() < 0.1 ? { spread: { from: "2026-02-01", to: "2026-04-30", by: "month" } } : {};
        const shared = ledger.categories.filter(({ participantId }) => !participantId);
        return {
            ...{ title: word(), amount: money(minor), executionDate: day(), splitParticipantIds: people, ...split(minor, people) },
            ...payers, ...planned, labelIds: ledger.labels.filter(() => random() < 0.2).map(({ id }) => id),
            ...(shared.length > 0 && random() < 0.3 && { categoryId: pick(shared).id }), ...(random() < 0.3 && { note: ` ${word()}\n` }),
        };
    };

    const settlementInput = (ledger) => {
        const people = ledger.present.map(({ id }) => id);
        const from = pick(people);
        const to = pick(people.filter((id) => id !== from));
        const expense = random() < 0.3 && ledger.actual.length > 0 ? { expenseId: pick(ledger.actual).id } : {};
        return { fromParticipantId: from, toParticipantId: to, amount: money(100 + below(5000)), date: day(), ...expense };
    };

    const put = (path, body) => books.write(ledgerId, "PUT", path, body);
    const remove = (path) => books.write(ledgerId, "DELETE", path);
    const gone = [];
    const actions = [
        (ledger) => put(`/expenses/${newId()}`, expenseInput(ledger)),
        (ledger) => put(`/expenses/${newId()}`, expenseInput(ledger)),
        (ledger) => ledger.expenses.length > 0 && put(`/expenses/${pick(ledger.expenses).id}`, expenseInput(ledger)),
        (ledger) => {
            if (ledger.expenses.length < 4) return false;
            const { id } = pick(ledger.expenses);
            gone.push(id);
            return remove(`/expenses/${id}`);
        },
        (ledger) => gone.length > 0 && put(`/expenses/${gone.pop()}?revive=true`, expenseInput(ledger)),
        (ledger) => put(`/settlements/${newId()}`, settlementInput(ledger)),
        (ledger) => ledger.settlements.length > 0 && put(`/settlements/${pick(ledger.settlements).id}`, settlementInput(ledger)),
        (ledger) => ledger.settlements.length > 2 && remove(`/settlements/${pick(ledger.settlements).id}`),
        () => put(`/participants/${newId()}`, { name: word() }),
        (ledger) => books.write(ledgerId, "PATCH", `/participants/${pick(ledger.present).id}`, { name: word(), colour: pick(["red", "green"]) }),
        (ledger) => ledger.present.length > 4 && remove(`/participants/${pick(ledger.present.slice(3)).id}`),
        () => put(`/labels/${newId()}`, { name: `${word()} ${seed}` }),
        (ledger) => ledger.labels.length > 0 && books.write(ledgerId, "PATCH", `/labels/${pick(ledger.labels).id}`, { name: `${word()} ${seed}` }),
        (ledger) => ledger.labels.length > 2 && remove(`/labels/${pick(ledger.labels).id}`),
        () => put(`/categories/${newId()}`, { name: `${word()} ${seed}`, scope: "shared" }),
        (ledger) => ledger.categories.length > 0 && put(`/categories/${pick(ledger.categories).id}/budget`, { from: "2026-03", amount: money(below(9000)) }),
        (ledger) => ledger.categories.length > 2 && remove(`/categories/${pick(ledger.categories).id}`),
        (ledger) => ledger.expenses.length > 0 && put(`/expenses/${pick(ledger.expenses).id}/comments/${newId()}`, { text: word() }),
        () => books.write(ledgerId, "PATCH", "", { name: word() }),
    ];

    const stopped = () => outbox.ops.filter(({ state }) => state !== "waiting");
    return globalThis.writer = {
        async write(count) {
            for (let done = 0; done < count;) if (await pick(actions)(books.opened(ledgerId)) !== false) done += 1;
        },
        told: () => books.told(ledgerId),
        overlaid: () => overlay(books.told(ledgerId), waiting.in(ledgerId)),
        ops: () => waiting.in(ledgerId),
        positions: () => Object.fromEntries([...new Ledger(books.told(ledgerId)).positions].map(([id, amount]) => [id, String(amount)])),
        stopped: () => stopped().map(({ state, method, path, body, problem }) => ({ state, method, path, body, problem })),
        waiting: () => outbox.ops.length,
        run: () => sender.run(),
        catchUp: () => books.catchUp(ledgerId),
        async decide(keepMine) {
            for (const { seq, state } of stopped()) {
                // What was refused would be refused again.
                const isKept = keepMine && state === "conflict";
                await (isKept ? outbox.insist(seq, new Date().toISOString()) : outbox.discard(seq));
            }
            await sender.run();
        },
    };
}
