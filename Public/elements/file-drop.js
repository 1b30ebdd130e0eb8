// Where a file is chosen, or dropped. The whole place is the browser's own file field: it takes what is dropped by itself.

import { freshId, h } from "./build.js";
import { icon } from "./icon.js";
import { withProblems } from "./field.js";

/** `take(files)` is told what was chosen; the same file may be chosen again. */
export function fileDrop({ label, hint, multiple = false, take, key }) {
    const id = freshId("file");
    const input = h("input", {
        id,
        type: "file",
        class: "file-input",
        multiple,
        "aria-describedby": `${id}-hint`,
        "data-key": key,
    });
    const words = h("span", { class: "file-words" }, [
        h("label", { class: "file-label", for: id }, label),
        h("span", { class: "hint", id: `${id}-hint` }, hint),
    ]);
    const place = h(
        "div",
        { class: "file-place" },
        h("span", { class: "empty-picture" }, icon("income")),
        words,
        input,
    );
    followDrag(place);
    input.addEventListener("change", () => {
        const files = [...input.files];
        input.value = "";
        if (files.length > 0) take(files);
    });
    return withProblems(h("div", { class: "file-drop" }, place), input);
}

/** The place shows that it would take what hangs over it. */
function followDrag(place) {
    const over = (isOver) => () => place.toggleAttribute("data-over", isOver);
    for (const type of ["dragenter", "dragover"]) place.addEventListener(type, over(true));
    for (const type of ["dragleave", "drop"]) place.addEventListener(type, over(false));
}
