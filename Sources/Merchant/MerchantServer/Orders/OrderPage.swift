internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import SheetView
internal import WalletOrders

/// An order as its shopper sees it: what was bought, what becomes of it, and no name or address of the shopper's.
struct OrderPage {
    let view: OrderView
    /// The name of the shop.
    let shop: String

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
        let (language, style) = (view.language, HTMLText(stringLiteral: Self.style))
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>\(view.title) · \(shop)</title>\
            <style>\(style)</style></head><body>
            <header><nav>\(languages)</nav><p>\(shop)</p><h1>\(view.title)</h1>
            <p class="status">\(view.status)</p>
            \(paragraph(view.description))</header>
            <main><dl>\(entries([view.placed].compactMap(\.self)))</dl>
            \(lines)
            \(HTMLText(view.parts.map(section)))</main></body></html>
            """
    }

    private var languages: HTMLText {
        HTMLText(
            Language.allCases.filter { $0 != view.language }.map { other in
                """
                <a href="?lang=\(other.rawValue)" lang="\(other.tag)" hreflang="\(other.tag)">\(other.name)</a>\u{20}
                """
            }
        )
    }

    private var lines: HTMLText {
        let rows = HTMLText(view.lines.map { row($0.title, $0.amount) })
        let total = view.total.map { row($0.label, $0.text) }
        return "<table><tbody>\(rows)</tbody><tfoot>\(total)</tfoot></table>"
    }

    private func row(_ title: String, _ amount: String?) -> HTMLText {
        let amount: HTMLText? = amount.map { "\($0)" }
        return "<tr><th scope=\"row\">\(title)</th><td>\(amount)</td></tr>"
    }

    private func section(_ part: OrderView.Part) -> HTMLText {
        """
        <section><h2>\(part.heading)</h2>\(part.status.map { "<p class=\"status\">\($0)</p>" })
        \(paragraph(part.description))\(HTMLText(part.items.map { "<p>\($0)</p>" }))
        <dl>\(entries(part.entries))</dl>
        \(HTMLText(part.links.map { "<p>\(link($0))</p>" }))\(paragraph(part.notes))</section>
        """
    }

    private func entries(_ entries: [OrderView.Entry]) -> HTMLText {
        HTMLText(
            entries.map { entry in
                let text: HTMLText =
                    entry.time.map { "<time datetime=\"\($0)\">\(entry.text)</time>" }
                    ?? link(entry)
                return "<dt>\(entry.label)</dt><dd>\(text)</dd>"
            }
        )
    }

    private func link(_ entry: OrderView.Entry) -> HTMLText {
        entry.link.map { "<a href=\"\($0)\" rel=\"noreferrer\">\(entry.text)</a>" }
            ?? "\(entry.text)"
    }

    private func paragraph(_ text: String?) -> HTMLText? { text.map { "<p>\($0)</p>" } }
}
