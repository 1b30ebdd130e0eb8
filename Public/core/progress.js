// How far a long first pull has come.

/** A part between 0 and 1: by bytes where they are known, else by files. Null when neither tells anything. */
export function partDone({ bytes, bytesDone, segments, segmentsDone }) {
    if (bytes > 0) return Math.min(1, bytesDone / bytes);
    return segments > 0 ? Math.min(1, segmentsDone / segments) : null;
}
