"""What axe-core finds wrong with a page, in the tab or frame that shows it."""

import pathlib

import axe_playwright_python

SOURCE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"

# The rule of colours takes nine tenths of axe's time: it looks at what is drawn at each text. It judges one text of
# each kind, which is all that it measures; the other rules judge every element.
RUN = """async (options) => {
    const hasText = (element) => element.matches('input, select, textarea')
        || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const kinds = new Map();
    const pending = [document.body];
    const grounds = new Map([[document.documentElement, '']]);
    while (pending.length) {
        const element = pending.pop();
        const style = getComputedStyle(element);
        const ground = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter].join(' ');
        const behind = `${grounds.get(element.parentElement)}/${ground}`;
        grounds.set(element, behind.replaceAll('/rgba(0, 0, 0, 0) none 1 none', ''));
        pending.push(...element.children);
        if (!hasText(element) || !element.checkVisibility()) continue;
        const font = [style.color, style.fontSize, style.fontWeight, style.textShadow, element.matches(':disabled')];
        const kind = `${font.join(' ')} on ${grounds.get(element)}`;
        if (!kinds.has(kind)) kinds.set(kind, element);
    }
    const colours = 'color-contrast';
    const found = await axe.run(document, { ...options, rules: { [colours]: { enabled: false } } });
    const texts = { include: [...kinds.values()] };
    const faint = kinds.size ? await axe.run(texts, { ...options, runOnly: [colours] }) : { violations: [] };
    return [...found.violations, ...faint.violations];
}"""


def violations(frame, **options):
    """The rules that are violated, each with the element that violates it; `options` are axe.run's."""
    if not frame.evaluate("'axe' in window"):
        frame.evaluate(SOURCE.read_text() + "; 0")
    found = frame.evaluate(RUN, {"resultTypes": ["violations"], **options})
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
