/**
 * Makes an element. Texts are texts: nothing that a server sends is read as HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | boolean | undefined>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) continue;
        made.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children) if (child != null) made.append(child);
    return made;
}

/**
 * The element of this page with an identifier.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function own(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found;
}

/**
 * Says a sentence to who cannot see the page.
 * @param {string} text
 */
export function say(text) {
    own('status').textContent = text;
}

/**
 * Asks the server.
 * @param {string} path
 * @param {unknown} [body] what is posted; without it the path is read
 * @returns {Promise<any>} the answer
 */
export async function ask(path, body) {
    const response = await fetch(path, body === undefined ? {} : {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
    });
    const answer = response.status === 204 ? null : await response.json();
    if (!response.ok) throw new Error(answer.detail || answer.title);
    return answer;
}
