"""A person who reads the documentation site, and the server from which it is read."""

import functools
import http.server
import pathlib
import re
import subprocess
import threading

import axe
import patience

# Nothing inline, and nothing from elsewhere.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"

REPLACE = """text => {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const links = (root) => [...root.head.querySelectorAll('link')].map((link) => link.outerHTML).join();
    if (links(page) !== links(document) || [page, document].some((root) => root.scripts.length)) return false;
    document.body.replaceWith(page.body);
    return true;
}"""
READ = """([text, selector]) =>
    [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll(selector)].map((each) => each.textContent)"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


class Server:
    """A server whose root is the folder above the site's, so that the site is not at the root."""

    def __init__(self, site):
        handler = functools.partial(Handler, directory=str(site.parent))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Reader:
    """Tabs with pages of the site, and what their consoles got."""

    def __init__(self, browser, site, origin, pictures, quince):
        self.browser, self.site, self.origin, self.pictures = browser, site, origin, pictures
        self.quince = quince
        self.complaints, self.contexts = [], []

    @property
    def pages(self):
        """The addresses of all pages."""
        return sorted(str(path.relative_to(self.site)) for path in self.site.rglob("*.html"))

    def tab(self, **options):
        context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(patience.LIMIT)
        self.contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda line: line.type in ("error", "warning") and self.complaints.append(line.text))
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.on("requestfailed", self.note_failure)
        return tab

    def note_failure(self, request):
        # What is not loaded yet when the next page is opened is no failure.
        if "ERR_ABORTED" not in (request.failure or ""):
            self.complaints.append(f"not loaded: {request.url}: {request.failure}")

    def open(self, tab, page, served=False):
        """Opens a page from the disk, or from the server."""
        place = f"{self.origin}/{self.site.name}" if served else self.site.as_uri()
        tab.goto(f"{place}/{page}")
        return tab

    def lay_out(self, tab, page):
        """Lays a page out as opening it from the disk does, at a tenth of the cost: where the tab shows a page of the
        same folder with the same styles, and neither has scripts, only the body is replaced."""
        shown, wanted = pathlib.PurePosixPath(tab.url), pathlib.PurePosixPath(f"{self.site.as_uri()}/{page}")
        is_done = shown.parent == wanted.parent and tab.evaluate(REPLACE, (self.site / page).read_text())
        if not is_done:
            self.open(tab, page)

    def read(self, tab, page, selector):
        """The texts of elements of a page, which is parsed by the browser and not shown."""
        return tab.evaluate(READ, [(self.site / page).read_text(), selector])

    def picture(self, tab, name):
        if self.pictures:
            tab.screenshot(path=self.pictures / f"{name}.png")

    def manual(self):
        """The verbs of the manual page, each with its options, which are between it and the next verb."""
        text = subprocess.run([self.quince, "man"], capture_output=True, text=True, check=True).stdout
        verbs = {}
        for line in text.replace("\\-", "-").split("\n"):
            if line.startswith(".SS "):
                options = verbs.setdefault(line[4:], [])
            elif named := re.match(r"\\fB--([a-z0-9-]+)\\fR", line):
                options.append(named[1])
        return verbs

    def violations(self, tab):
        """What axe-core finds wrong."""
        return axe.violations(tab, preload=False)

    def close(self):
        for context in self.contexts:
            context.close()
