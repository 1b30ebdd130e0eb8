// Which currency somebody most likely keeps books in.

const currencyOfRegion = {
    ...{ AU: "AUD", BR: "BRL", CA: "CAD", CH: "CHF", CN: "CNY", CZ: "CZK", DK: "DKK", GB: "GBP", HU: "HUF", IL: "ILS" },
    ...{ IN: "INR", IS: "ISK", JP: "JPY", KR: "KRW", KW: "KWD", LI: "CHF", MX: "MXN", NO: "NOK", NZ: "NZD", PL: "PLN" },
    ...{ RO: "RON", SE: "SEK", TR: "TRY", UA: "UAH", US: "USD", ZA: "ZAR" },
};

/** By the region of a locale ("en-GB"); the euro where that says nothing. Only a first suggestion. */
export function likelyCurrency(locale) {
    return currencyOfRegion[new Intl.Locale(locale).maximize().region] ?? "EUR";
}
