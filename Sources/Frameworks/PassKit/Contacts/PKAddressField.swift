/// A part of a contact that a merchant could ask for until iOS 11; now ``PKContactField``.
public struct PKAddressField: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The postal address.
    public static let postalAddress = PKAddressField(rawValue: 1 << 0)
    /// The telephone number.
    public static let phone = PKAddressField(rawValue: 1 << 1)
    /// The e-mail address.
    public static let email = PKAddressField(rawValue: 1 << 2)
    /// The name. Since iOS 8.3.
    public static let name = PKAddressField(rawValue: 1 << 3)
    /// All of them.
    public static let all: PKAddressField = [.postalAddress, .phone, .email, .name]
}

extension PKAddressField {
    private static let fields: [(PKAddressField, PKContactField)] = [
        (.postalAddress, .postalAddress), (.phone, .phoneNumber), (.email, .emailAddress),
        (.name, .name),
    ]

    /// Creates options from fields; there is none for the phonetic name.
    init(_ fields: Set<PKContactField>) {
        self.init(Self.fields.filter { fields.contains($0.1) }.map(\.0))
    }

    /// The fields of these options.
    var contactFields: Set<PKContactField> {
        Set(Self.fields.filter { contains($0.0) }.map(\.1))
    }
}
