internal import Money

/// The processor's answers as Braintree numbers them.
///
/// - Source: Braintree, *Authorization responses*, for the codes; *Testing*, "Transaction amounts". Which of the network's
///   answers leads to which code is our choice, and so are the texts.
struct BraintreeResponse: Hashable, Sendable {
    let code: String
    /// The rule of the account that rejects the transaction; nil for none.
    var rejection: String?

    private static let approved = "1000"
    static let duplicate = BraintreeResponse(code: approved, rejection: "duplicate")

    private init(code: String, rejection: String? = nil) {
        (self.code, self.rejection) = (code, rejection)
    }

    /// The response that an amount asks for; nil for all others, which the network decides.
    init?(testAmount amount: Money) {
        switch Self.whole(amount) {
        case let code where (2_000...3_000).contains(code): self.init(code: "\(code)")
        case 5_001 where amount.decimalText == "5001.00":
            self.init(code: Self.approved, rejection: "application_incomplete")
        default: return nil
        }
    }

    /// Whether a settlement of an amount is declined.
    static func isDeclinedAtSettlement(_ amount: Money) -> Bool { whole(amount) == 4_001 }

    /// An amount without its decimals.
    private static func whole(_ amount: Money) -> Int64 {
        (0..<amount.currency.exponent).reduce(amount.minorUnits) { units, _ in units / 10 }
    }

    /// The response of an operation, which may be one that was asked for.
    init(_ operation: PlatformOperation) {
        if let code = operation.details.text("code") {
            self.init(code: code, rejection: operation.details.text("rejection"))
        } else if let network = operation.responseCode {
            self.init(code: network == "00" ? Self.approved : Self.codes[network] ?? "2000")
        } else {
            self.init(code: Self.failed)
        }
    }

    /// The status of a transaction that was declined.
    var status: String {
        if rejection != nil { return "gateway_rejected" }
        return code == Self.failed ? "failed" : "processor_declined"
    }

    var text: String { Self.texts[code] ?? (code == Self.approved ? "Approved" : "Declined") }
    var type: String { code == Self.approved ? "approved" : "soft_declined" }

    private static let failed = "3000"
    private static let codes = [
        "91": failed, "12": "2019", "13": "2048", "14": "2005", "41": "2012",
        "43": "2013", "51": "2001", "54": "2004", "57": "2015", "58": "2015", "59": "2014",
        "61": "2002", "62": "2057", "65": "2003", "82": "2010", "94": "2016",
    ]
    private static let texts = [
        "2000": "Do Not Honor", "2001": "Insufficient Funds", "2002": "Limit Exceeded",
        "2004": "Expired Card", "2010": "Card Issuer Declined CVV",
        "2012": "Processor Declined - Possible Lost Card", "3000": "Processor Network Unavailable",
    ]
}
