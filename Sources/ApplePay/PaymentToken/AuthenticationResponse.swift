public import Bytes
public import JSON

/// What proves a payment for one of several merchants.
///
/// - Source: Apple, *Payment token format reference*, `authenticationResponses`. That the data is a
///   cryptogram in Base64, and that an amount without a point is in minor units, as everywhere else
///   in a payload, are guesses: no such token is published.
public struct AuthenticationResponse: Sendable {
    /// To whom: the identifier of the submerchant.
    public let merchantIdentifier: String
    /// What proves the payment, as sent.
    public let authenticationData: Secret
    /// How much of the payment, as sent: digits, and perhaps a point among them.
    public let transactionAmount: String

    init(merchantIdentifier: String, authenticationData: Secret, transactionAmount: String) {
        self.merchantIdentifier = merchantIdentifier
        self.authenticationData = authenticationData
        self.transactionAmount = transactionAmount
    }

    /// A response as a payload has it, for those who make one: for a merchant, of a cryptogram.
    public static func json(
        forMerchant identifier: String,
        cryptogram: Secret,
        amountMinorUnits: Int64
    ) -> JSONOutput {
        .object([
            "merchantIdentifier": .string(identifier),
            "authenticationData": .string(cryptogram.withBytes { Base64.encode($0) }),
            "transactionAmount": .string(String(amountMinorUnits)),
        ])
    }

    /// The cryptogram, decoded; nil where the data is not Base64. A guess.
    public var cryptogram: Secret? {
        authenticationData.withBytes { try? Base64.decodeSecret($0) }
    }

    /// The amount in minor units; nil where it has a point or does not fit. A guess.
    public var amountMinorUnits: Int64? { Int64(transactionAmount) }
}

extension AuthenticationResponse: CustomStringConvertible, CustomReflectable {
    /// To whom, and how much.
    public var description: String { "\(transactionAmount) for \(merchantIdentifier)" }

    /// What the description shows, and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
