// How a sheet moves with the hand: dragged down by its head it goes; above the keyboard of a phone it stays in sight.

/** Pixels: below the slop a touch is a tap; past the trigger, or flicked this fast (pixels a millisecond), the sheet goes. */
const slop = 8;
const trigger = 120;
const flick = 0.6;

/** The same is done by the button in the head (WCAG 2.5.7). In the middle of a wide window there is nowhere to drag to. */
export function followFinger(dialog, head, leave) {
    let start = null;
    const settle = () => {
        start = null;
        dialog.removeAttribute("data-moving");
        dialog.style.removeProperty("--drag");
    };
    head.addEventListener("pointerdown", (event) => {
        const { clientY, isPrimary, pointerType, target, timeStamp } = event;
        const begins = isPrimary && pointerType !== "mouse" && !target.closest("button") && atBottom(dialog);
        start = begins ? { y: clientY, at: timeStamp } : null;
    });
    head.addEventListener("pointermove", ({ clientY, pointerId }) => {
        if (!start) return;
        const down = clientY - start.y;
        if (!dialog.hasAttribute("data-moving") && down < slop) return;
        head.setPointerCapture(pointerId);
        dialog.toggleAttribute("data-moving", true);
        dialog.style.setProperty("--drag", `${Math.max(0, down)}px`);
    });
    head.addEventListener("pointerup", ({ clientY, timeStamp }) => {
        if (!start || !dialog.hasAttribute("data-moving")) return void (start = null);
        const down = clientY - start.y;
        const goes = down > trigger || down / (timeStamp - start.at) > flick;
        start = null;
        if (goes) leave();
        else settle();
    });
    head.addEventListener("pointercancel", settle);
}

function atBottom(dialog) {
    return dialog.getBoundingClientRect().bottom >= innerHeight - 1;
}

/** Answers what ends it. A page that is zoomed in looks like one with a keyboard: there nothing is moved. */
export function followKeyboard(dialog) {
    const view = globalThis.visualViewport;
    if (!view) return () => {};
    const follow = () => {
        const hidden = view.scale === 1 ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
        dialog.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
    };
    view.addEventListener("resize", follow);
    view.addEventListener("scroll", follow);
    follow();
    return () => {
        view.removeEventListener("resize", follow);
        view.removeEventListener("scroll", follow);
    };
}
