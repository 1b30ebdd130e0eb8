// Where the money of a month goes: every category with its limit, how much of it is used, and whether that is too fast.

import { addMonths, elapsedPart } from "../../core/calendar-month.js";
import { h } from "../../elements/build.js";
import { card, linkButton } from "../../elements/controls.js";
import { formats, money, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { waitingTag } from "../waiting/mark.js";
import { categoryMark, categoryName } from "./category-mark.js";
import { viewAddress } from "./view.js";

export function categoriesCard(ledger, view, budgets) {
    const add = linkButton({
        ...{ label: say("category.add"), picture: "add", href: inLedger(ledger, "budget", "categories", "new") },
        "data-key": "add category",
    });
    const content = budgets ? parts(ledger, view, budgets) : h("p", { class: "hint" }, say("budget.unknownText"));
    return card({ title: say("categories.title"), class: "stack" }, monthPicker(ledger, view), content, add);
}

function monthPicker(ledger, view) {
    const step = (count, picture, name) => {
        const month = addMonths(view.month, count);
        const href = month && viewAddress(ledger, { ...view, month });
        return href && linkButton({ name, picture, kind: "quiet", href, "data-key": picture, "data-replace": true });
    };
    return h("div", { class: "month-picker" }, [
        step(-1, "back", say("month.before")),
        h("strong", { "aria-live": "polite" }, formats.month(view.month)),
        step(1, "forward", say("month.after")),
    ]);
}

function parts(ledger, view, { items, uncategorised }) {
    const rows = items.map((item) => ({ item, category: ledger.category(item.categoryId) }))
        .filter(({ category }) => category && concerns(view, category))
        .map(({ item, category }) => h("li", {}, categoryRow(ledger, view, category, item)));
    const none = rows.length === 0 && h("p", { class: "hint" }, say("categories.none"));
    const rest = uncategorised && uncategorised.spent !== 0n && h("li", {}, uncategorisedRow(ledger, uncategorised));
    const hasBars = items.some(hasLimit);
    return [hasBars && paceWords(view), none, (rows.length > 0 || rest) && h("ul", { class: "budgets" }, rows, rest)];
}

/** What the line in every bar means. */
function paceWords({ month, today }) {
    const percent = Math.round(elapsedPart(month, today) * 100);
    return percent > 0 && percent < 100 && h("p", { class: "hint small" }, say("categories.pace", { percent }));
}

function concerns({ whose }, { participantId }) {
    return !participantId || participantId === whose.id;
}

function categoryRow(ledger, view, category, item) {
    const href = `${inLedger(ledger, "budget", "categories", category.id)}?month=${view.month}`;
    const share = item.shares?.find(({ participantId }) => participantId === view.whose.id)?.amount ?? 0n;
    const isSplit = !category.participantId && ledger.participants.length > 1;
    return h("a", { class: "budget-row", href, "data-key": `category ${category.id}` }, [
        categoryMark(category, "small"),
        h("span", { class: "budget-name" }, categoryName(ledger, category)),
        h("span", { class: "amount" }, money(item.spent, ledger)),
        item.limit === null || item.limit === undefined ? noLimit() : meter(view, item),
        h("span", { class: "budget-words" }, [
            hasLimit(item) && healthWords(ledger, item),
            waitingTag(category),
            isSplit && h("small", {}, say("categories.share", { amount: money(share, ledger) })),
        ]),
    ]);
}

function hasLimit({ limit }) {
    return limit !== null && limit !== undefined;
}

function noLimit() {
    return h("small", { class: "budget-words" }, say("categories.noLimit"));
}

/** How much is used as a length, with a line where the month stands; the words beside it say the same. */
function meter({ month, today }, { spent, limit, health }) {
    const used = limit > 0n ? Number((spent * 1000n) / limit) : spent > 0n ? 1000 : 0;
    const pace = Math.round(elapsedPart(month, today) * 1000);
    const variables = { "--part": String(Math.max(0, Math.min(1000, used))), "--pace": String(pace) };
    const isOngoing = pace > 0 && pace < 1000;
    return h("span", { class: "meter", "aria-hidden": "true", "data-health": health, variables }, [
        h("span", { class: "meter-used" }),
        isOngoing && h("span", { class: "meter-pace" }),
    ]);
}

function healthWords(ledger, { limit, remaining, projected, health }) {
    const amount = (minor) => money(minor, ledger);
    const words = { limit: amount(limit), left: amount(remaining), over: amount(-remaining) };
    const isProjected = health === "near" && projected > limit;
    return [
        h("span", { class: "health", "data-health": health }, say(`health.${health}`)),
        h("span", {}, say(remaining < 0n ? "categories.over" : "categories.left", words)),
        isProjected && h("small", {}, say("categories.projected", { amount: amount(projected) })),
    ];
}

function uncategorisedRow(ledger, { spent }) {
    return h("div", { class: "budget-row" }, [
        categoryMark(null, "small"),
        h("span", { class: "budget-name" }, say("categories.uncategorised")),
        h("span", { class: "amount" }, money(spent, ledger)),
    ]);
}
