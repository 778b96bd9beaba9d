internal import PaymentRequest

/// A part of a contact that a merchant can ask for. Since iOS 11.
///
/// - Source: the raw values of the e-mail address, the telephone number and the phonetic name are
///   a guess.
public struct PKContactField: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Creates a field from a raw value. Any string is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ field: ContactField) { rawValue = field.rawValue }

    /// The postal address, which includes the name.
    public static let postalAddress = PKContactField(.postalAddress)
    /// The e-mail address.
    public static let emailAddress = PKContactField(.emailAddress)
    /// The telephone number.
    public static let phoneNumber = PKContactField(.phoneNumber)
    /// The name.
    public static let name = PKContactField(.name)
    /// The phonetic name.
    public static let phoneticName = PKContactField(.phoneticName)
}
