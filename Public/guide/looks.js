// What the specimens need of their own. It comes with the guide and is in force as long as the page: no stylesheet for the app.

const text = `
    .swatches {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr));
        gap: var(--space-3);
    }

    .swatches li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        min-width: 0;
    }

    .swatches.icons {
        grid-template-columns: repeat(auto-fill, minmax(min(8rem, 100%), 1fr));
    }

    .swatches code {
        color: var(--ink-quiet);
        font-size: var(--type-small);
    }

    .swatch {
        display: grid;
        place-items: center;
        width: var(--space-7);
        height: var(--space-7);
        border: 1px solid var(--edge);
        border-radius: var(--round-small);
        font-weight: 700;
    }

    .swatch.ink { color: var(--shown); }
    .swatch.ground { background: var(--shown); color: transparent; }

    .type-sample {
        font-size: var(--shown);
        font-weight: 650;
        font-variant-numeric: tabular-nums;
    }

    .space-sample {
        width: var(--shown);
        height: var(--space-5);
        border-radius: 0.125rem;
        background: var(--accent);
    }

    .corner-sample {
        width: var(--space-7);
        height: var(--space-7);
        border-radius: var(--shown);
        background: var(--accent-soft);
        border: 1px solid var(--accent);
    }

    .motion-sample {
        display: block;
        width: var(--space-7);
        height: var(--space-7);
        border-radius: var(--round);
        background: var(--accent);
    }

    .motion-sample[data-motion="snap"] { animation: travel var(--time-snap) var(--ease-snap); }
    .motion-sample[data-motion="pop"] { animation: travel var(--time-pop) var(--ease-pop); }
    .motion-sample[data-motion="sheet"] { animation: travel var(--time-sheet) var(--ease-sheet); }

    @keyframes travel { from { transform: translateY(2rem) scale(0.6); opacity: 0; } }
`;

let isWorn = false;

export function wear() {
    if (isWorn) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    isWorn = true;
}
