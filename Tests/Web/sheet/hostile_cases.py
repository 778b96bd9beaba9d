"""Shop pages that want a payment which the shopper does not mean to make, or to read what is in the sheet."""

import json

from playwright.sync_api import expect

from cases import case
from sheet_pages import Sheet

REQUEST = {
    "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"], "supportedNetworks": ["visa"],
    "total": {"label": "Shinobi", "amount": "10.75"}, "version": 14,
}

FRAME = """([wallet, request, style]) => new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.src = `${wallet}/sheet.html`;
    frame.style.cssText = `position: fixed; inset: 0; width: 100vw; height: 100vh; border: 0; ${style}`;
    window.heard = [];
    window.addEventListener('message', ({ data, source }) => {
        if (data?.quince !== 'ready' || source !== frame.contentWindow) return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = async ({ data }) => {
            heard.push(data);
            if (data.name === 'validatemerchant') {
                const answer = await fetch('merchant-session', {
                    method: 'POST', body: JSON.stringify({ validationURL: data.event.validationURL }),
                });
                port1.postMessage({ type: 'answer', question: data.question, value: await answer.json() });
            } else if (data.type === 'question') {
                port1.postMessage({ type: 'answer', question: data.question, value: null });
            }
        };
        window.port = port1;
        frame.contentWindow.postMessage({ quince: 'begin', request }, wallet, [port2]);
        done();
    });
    document.body.append(frame);
})"""


def framed(given, style, request=REQUEST, **options):
    """A sheet that a hostile page frames itself, with a style of its own."""
    page = given.page(**options)
    page.tab.evaluate(FRAME, [given.shop.wallet, request, style])
    for _ in range(1500):
        frames = [Sheet(frame) for frame in page.tab.frames if "/sheet.html" in frame.url]
        shown = [sheet for sheet in frames if not sheet.frame.evaluate("document.getElementById('sheet').hidden")]
        if shown:
            return page, shown[0].ready()
        page.tab.evaluate("new Promise((done) => requestAnimationFrame(done))")
    raise AssertionError("the sheet is not shown")


def refuse_payment(given, page, sheet):
    """Presses the confirmation for two seconds, as a shopper who does not see it, and by keyboard."""
    sheet.frame.locator("[data-action=pay]").dispatch_event("click")
    confirm = sheet.frame.locator("[data-action=confirm]")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    sheet.frame.evaluate("""async () => {
        const start = performance.now();
        while (performance.now() - start < 2000) {
            document.querySelector('[data-action=confirm]').click();
            await new Promise((done) => requestAnimationFrame(done));
        }
    }""")
    confirm.focus()
    page.tab.keyboard.press("Enter")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    expect(sheet.frame.locator(".messages")).to_contain_text("covers")
    heard = page.tab.evaluate("heard.map((message) => message.name ?? message.type)")
    assert "paymentauthorized" not in heard, heard


@case("a sheet that is framed by the page itself, uncovered, can be paid")
def framed_in_the_open(given):
    page, sheet = framed(given, "z-index: 10")
    sheet.confirm()
    page.tab.wait_for_function("heard.some((message) => message.name === 'paymentauthorized')")


@case("a sheet that is transparent cannot be paid")
def transparent(given):
    refuse_payment(given, *framed(given, "opacity: 0.01"))


@case("a sheet that is a little transparent cannot be paid")
def a_little_transparent(given):
    refuse_payment(given, *framed(given, "opacity: 0.9"))


@case("a sheet under something that lets presses through cannot be paid")
def covered(given):
    page, sheet = framed(given, "z-index: 10")
    page.tab.evaluate("""() => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position: fixed; inset: 0; background: #fff; pointer-events: none; z-index: 20';
        cover.textContent = 'Press here to win';
        document.body.append(cover);
    }""")
    refuse_payment(given, page, sheet)


@case("a sheet of which a part is covered cannot be paid")
def partly_covered(given):
    page, sheet = framed(given, "z-index: 10")
    sheet.frame.locator("[data-action=pay]").click()
    box = sheet.frame.locator(".confirmation .amount").bounding_box()
    page.tab.evaluate("""(box) => {
        const cover = document.createElement('div');
        cover.style.cssText = `position: fixed; left: ${box.x}px; top: ${box.y}px; width: ${box.width}px;
            height: ${box.height}px; background: #fff; pointer-events: none; z-index: 20`;
        document.body.append(cover);
    }""", box)
    sheet.button("Back").click()
    refuse_payment(given, page, sheet)


@case("a sheet that is covered after it could be paid cannot be paid any more")
def covered_late(given):
    page, sheet = framed(given, "z-index: 10")
    sheet.frame.locator("[data-action=pay]").click()
    expect(sheet.frame.locator("[data-action=confirm]")).not_to_have_attribute("aria-disabled", "true")
    page.tab.evaluate("""() => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position: fixed; inset: 0; background: #fff; pointer-events: none; z-index: 20';
        document.body.append(cover);
    }""")
    expect(sheet.frame.locator("[data-action=confirm]")).to_have_attribute("aria-disabled", "true")
    page.tab.evaluate("document.body.lastElementChild.style.background = 'none'")
    given.picture(page.tab, "covered")


@case("a sheet of which half is outside of the window cannot be paid")
def cut(given):
    refuse_payment(given, *framed(given, "z-index: 10; left: -50vw"))


@case("a sheet that is turned or made small cannot be paid")
def transformed(given):
    refuse_payment(given, *framed(given, "z-index: 10; transform: scale(0.2)"))


