// The best way to part positions that sum to zero into groups that sum to zero: the most groups, then the most payments
// between people who owe each other directly, then by number. A group is a set of places: bit i stands for place i.

import { magnitude } from "./money.js";
import { paymentsWithin } from "./open-positions.js";

/** Groups as lists of places, that of the lowest place first. */
export function bestGroups(open) {
    const count = open.amounts.length;
    if (count === 0) return [];
    const { most, useful } = search(open.amounts);
    const last = 1 << (count - 1);
    const groupsIn = (set) => (set & last ? most[set ^ last] + 1 : most[set]);
    const choose = chooser(open, useful, groupsIn);
    const groups = [];
    for (let rest = 2 * last - 1; rest !== 0; rest ^= groups.at(-1)) groups.push(choose(rest).part);
    return groups.map((set) => placesOf(set, count));
}

function placesOf(set, count) {
    return Array.from({ length: count }, (_, place) => place).filter((place) => set & (1 << place));
}

/** Of a set: the group of its lowest place in the best way to part it, and how many direct payments that way has. */
function chooser(open, useful, groupsIn) {
    const scores = new Map();
    const score = (set) => {
        const payments = () => paymentsWithin(open, placesOf(set, open.amounts.length));
        if (!scores.has(set)) scores.set(set, payments().filter(({ isDirect }) => isDirect).length);
        return scores.get(set);
    };
    const choices = new Map([[0, { part: 0, score: 0 }]]);
    const choose = (set) => {
        if (choices.has(set)) return choices.get(set);
        const bound = mostDirect(open.links, set);
        let best = { part: 0, score: -1 };
        for (const part of useful[lowestPlace(set)]) {
            if (best.score >= bound) break;
            if ((part & ~set) !== 0 || groupsIn(set ^ part) + 1 !== groupsIn(set)) continue;
            const total = score(part) + choose(set ^ part).score;
            if (total > best.score) best = { part, score: total };
        }
        choices.set(set, best);
        return best;
    };
    return choose;
}

/** No two pay each other twice, and the last payment ends two positions. */
function mostDirect(links, set) {
    const inside = links.filter(({ from, to }) => set & (1 << from) && set & (1 << to)).length;
    let people = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) people++;
    return Math.min(inside, people - 1);
}

function lowestPlace(set) {
    return 31 - Math.clz32(set & -set);
}

/**
 * For each set of all but the last, `most` is how many disjoint groups can be taken out of it; `useful` are the groups of
 * some best way, by their lowest place. What holds for the last follows: a set sums to zero exactly if the others do.
 */
function search(amounts) {
    const sums = subsetSums(amounts.slice(0, -1));
    const zero = typeof sums[0] === "bigint" ? 0n : 0;
    const most = new Uint8Array(sums.length);
    const zeroSums = [];
    for (let set = 1; set < sums.length; set++) {
        let best = 0;
        for (let rest = set; rest !== 0; rest &= rest - 1) {
            const without = most[set ^ (rest & -rest)];
            if (without > best) best = without;
        }
        if (sums[set] === zero) zeroSums.push(set);
        most[set] = sums[set] === zero ? best + 1 : best;
    }
    return { most, useful: usefulGroups(most, zeroSums, amounts.length) };
}

function usefulGroups(most, zeroSums, count) {
    const everybody = 2 ** count - 1;
    const others = everybody >> 1;
    const groups = most[others] === 0 ? [everybody] : [];
    for (const set of zeroSums) {
        if (most[set] === 1 && most[others ^ set] + 1 === most[others]) groups.push(set);
        if (most[others ^ set] === 0 && most[set] === most[others]) groups.push(everybody ^ set);
    }
    const byLowest = Array.from({ length: count }, () => []);
    for (const group of groups.sort((a, b) => a - b)) byLowest[lowestPlace(group)].push(group);
    return byLowest;
}

/** Sums of all subsets; plain numbers while they are exact (far faster), else BigInt. */
function subsetSums(amounts) {
    const reach = amounts.reduce((total, amount) => total + magnitude(amount), 0n);
    const exact = reach <= BigInt(Number.MAX_SAFE_INTEGER);
    const values = exact ? amounts.map(Number) : amounts;
    const sums = exact ? new Float64Array(2 ** amounts.length) : new Array(2 ** amounts.length).fill(0n);
    for (let set = 1; set < sums.length; set++) {
        const highest = 31 - Math.clz32(set);
        sums[set] = sums[set & ~(1 << highest)] + values[highest];
    }
    return sums;
}
