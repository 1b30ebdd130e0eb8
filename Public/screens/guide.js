// The style guide, as the screen that it is. Everything about it is in a folder of its own.

import { screen } from "../guide/guide.js";

export function guideScreen(app, place) {
    return screen(app, place);
}
