// The message catalogue: every text a person reads comes from `words/<language>.json`.
//
// A message is a string with {holes}, or an object of forms: `"name:you"` where {name} is the reader (languages in which "you"
// takes another verb have it), else the plural form of {n}.

/** Speaks one language. Unknown keys are an error: a missing text must be found by a test, not by a reader. */
export class Words {
    /** `locale`: how numbers are written, where that differs from country to country. */
    constructor(catalogue, language, locale = language) {
        this.language = language;
        this.numbers = new Intl.NumberFormat(locale);
        this.catalogue = catalogue;
        this.plurals = new Intl.PluralRules(language);
    }

    /** Further texts, of a screen that has come late. */
    learn(texts) {
        this.catalogue = { ...this.catalogue, ...texts };
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
            return typeof holes[piece] === "number" ? this.numbers.format(holes[piece]) : holes[piece];
        }).filter((piece) => piece !== "");
    }

    #message(key, holes) {
        const message = this.catalogue[key];
        if (message === undefined) throw new Error(`no words for ${key}`);
        if (typeof message === "string") return message;
        const you = this.catalogue["person.you"];
        const toReader = Object.keys(message).find((form) => form.endsWith(":you") && holes[form.slice(0, -4)] === you);
        return message[toReader ?? this.plurals.select(Number(holes.n))] ?? message.other;
    }
}
