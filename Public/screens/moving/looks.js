// What these screens need of their own. It comes with them and is in force as long as the page: no stylesheet of what is loaded first.

const text = `
    .moving,
    .moving .stack {
        grid-template-columns: minmax(0, 1fr);
    }

    .file-place {
        position: relative;
        display: grid;
        justify-items: center;
        gap: var(--space-3);
        padding: var(--space-5) var(--space-4);
        border: 2px dashed var(--edge);
        border-radius: var(--round);
        text-align: center;
        transition: background-color var(--time-tint), border-color var(--time-tint);
    }

    .file-place[data-over] {
        border-color: var(--accent);
        background: var(--accent-soft);
    }

    .file-words {
        display: grid;
        gap: var(--space-1);
    }

    .file-label {
        color: var(--accent);
        font-size: var(--type-large);
        font-weight: 650;
    }

    /* Over the whole place, so that all of it can be pressed and takes what is dropped. */
    .file-input {
        position: absolute;
        inset: 0;
        width: 100%;
        border-radius: calc(var(--round) - 2px);
        color: transparent;
        cursor: pointer;
    }

    .file-input::file-selector-button {
        visibility: hidden;
    }

    @media (hover: hover) {
        .file-place:hover { background: var(--accent-soft); }
    }

    .lines .chips {
        display: grid;
        gap: var(--space-2);
    }

    .lines .chip {
        padding-block: var(--space-2);
        border-radius: var(--round-small);
    }

    .sample-place {
        overflow-x: auto;
        border-radius: var(--round-small);
        background: var(--well);
    }

    .sample {
        border-collapse: collapse;
        font-size: var(--type-note);
    }

    .sample :is(th, td) {
        padding: var(--space-2);
        border-bottom: 1px solid var(--hairline);
        text-align: start;
        vertical-align: top;
        overflow-wrap: normal;
    }

    .sample tbody td {
        max-width: 14rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
    }

    .sample .input {
        width: min(10rem, 60vw);
    }

    .fold > :is(.hint, .list):not(summary) {
        margin-bottom: var(--space-3);
    }

    .row .button[aria-pressed="true"] {
        background: var(--bad-soft);
        color: var(--bad);
    }

    .row-text .tags:empty {
        display: none;
    }

    .choices .sample-place,
    .choices .sample-place + .stack {
        margin-top: var(--space-2);
    }
`;

let isWorn = false;

export function wear() {
    if (isWorn) return;
    isWorn = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
