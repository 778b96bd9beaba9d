"""How long a test of pages waits for what must come, in milliseconds: tests run side by side, and all may be slow."""

from playwright.sync_api import expect

LIMIT = 60_000

expect.set_options(timeout=LIMIT)
