// Browsers that can install the app by themselves say so once, early; the question is kept until somebody wants it.

let kept = null;

globalThis.addEventListener?.("beforeinstallprompt", (event) => {
    event.preventDefault();
    kept = event;
});

export const installPrompt = {
    get isReady() {
        return kept !== null;
    },

    /** Whether the person agreed. It can be asked once. */
    async ask() {
        const event = kept;
        kept = null;
        const { outcome } = await event.prompt();
        return outcome === "accepted";
    },
};
