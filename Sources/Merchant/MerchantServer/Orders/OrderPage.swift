internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import PaymentRequest
internal import Payments
internal import SheetView
internal import World

/// An order as its shopper sees it: what was bought, what becomes of it, and no name or address of the shopper's.
struct OrderPage {
    let order: Order
    let details: JSONValue
    let language: Language

    /// The page's answer, which no other page may frame and no cache keeps.
    var response: HTTPServerResponse {
        .complete(HTTPResponse(.ok, fields: Self.fields, body: Array(html.markup.utf8)))
    }

    private static let style: StaticString = """
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        body { max-width: 40rem; margin: 0 auto; padding: 1rem; }
        header nav { text-align: end; }
        h1 { margin: .5rem 0 0; font-size: 1.6rem; }
        h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
        .status { font-weight: 600; }
        table { width: 100%; border-collapse: collapse; }
        td, th { padding: .4rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent);
        text-align: start; font-weight: inherit; overflow-wrap: anywhere; }
        td:last-child { text-align: end; white-space: nowrap; padding-inline-start: 1rem; }
        tfoot { font-weight: 600; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
        dd { margin: 0; overflow-wrap: anywhere; }
        a { color: inherit; padding: .25rem 0; }
        """

    private static let fields: HTTPFields = {
        let digest = Base64.encode(SHA256.digest(Array(style.description.utf8)))
        var fields: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex, nofollow", "Vary": "Accept-Language",
        ]
        fields["Content-Security-Policy"] = HTTPFieldValue(
            """
            default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'
            """
        )
        return fields
    }()

    private var html: HTMLText {
        let (title, style) = (
            words(OrderPhrase.title(order.number)), HTMLText(stringLiteral: Self.style)
        )
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>\(title) · \(order.label)</title>\
            <style>\(style)</style></head><body>
            <header><nav>\(languages)</nav><p>\(order.label)</p><h1>\(title)</h1>
            <p class="status">\(words(order.status.text)) · \(words(order.paymentStatus.text))</p>
            \(paragraph(details, "statusDescription"))</header>
            <main><dl>\(entry(OrderPhrase.placed, date(order.createdAt)))</dl>
            \(lines)
            \(HTMLText(parts("fulfillments", isReturn: false)))
            \(HTMLText(parts("returns", isReturn: true)))
            \(returnInfo)</main></body></html>
            """
    }

    private var languages: HTMLText {
        HTMLText(
            Language.allCases.filter { $0 != language }.map { other in
                """
                <a href="?lang=\(other.rawValue)" lang="\(other.tag)" hreflang="\(other.tag)">\(other.name)</a>\u{20}
                """
            }
        )
    }

    private var lines: HTMLText {
        let rows = order.lineItems.map { line -> HTMLText in
            let quantity = line.quantity > 1 ? "\(line.quantity) × " : ""
            return
                "<tr><th scope=\"row\">\(quantity)\(line.title)</th><td>\(money(line.amountMinorUnits))</td></tr>"
        }
        return """
            <table><tbody>\(HTMLText(rows))</tbody>\
            <tfoot><tr><th scope="row">\(words(OrderPhrase.total))</th>\
            <td>\(money(order.totalMinorUnits))</td></tr></tfoot></table>
            """
    }

    private func parts(_ name: String, isReturn: Bool) -> [HTMLText] {
        (details.member(name)?.members ?? []).compactMap { _, part in
            guard let status = part.member("status")?.string else { return nil }
            let place = part.member("displayName")?.string
            let heading = place ?? words(isReturn ? OrderPhrase.aReturn : OrderPhrase.shipment)
            let described = OrderPhrase.status(status, isReturn: isReturn).map(words)
            return """
                <section><h2>\(heading)</h2><p class="status">\(described ?? status)</p>
                \(paragraph(part, "statusDescription"))\(HTMLText(items(of: part)))
                <dl>\(text(part, "carrier", OrderPhrase.carrier))\(tracking(part))\
                \(text(part, "returnNumber", OrderPhrase.returnNumber))\(address(part))\
                \(HTMLText(dates(of: part)))</dl>
                \(link(part, "returnManagementURL", OrderPhrase.manage))\(paragraph(part, "notes"))</section>
                """
        }
    }

    private var returnInfo: HTMLText? {
        details.member("returnInfo").map { info in
            """
            <section><h2>\(words(OrderPhrase.returns))</h2>\
            \(paragraph(info, "returnPolicyDescription"))\
            <dl>\(time(info, "returnDeadline", OrderPhrase.returnDeadline))</dl>\
            \(link(info, "returnPolicyURL", OrderPhrase.policy))\
            \(link(info, "returnManagementURL", OrderPhrase.manage))</section>
            """
        }
    }

    private func items(of part: JSONValue) -> [HTMLText] {
        (part.member("lineItems")?.elements ?? []).compactMap { item in
            guard let line = order.line(item.member("line")?.integer) else { return nil }
            let quantity = item.member("quantity")?.integer ?? line.quantity
            return "<p>\(quantity > 1 ? "\(quantity) × " : "")\(line.title)</p>"
        }
    }

    private func tracking(_ part: JSONValue) -> HTMLText? {
        let address = part.member("trackingURL")?.string
        guard let number = part.member("trackingNumber")?.string ?? address else { return nil }
        let value: HTMLText =
            address.map { "<a href=\"\($0)\" rel=\"noreferrer\">\(number)</a>" } ?? "\(number)"
        return entry(OrderPhrase.trackingNumber, value)
    }

    private func address(_ part: JSONValue) -> HTMLText? {
        guard let address = part.member("address") else { return nil }
        let lines = (address.member("addressLines")?.elements ?? []).compactMap(\.string)
        let rest = ["postalCode", "locality", "administrativeArea", "countryCode"]
            .compactMap { address.member($0)?.string }
        return entry(OrderPhrase.address, "\((lines + rest).joined(separator: ", "))")
    }

    private func dates(of part: JSONValue) -> [HTMLText] {
        OrderPhrase.dates.compactMap { time(part, $0.name, $0.text) }
    }

    private func time(_ part: JSONValue, _ name: String, _ label: LocalizedText) -> HTMLText? {
        part.member(name)?.string.flatMap { UnixTime(iso8601: $0) }.flatMap {
            entry(label, date($0))
        }
    }

    private func text(_ part: JSONValue, _ name: String, _ label: LocalizedText) -> HTMLText? {
        part.member(name)?.string.flatMap { entry(label, "\($0)") }
    }

    private func paragraph(_ part: JSONValue, _ name: String) -> HTMLText? {
        part.member(name)?.string.map { "<p>\($0)</p>" }
    }

    private func link(_ part: JSONValue, _ name: String, _ label: LocalizedText) -> HTMLText? {
        part.member(name)?.string.map {
            "<p><a href=\"\($0)\" rel=\"noreferrer\">\(words(label))</a></p>"
        }
    }

    private func entry(_ label: LocalizedText, _ value: HTMLText?) -> HTMLText? {
        value.map { "<dt>\(words(label))</dt><dd>\($0)</dd>" }
    }

    private func date(_ time: UnixTime) -> HTMLText? {
        ArrivalDate(time).map {
            "<time datetime=\"\(time.iso8601)\">\($0.text(in: language))</time>"
        }
    }

    private func money(_ minorUnits: Int64) -> String {
        guard let currency = Currency(code: order.currencyCode) else { return "\(minorUnits)" }
        return Money(minorUnits: minorUnits, currency: currency).text(in: language)
    }

    private func words(_ text: LocalizedText) -> String { text[language] }
}
