// The words of one language, as the server keeps them.

export async function readCatalogue(language) {
    const response = await fetch(`/words/${language}.json`);
    if (!response.ok) throw new Error(`no words for ${language}`);
    return response.json();
}
