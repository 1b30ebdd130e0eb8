// Specimens of charts.

import { barChart } from "../elements/chart.js";
import { money } from "../elements/voice.js";
import { ledger } from "./sample.js";

const labels = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];

function series(label, colour, values) {
    return { label, colour, values: values.map((value) => BigInt(value) * 100n) };
}

export function charts() {
    const shared = { labels, amount: (minor) => money(minor, ledger), text: "Six months from January to June." };
    const flow = [
        series("Income", "green", [3100, 3100, 3250, 3100, 3100, 3400]),
        series("Spent", "orange", [2400, 2900, 2100, 2650, 3300, 2500]),
    ];
    const kinds = [
        series("Groceries", "green", [420, 380, 510, 460, 395, 470]),
        series("Eating out", "orange", [120, 160, 90, 140, 180, 75]),
        series("Children", "pink", [200, 80, 150, 210, 60, 130]),
        series("Transport", "blue", [90, 120, 60, 80, 140, 110]),
        series("Everything else", "none", [140, 60, 110, 40, 95, 70]),
    ];
    return {
        "Side by side": barChart({ ...shared, title: "Income and spending", series: flow }),
        "On each other": barChart({ ...shared, title: "Spending by category", series: kinds, stacked: true }),
    };
}
