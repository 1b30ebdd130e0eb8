// Reads QR codes, from the camera and from pictures: by the browser where it can, else by `decode({data, width, height})`.

/** How large a picture is looked at, in pixels along its longer side; smaller first, for most are large and sharp. */
const sides = [640, 1280, 320];

/** Milliseconds between two looks through the camera. */
const pause = 200;

/** Cameras are there on secure origins only. */
export const canScan = typeof globalThis.navigator?.mediaDevices?.getUserMedia === "function";

/** The text of the code in a picture, or null. */
export async function readPicture(file, decode) {
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) return null;
    try {
        return (await detected(picture)) ?? sides.map((side) => decode(pixels(picture, side))).find(Boolean) ?? null;
    } finally {
        picture.close();
    }
}

async function detected(picture) {
    if (!("BarcodeDetector" in globalThis)) return null;
    const [first] = await new BarcodeDetector({ formats: ["qr_code"] }).detect(picture).catch(() => []);
    return first?.rawValue ?? null;
}

/** Of a picture or of what a video shows. */
function pixels(picture, side) {
    const size = [picture.videoWidth ?? picture.width, picture.videoHeight ?? picture.height];
    const part = Math.min(1, side / Math.max(...size));
    const [width, height] = size.map((one) => Math.max(1, Math.round(one * part)));
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0, width, height);
    return { data: context.getImageData(0, 0, width, height).data, width, height };
}

/** The camera at the back. Throws as the platform does, `NotAllowedError` when the person says no. */
export function openCamera() {
    return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
}

/** Looks through the camera until a text is found that `accepts` takes, or the video leaves the page: then null. */
export async function watch(video, accepts, decode) {
    while (video.isConnected) {
        const isSeen = video.readyState >= 2 && video.videoWidth > 0;
        const text = isSeen ? (await detected(video)) ?? decode(pixels(video, sides[0])) : null;
        if (text && accepts(text)) return text;
        await new Promise((done) => setTimeout(done, pause));
    }
    return null;
}

export function closeCamera(stream) {
    for (const track of stream.getTracks()) track.stop();
}
