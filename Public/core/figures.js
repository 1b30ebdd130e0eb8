// Figures as Prometheus writes them (text format 0.0.4), as far as somebody looks at them here.

const sample = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** `[{name, labels, value}]` in the order of the text; comments and what makes no sense are left out. */
export function readFigures(text) {
    return text.split("\n").map((line) => sample.exec(line)).filter(Boolean).map(([, name, labels = "", value]) => ({
        name,
        labels: Object.fromEntries([...labels.matchAll(label)].map(([, key, text]) => [key, plain(text)])),
        value: Number(value.replace("Inf", "Infinity")),
    }));
}

function plain(text) {
    return text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
}

/** The sum over all samples of a name with these labels; null when there is none. */
export function figure(figures, name, labels = {}) {
    const fits = (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text);
    const found = figures.filter(fits);
    return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : null;
}
