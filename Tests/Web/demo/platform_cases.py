"""A cart that is paid over a payment platform, by the shop's page."""

from playwright.sync_api import expect

from demo import Demo, Shopper
from shop_cases import case


@case("a cart is paid over a payment platform, which alone opens the token, and its webhook tells the dashboard's refund")
def platform(shopper):
    with Demo(shopper.demo.quince, "--platform", "stripe", "--token-form", "passThrough") as demo:
        own = Shopper(shopper.browser, demo, shopper.pictures)
        try:
            tab = own.with_toy()
            own.pay(tab).confirm()
            own.receipt(tab)
            reference = tab.url.split("#")[1]
            payment = demo.call("server", f"/payments?reference={reference}")["payments"][0]
            assert (payment["processor"], payment["status"]) == ("stripe", "authorized"), payment
            assert "cardSuffix" not in payment, payment
            path = f"/payments/{payment['id']}"
            demo.call("server", f"{path}/capture", {}, **{"Idempotency-Key": f"{reference}-1"})
            expect(tab.locator("#message")).to_contain_text("on its way")
            demo.refund_at_stripe(payment["processorReference"])
            expect(tab.locator("#message")).to_contain_text("paid back")
            tab.locator("#xray-link").click()
            for text in ["only Stripe can open it", "Stripe verifies and opens the token", "0200 asks for a refund"]:
                expect(tab.locator("main")).to_contain_text(text)
            own.picture(tab, "platform-xray", full_page=True)
            own.refuse_complaints()
        finally:
            own.close()
