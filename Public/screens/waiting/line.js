// One line that makes something, again and again.

/** What is typed there is kept under that name until it was taken. Answers what keeps the line as it stands. */
export function keptLine({ drafts }, name, field) {
    field.input.value = drafts.read(name)?.text ?? "";
    const keep = () => drafts.keep(name, field.value ? { text: field.value } : null);
    field.addEventListener("input", keep);
    return keep;
}

/** Empty and ready for the next at once; what was not taken comes back, unless another is being typed already. */
export async function takeLine(field, keep, write) {
    const text = field.value;
    field.input.value = "";
    field.input.focus();
    try {
        await write(text);
    } catch (problem) {
        field.input.value ||= text;
        throw problem;
    } finally {
        keep();
    }
}
