// One line that makes something, again and again.

/** Empty and ready for the next at once; what was not taken comes back, unless another is being typed already. */
export async function takeLine(field, write) {
    const text = field.value;
    field.input.value = "";
    field.input.focus();
    try {
        await write(text);
    } catch (problem) {
        field.input.value ||= text;
        throw problem;
    }
}
