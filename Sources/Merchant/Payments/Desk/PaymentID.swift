/// The identifier of a payment, which callers get: `payment-` and the 32 hexadecimal digits of its
/// attempt. At least 80 bits of it are random, so it cannot be guessed.
public struct PaymentID: Hashable, Sendable {
    private static let prefix = "payment-"

    /// The attempt.
    public let attempt: AttemptID

    /// The identifier of an attempt.
    public init(_ attempt: AttemptID) { self.attempt = attempt }

    /// Reads an identifier; nil if the text has another form.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let attempt = AttemptID(AttemptID.prefix + text.dropFirst(Self.prefix.count))
        else { return nil }
        self.attempt = attempt
    }

    /// The identifier as text.
    public var text: String { Self.prefix + attempt.text.dropFirst(AttemptID.prefix.count) }
}
