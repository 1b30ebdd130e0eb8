// What is pressed stays what it is until it is let go: built anew meanwhile, nothing would be clicked.

/** Milliseconds. Who presses longer means no click; when a finger is gone its click may be still to come. */
const [longest, clickAfter] = [1000, 100];

/** The same work, but during a press it is done once the press is over, and then once. */
export function afterPress(work) {
    let timer = null;
    let isWanted = false;
    const end = () => {
        timer = null;
        const isDue = isWanted;
        isWanted = false;
        if (isDue) work();
    };
    const hold = (milliseconds) => () => {
        clearTimeout(timer);
        timer = setTimeout(end, milliseconds);
    };
    addEventListener("pointerdown", hold(longest), true);
    addEventListener("pointerup", hold(clickAfter), true);
    for (const over of ["click", "pointercancel"]) addEventListener(over, hold(0), true);
    return () => {
        if (timer === null) work();
        else isWanted = true;
    };
}
