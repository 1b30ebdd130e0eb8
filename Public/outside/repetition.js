// What is looked at again and again while somebody looks at the screen.

/** Does the work every few seconds as long as the element is on the page; while the page is hidden it rests. */
export function repeatWhileShown(element, seconds, work) {
    const again = async () => {
        if (!element.isConnected) return;
        if (!document.hidden) await work();
        setTimeout(again, seconds * 1000);
    };
    setTimeout(again, seconds * 1000);
}
