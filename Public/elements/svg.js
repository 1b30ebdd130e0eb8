// Like `h`, in SVG.

const namespace = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(namespace, tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    element.append(...children.flat(Infinity).filter((child) => child || child === 0));
    return element;
}
