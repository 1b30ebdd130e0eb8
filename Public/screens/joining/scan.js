// The join code without typing: through the camera, from a picture of the QR code, or out of the clipboard.

import { joinRequest } from "../../core/invitation.js";
import { decodeQR } from "../../core/qr/decode.js";
import { h } from "../../elements/build.js";
import { button } from "../../elements/controls.js";
import { sheet } from "../../elements/sheet.js";
import { say } from "../../elements/voice.js";
import { pasted, platform } from "../../outside/platform.js";
import { canScan, closeCamera, openCamera, readPicture, watch } from "../../outside/scanner.js";

/** The ways that there are here; `take(text)` is given what was read. */
export function scanWays(app, take) {
    const found = (text) => {
        take(text);
        app.toast(say("scan.found"));
    };
    const [scan, photo, paste] = ["camera", "photo", "paste"].map((name) => say(`scan.${name}`));
    const file = fileInput(photo, (chosen) => fromPicture(app, chosen, found));
    return h("div", { class: "ways" }, [
        canScan && button({ label: scan, picture: "camera", onclick: () => throughCamera(app, found) }),
        button({ label: photo, picture: "picture", onclick: () => file.click() }),
        platform.canPaste && button({ label: paste, picture: "copy", onclick: () => fromClipboard(app, found) }),
        file,
    ]);
}

function fileInput(label, choose) {
    const input = h("input", { type: "file", accept: "image/*", hidden: true, "aria-label": label });
    input.addEventListener("change", async () => {
        const [chosen] = input.files;
        if (chosen) await choose(chosen);
        input.value = "";
    });
    return input;
}

async function fromPicture(app, file, found) {
    const text = await readPicture(file, decodeQR);
    if (!text) return app.toast(say("scan.nothing"));
    if (!joinRequest(text)) return app.toast(say("scan.other"));
    found(text);
}

async function fromClipboard(app, found) {
    const text = await pasted();
    if (text?.trim()) found(text);
    else app.toast(say("scan.emptyClipboard"));
}

/** Closing the sheet closes the camera. */
async function throughCamera(app, found) {
    const stream = await openCamera().catch(() => null);
    if (!stream) return app.toast(say("scan.noCamera"));
    const video = h("video", { class: "camera", playsinline: true, "aria-label": say("scan.camera") });
    Object.assign(video, { srcObject: stream, muted: true });
    const content = [video, h("p", { class: "hint centred" }, say("scan.hold"))];
    const end = () => {
        closeCamera(stream);
        video.srcObject = null;
        shown.close();
    };
    const shown = sheet({ title: say("scan.camera"), content, onclose: end });
    video.play();
    const text = await watch(video, joinRequest, decodeQR);
    if (text === null) return;
    end();
    found(text);
}
