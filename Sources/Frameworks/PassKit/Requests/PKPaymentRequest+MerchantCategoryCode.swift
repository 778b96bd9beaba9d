extension PKPaymentRequest {
    /// A merchant category code of ISO 18245, 1 to 9999. Since iOS 18.
    public struct MerchantCategoryCode: RawRepresentable, Codable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int16

        /// Creates a code; it is checked with the request.
        public init(rawValue: Int16) { self.rawValue = rawValue }
    }

    /// Whether a purchase could be paid later. Since iOS 17; the service has ended.
    public enum ApplePayLaterAvailability: Hashable, Sendable {
        /// Pay later is offered.
        case available
        /// Pay later is not offered.
        case unavailable(Reason)

        /// Why a purchase could not be paid later.
        public enum Reason: Hashable, Sendable {
            /// The item does not qualify.
            case itemIneligible
            /// The payment recurs.
            case recurringTransaction
        }
    }
}

extension PKPaymentRequest.MerchantCategoryCode: LosslessStringConvertible {
    /// Creates a code from digits; nil for anything else.
    public init?(_ description: String) {
        guard let number = Int16(description) else { return nil }
        self.init(rawValue: number)
    }

    /// The code in four digits, as in the standard; that is a guess.
    public var description: String {
        let digits = String(rawValue)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
