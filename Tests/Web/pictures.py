"""The pictures that the documentation shows, which must look like the pages."""

import base64
import pathlib
import shutil
import subprocess

KEPT = pathlib.Path(__file__).resolve().parents[2] / "Documentation/pictures"
# The font with which the pictures were taken; with another one, every page looks different.
FONT = "DejaVu Sans"
# The part of a picture that may differ: numbers of orders, times and the edges of letters do.
LARGEST_DIFFERENCE = 0.02
COMPARE = """async (sources) => {
    const pictures = await Promise.all(sources.map(async (source) =>
        createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())));
    const [{ width, height }] = pictures;
    if (pictures.some((picture) => picture.width !== width || picture.height !== height)) return 1;
    const [one, other] = pictures.map((picture) => {
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, width, height).data;
    });
    let count = 0;
    for (let index = 0; index < one.length; index += 4) {
        const differs = [0, 1, 2].some((part) => Math.abs(one[index + part] - other[index + part]) > 32);
        if (differs) count += 1;
    }
    return count / (width * height);
}"""


def has_font():
    """Whether pages are drawn with the font of the pictures that are kept."""
    if not shutil.which("fc-match"):
        return False
    found = subprocess.run(["fc-match", "--format", "%{family}", "sans-serif"], capture_output=True, text=True, timeout=120)
    return found.stdout == FONT


def compare(blank, taken, name, renews, program, largest=LARGEST_DIFFERENCE):
    """Holds a picture against the one that is kept, which is replaced where it is being renewed.

    `blank` is an empty page, which compares them; `program` renews them; `largest` is the part that may differ.
    """
    kept = KEPT / f"{name}.png"
    if renews:
        kept.write_bytes(taken)
    if not has_font():
        return
    difference = blank.evaluate(COMPARE, [base64.b64encode(each).decode() for each in (taken, kept.read_bytes())])
    assert difference < largest, (
        f"{kept.name} shows another page, {difference:.1%} differ: where the page is right, renew the picture by "
        f"{program} --renew, and look at it"
    )
