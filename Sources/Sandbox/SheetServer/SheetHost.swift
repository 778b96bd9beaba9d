internal import HTTPMessages
package import JSON
package import PaymentSheet
package import Wallet

/// Shows sheets for the pages of shops: has the device, its wallet and the gateway.
package protocol SheetHost: Sendable {
    /// Where a page's server asks for a merchant session.
    var validationURL: String { get }

    /// Whether the device has a card that can pay.
    func hasActiveCard() async -> Bool

    /// Makes a sheet, which the caller begins.
    ///
    /// - Parameters:
    ///   - order: What the page asks for.
    ///   - app: The page, as the sheet asks it.
    ///   - shopper: The person before the sheet.
    /// - Returns: The sheet.
    /// - Throws: ``SheetRefusal``.
    func sheet(
        for order: SheetOrder,
        of app: any PaymentApp,
        before shopper: PageShopper
    ) async throws(SheetRefusal) -> SheetSession

    /// Uses the merchant session that a page passes.
    ///
    /// - Returns: The merchant's identifier, or why the session is not accepted.
    func use(
        _ session: JSONValue,
        for order: SheetOrder
    ) async -> Result<String, MerchantSessionUnusable>
}

/// A page's wish for a sheet.
package struct SheetOrder: Sendable {
    /// The page's origin, as its browser says.
    package let origin: PageOrigin
    /// Its `ApplePayPaymentRequest`.
    package let request: JSONValue
    /// A name for this sheet in records, which is no secret.
    package let number: Int
}

/// Why no sheet is shown for a page.
package enum SheetRefusal: Error, Hashable, Sendable {
    /// The page's request, or what it asks of the device: words for its developer.
    case refused(String)
    /// As many sheets are open as there may be.
    case tooManySheets(limit: Int)
    /// The records cannot be read.
    case unavailable(String)
}

/// The origin of a page: scheme, host and port.
///
/// - Source: HTML, *Origin*; its serialization.
package struct PageOrigin: Hashable, Sendable {
    /// The serialization, such as `https://shop.example`.
    package let text: String
    /// The host, in lower case; an IPv6 address without its brackets.
    package let host: String

    /// Reads the origin of a page that was loaded over HTTP or HTTPS; nil for any other.
    package init?(_ text: String) {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard let scheme, let host = HTTPHost(String(text.dropFirst(scheme.count))) else {
            return nil
        }
        (self.text, self.host) = (text, host.name)
    }

    /// Whether the page is on this machine: `localhost`, or an address of the loopback interface.
    ///
    /// - Source: Secure Contexts, § 3.1; RFC 6761 § 6.3.
    package var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }
}
