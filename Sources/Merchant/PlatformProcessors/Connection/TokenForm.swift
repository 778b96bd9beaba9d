/// The form in which a platform is given a payment token.
public enum TokenForm: String, Hashable, Sendable, CaseIterable {
    /// As the wallet made it: the platform has the key that opens it.
    case passThrough
    /// Opened here: the device account number, its expiry and the cryptogram.
    case networkToken
}