@case("a sheet that the page zooms to a few pixels cannot be paid")
def zoomed(given):
    page, sheet = framed(given, "z-index: 10")
    page.tab.add_style_tag(content="html { zoom: 0.03 }")
    refuse_payment(given, page, sheet)


@case("a sheet that the page zooms to a few pixels after it could be paid cannot be paid")
def zoomed_late(given):
    page, sheet = framed(given, "z-index: 10")
    sheet.frame.locator("[data-action=pay]").click()
    confirm = sheet.frame.locator("[data-action=confirm]")
    expect(confirm).not_to_have_attribute("aria-disabled", "true")
    page.tab.add_style_tag(content="html { zoom: 0.03 }")
    confirm.dispatch_event("click")
    page.tab.wait_for_timeout(500)
    heard = page.tab.evaluate("heard.map((message) => message.name ?? message.type)")
    assert "paymentauthorized" not in heard, heard


@case("the page cannot read the frame")
def unreadable(given):
    page = given.page()
    page.tab.evaluate(FRAME, [given.shop.wallet, REQUEST, ""])
    readable = page.tab.evaluate("document.querySelector('iframe').contentDocument !== null")
    assert readable is False


@case("only the first message of the parent is heard")
def second_message(given):
    page, sheet = framed(given, "z-index: 10")
    requests = []
    page.tab.on("request", lambda request: requests.append(request.url))
    page.tab.evaluate("""async ([wallet, request]) => {
        const frame = document.querySelector('iframe').contentWindow;
        const { port1, port2 } = new MessageChannel();
        frame.postMessage({ quince: 'begin', request: { ...request, total: { label: 'X', amount: '99' } },
            version: 14 }, wallet, [port2]);
        frame.postMessage({ type: 'answer', question: 1, value: {} }, wallet);
        frame.postMessage({ quince: 'confirmed', total: '10.75' }, wallet);
        for (let count = 0; count < 30; count += 1) await new Promise((done) => requestAnimationFrame(done));
    }""", [given.shop.wallet, REQUEST])
    assert requests == [], requests
    sheet.total("$10.75")


@case("a message of another window than the parent is not heard")
def other_window(given):
    page = given.page()
    page.tab.evaluate("""async ([wallet, request]) => {
        const frame = document.createElement('iframe');
        const loaded = new Promise((done) => frame.addEventListener('load', done));
        frame.src = `${wallet}/sheet.html`;
        document.body.append(frame);
        await loaded;
        const other = document.createElement('iframe');
        document.body.append(other);
        const send = other.contentWindow.eval(`(target, wallet, request) => {
            const { port1, port2 } = new MessageChannel();
            target.postMessage({ quince: 'begin', request }, wallet, [port2]);
        }`);
        send(frame.contentWindow, wallet, request);
        for (let count = 0; count < 30; count += 1) await new Promise((done) => requestAnimationFrame(done));
    }""", [given.shop.wallet, REQUEST])
    for frame in page.tab.frames:
        if "/sheet.html" in frame.url:
            assert frame.evaluate("document.getElementById('sheet').hidden")


@case("another frame of the page cannot speak for the wallet")
def forged_answers(given):
    page = given.page()
    page.context.route("**/sheet/card", lambda route: route.fulfill(json={"hasActiveCard": False}))
    page.context.add_init_script("""
        if (window.parent === window && location.pathname === '/shop.html') {
            addEventListener('DOMContentLoaded', () => {
                const frame = document.createElement('iframe');
                frame.srcdoc = `<script>setInterval(() => {
                    parent.postMessage({ quince: 'card', hasActiveCard: true }, '*');
                    parent.postMessage({ quince: 'ready' }, '*');
                }, 1);<\\/script>`;
                document.body.append(frame);
            });
        }
    """)
    tab = page.new_tab()
    has = "ApplePaySession.canMakePaymentsWithActiveCard('merchant.com.example.shop')"
    assert tab.evaluate(has) is False
    page.context.unroute("**/sheet/card")
    assert tab.evaluate(has) is True, "the wallet has a card now"
    sheet = page.pay(tab).ready()
    sheet.button("Cancel").click()
    expect(page.status(tab)).to_have_text("Canceled")


@case("a page cannot speak to the wallet's server itself")
def cross_origin(given):
    given.expect_complaint("")
    page = given.page()
    answers = page.tab.evaluate("""async ([wallet, request]) => {
        const body = JSON.stringify({ origin: location.origin, request, language: 'en' });
        const calls = [
            [`${wallet}/sheet/sessions`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }],
            [`${wallet}/sheet/sessions`, { method: 'POST', body, mode: 'no-cors' }],
            [`${wallet}/devices/phone`, {}],
        ];
        const statuses = [];
        for (const [url, options] of calls) {
            try {
                statuses.push((await fetch(url, options)).status);
            } catch (error) {
                statuses.push(error.name);
            }
        }
        return statuses;
    }""", [given.shop.wallet, REQUEST])
    # Without CORS the answer is opaque; that it did nothing is for the server's tests.
    assert answers == ["TypeError", 0, "TypeError"], json.dumps(answers)


@case("the wallet's own page is in no frame")
def wallet_in_a_frame(given):
    given.expect_complaint("")
    page = given.page()
    page.tab.evaluate("""async (wallet) => {
        const frame = document.createElement('iframe');
        const loaded = new Promise((done) => frame.addEventListener('load', done));
        frame.src = `${wallet}/`;
        document.body.append(frame);
        await loaded;
    }""", given.shop.wallet)
    texts = [frame.evaluate("document.body.innerText") for frame in page.tab.frames
             if frame.url.startswith(f"{given.shop.wallet}/") and "sheet.html" not in frame.url]
    assert all(text.strip() == "" for text in texts), texts
