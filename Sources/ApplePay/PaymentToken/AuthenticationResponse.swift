public import Bytes
public import JSON

/// The authentication data of a payment for one of several merchants.
///
/// - Source: Apple, *Payment token format reference*, `authenticationResponses`. That the data is
///   a cryptogram in Base64, and that an amount without a decimal point is in minor units, as
///   elsewhere in a payload, are guesses: no such token is published.
public struct AuthenticationResponse: Sendable {
    /// The identifier of the submerchant.
    public let merchantIdentifier: String
    /// The authentication data, as sent.
    public let authenticationData: Secret
    /// The amount, as sent: digits, optionally with a decimal point.
    public let transactionAmount: String

    init(merchantIdentifier: String, authenticationData: Secret, transactionAmount: String) {
        self.merchantIdentifier = merchantIdentifier
        self.authenticationData = authenticationData
        self.transactionAmount = transactionAmount
    }

    /// A response as it is written in a payload.
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

    /// The cryptogram, decoded; nil if the data is not Base64. A guess.
    public var cryptogram: Secret? {
        authenticationData.withBytes { try? Base64.decodeSecret($0) }
    }

    /// The amount in minor units; nil if it has a decimal point or does not fit. A guess.
    public var amountMinorUnits: Int64? { Int64(transactionAmount) }
}

extension AuthenticationResponse: CustomStringConvertible, CustomReflectable {
    /// The amount and the submerchant.
    public var description: String { "\(transactionAmount) for \(merchantIdentifier)" }

    /// A mirror of the description, and of nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
