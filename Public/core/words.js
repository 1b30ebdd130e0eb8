// The message catalogue: every text a person reads comes from `words/<language>.json`.
//
// A message is a string with {holes}, or an object of plural forms chosen by {n}.

/** Speaks one language. Unknown keys are an error: a missing text must be found by a test, not by a reader. */
export class Words {
    constructor(catalogue, language) {
        this.language = language;
        this.catalogue = catalogue;
        this.plurals = new Intl.PluralRules(language);
    }

    has(key) {
        return key in this.catalogue;
    }

    say(key, holes = {}) {
        return this.parts(key, holes).join("");
    }

    /** The message as a list of text and of whatever was put into its holes, for building elements around values. */
    parts(key, holes = {}) {
        return this.#message(key, holes).split(/\{(\w+)\}/).map((piece, place) => {
            if (place % 2 === 0) return piece;
            if (!(piece in holes)) throw new Error(`${key}: nothing for {${piece}}`);
            return holes[piece];
        }).filter((piece) => piece !== "");
    }

    #message(key, holes) {
        const message = this.catalogue[key];
        if (message === undefined) throw new Error(`no words for ${key}`);
        if (typeof message === "string") return message;
        return message[this.plurals.select(Number(holes.n))] ?? message.other;
    }
}
