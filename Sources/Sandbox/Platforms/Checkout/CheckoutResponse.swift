/// Answers of the network as Checkout.com numbers them.
///
/// - Source: Checkout.com, "Response codes": 20 and 30 with the network's code, for declines after which a card may be
///   tried again and others; "Response code testing" for the amounts. The summaries are our own.
struct CheckoutResponse: Hashable, Sendable {
    let code: String

    private init(code: String) { self.code = code }

    /// The response for field 39; without an answer, that it came too late.
    init(network code: String?) {
        guard let code else {
            self.init(code: "20068")
            return
        }
        let isHard = ["04", "07", "33", "34", "35", "36", "37", "38", "41", "43"].contains(code)
        self.init(code: code == "00" ? "10000" : isHard ? "300\(code)" : "200\(code)")
    }

    /// The response that an amount asks for, in a currency of hundredths; nil for all others, which the network
    /// decides.
    init?(testAmount units: Int64) {
        guard
            let code = Self.amounts[units]
                ?? Self.suffixes[units % 100]
        else { return nil }
        self.init(code: code)
    }

    /// The code of an operation, which may be one that was asked for.
    init(_ operation: PlatformOperation) {
        if let code = operation.details.text("code") {
            self.init(code: code)
        } else {
            self.init(network: operation.responseCode)
        }
    }

    var summary: String {
        Self.summaries[code] ?? (code == "10000" ? "Approved" : "Declined")
    }

    private static let amounts: [Int64: String] = [
        9_998: "20068", 4_001: "40101", 4_008: "40108", 2_011: "200R1", 2_013: "200R3",
    ]
    private static let suffixes: [Int64: String] = [
        5: "20005", 12: "20012", 14: "20014", 33: "30033", 51: "20051", 54: "20087", 62: "20062",
        63: "20063",
    ]
    private static let summaries = [
        "20005": "Declined - Do not honour", "20012": "Invalid transaction",
        "20014": "Invalid card number", "20051": "Insufficient funds", "20054": "Expired card",
        "20062": "Restricted card", "20063": "Security violation",
        "20068": "Response received too late", "20087": "Bad track data",
        "20091": "Issuer unavailable", "30033": "Expired card - Pick up",
        "40101": "Payment blocked due to risk",
    ]
}
