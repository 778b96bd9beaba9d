internal import Bytes
public import JSON
public import World

/// The payload that is sealed in a token, member by member, in the order of Apple's.
public struct PayloadRecipe: Sendable {
    /// The members.
    public var members: [JSONMember]
    /// The card number, for tests that look for it.
    public let accountNumber: String
    /// The cryptogram, for tests that look for it.
    public let cryptogram: [UInt8]
    /// The cardholder's name, for tests that look for it.
    public let cardholderName: String
    /// The further secrets of a payload that is not of the usual form.
    public var otherSecrets: [(name: String, bytes: [UInt8])] = []

    /// A 3-D Secure payload with a card number and a cryptogram of this world's.
    public init(from world: World, cryptogramLength: Int = 20) {
        let digits = (0..<16).map { _ in String(world.randomness.number(below: 10)) }.joined()
        accountNumber = digits
        cryptogram = world.randomness.bytes(cryptogramLength)
        cardholderName = "Planted \(Hexadecimal.encode(world.randomness.bytes(6)))"
        members = Self.members([
            ("applicationPrimaryAccountNumber", .string(digits)),
            ("applicationExpirationDate", .string("310731")),
            ("currencyCode", .string("840")),
            ("transactionAmount", .integer(1075)),
            ("cardholderName", .string(cardholderName)),
            ("deviceManufacturerIdentifier", .string("040010030273")),
            ("paymentDataType", .string("3DSecure")),
            (
                "paymentData",
                .object([
                    "onlinePaymentCryptogram": .string(Base64.encode(cryptogram)),
                    "eciIndicator": .string("5"),
                ])
            ),
        ])
    }

    /// The payload as text.
    public var text: String { JSONOutput.object(members).compact }

    /// The payload with one member's value changed, added, or taken out by nil.
    public func with(_ name: String, _ value: JSONOutput?) -> PayloadRecipe {
        var changed = self
        let place = members.firstIndex { $0.name == name }
        switch (place, value) {
        case (let place?, let value?):
            changed.members[place] = JSONMember(name: name, value: value)
        case (let place?, nil): changed.members.remove(at: place)
        case (nil, let value?): changed.members.append(JSONMember(name: name, value: value))
        case (nil, nil): break
        }
        return changed
    }

    private static func members(_ pairs: [(String, JSONOutput)]) -> [JSONMember] {
        pairs.map { JSONMember(name: $0.0, value: $0.1) }
    }
}
