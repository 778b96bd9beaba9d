extension PKPaymentRequest {
    /// A trade by its number in ISO 18245, 1 to 9999. Since iOS 18.
    public struct MerchantCategoryCode: RawRepresentable, Codable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int16

        /// The trade with a number; whether there is one is decided with the request.
        public init(rawValue: Int16) { self.rawValue = rawValue }
    }

    /// Whether a purchase could be paid later. Since iOS 17; the service has ended.
    public enum ApplePayLaterAvailability: Hashable, Sendable {
        /// It could.
        case available
        /// It could not.
        case unavailable(Reason)

        /// Why a purchase could not be paid later.
        public enum Reason: Hashable, Sendable {
            /// What is bought does not qualify.
            case itemIneligible
            /// The payment comes again.
            case recurringTransaction
        }
    }
}

extension PKPaymentRequest.MerchantCategoryCode: LosslessStringConvertible {
    /// The trade with a number in digits; nil for anything else.
    public init?(_ description: String) {
        guard let number = Int16(description) else { return nil }
        self.init(rawValue: number)
    }

    /// The number in four digits, as the standard writes it; that is a guess.
    public var description: String {
        let digits = String(rawValue)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
