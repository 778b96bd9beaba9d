/// A cardholder's address, as an issuer compares it.
public struct CardholderAddress: Hashable, Sendable {
    /// The postal code.
    public let postalCode: String
    /// The street with the house number.
    public let street: String

    /// An address.
    public init(postalCode: String, street: String) {
        self.postalCode = postalCode
        self.street = street
    }

    /// Compares an address with the account's.
    ///
    /// Of the street only the digits count; of the postal code the letters and digits.
    ///
    /// - Returns: Y if both match, A the street, Z the postal code, N neither, and U if the issuer
    ///   has no address; of Discover's A if both match, and Y the street.
    package static func result(
        of given: CardholderAddress,
        against known: CardholderAddress?,
        for scheme: CardScheme?
    ) -> String {
        guard let known else { return "U" }
        let isStreet = given.digits == known.digits && !given.digits.isEmpty
        let isCode = given.code == known.code && !given.code.isEmpty
        return switch (isStreet, isCode) {
        case (true, true): scheme == .discover ? "A" : "Y"
        case (true, false): scheme == .discover ? "Y" : "A"
        case (false, true): "Z"
        case (false, false): "N"
        }
    }

    private var digits: String { street.filter { $0.isASCII && $0.isNumber } }
    private var code: String {
        postalCode.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
