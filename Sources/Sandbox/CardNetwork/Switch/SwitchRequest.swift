package import Bytes
package import CardAccounts

/// A request as the switch reads it from a message.
package struct SwitchRequest: Sendable {
    /// The kind of a request.
    package enum Kind: Sendable {
        /// To hold an amount.
        case authorization(Card)
        /// To capture an amount of an earlier authorization.
        case capture(original: String)
        /// To refund an amount of an earlier capture.
        case refund(original: String)
        /// To undo an earlier message, or to reduce an authorization to what remains.
        case reversal(original: String, remaining: Int64)
    }

    /// The device account that pays, and the proof of it.
    package struct Card: Sendable {
        /// A keyed digest of the device account number.
        package let token: String
        /// The expiry, `YYMM`.
        package let expiry: String
        /// The cryptogram, or the chip's data.
        package let proof: PaymentProof
        /// The merchant that the proof names; nil where the message does not state it.
        package let merchant: MerchantDigest?
        /// The cardholder's address; nil if the merchant sends none.
        package var address: CardholderAddress?
        /// The PIN; nil if there is none.
        package var pin: PIN?
        /// The result of comparing the proof, if that was done before.
        package var comparison: ProofComparison?
        /// Whether the merchant stores the account for later payments.
        package var isStored = false
        /// The network's name for the payment with which the account was stored, in place of a proof;
        /// nil where this is no later payment.
        package var instruction: String?

        /// A PIN as the device has encrypted it.
        package struct PIN: Sendable {
            /// Field 52.
            let block: Secret
            /// The device account number, from which the block is made.
            let accountNumber: Secret

            /// A PIN.
            package init(block: Secret, accountNumber: Secret) {
                self.block = block
                self.accountNumber = accountNumber
            }
        }

        /// A card without address and PIN.
        package init(
            token: String,
            expiry: String,
            proof: PaymentProof,
            merchant: MerchantDigest?
        ) {
            self.token = token
            self.expiry = expiry
            self.proof = proof
            self.merchant = merchant
        }
    }

    /// The kind.
    package internal(set) var kind: Kind
    /// See ``NetworkMessageRecord/identity``.
    package let identity: String
    /// See ``NetworkMessageRecord/duplicateKey``.
    package let duplicateKey: String?
    /// See ``NetworkMessageRecord/content``.
    package let content: [UInt8]
    /// The amount. Units: minor units.
    package let amount: Int64
    /// The currency, as three digits of ISO 4217.
    package let currency: String
    /// The merchant's identifier, without padding.
    package let merchant: String
    /// The retrieval reference number.
    package let reference: String
    /// The trace number.
    package let trace: String
    /// The names of an approval of it, if they were computed before.
    var approvalNames: ApprovalNames?

    /// The key of the device account of an authorization; nil for any other request.
    package var token: String? {
        if case .authorization(let card) = kind { card.token } else { nil }
    }

    /// Whether an authorization is asked for.
    package var isAuthorization: Bool {
        if case .authorization = kind { true } else { false }
    }

    /// The identity of the message that this one refers to.
    package var original: String? {
        switch kind {
        case .authorization: nil
        case .capture(let original), .refund(let original), .reversal(let original, _): original
        }
    }
}

/// The names of an approval.
struct ApprovalNames: Sendable {
    /// Six digits.
    let authorizationCode: String
    /// The network's name for the payment: 15 digits.
    let transaction: String
}

/// The answer of the switch, without the fields that only repeat the request's.
package struct SwitchAnswer: Hashable, Sendable {
    /// The response code.
    package let code: DecisionCode
    /// The approved amount, where it is not the requested one. Units: minor units.
    package var amount: Int64?
    /// The authorization code; nil in a decline.
    package var authorizationCode: String?
    /// The network's name for the payment, 15 digits; nil in a decline.
    package var transaction: String?
    /// Position 2 of field 44: the comparison of addresses.
    package var addressResult: String?
    /// Position 13 of field 44: the check of the cryptogram.
    package var cryptogramResult: CryptogramResult?
    /// Whether the network decided in the issuer's place.
    package var isStandIn = false

    /// An answer with only a code.
    package init(_ code: DecisionCode) { self.code = code }
}

/// The check of a cryptogram, as position 13 of field 44 states it.
package enum CryptogramResult: String, Hashable, Sendable {
    /// The cryptogram has not the form of one.
    case unreadable = "0"
    /// It is not this account's for this payment.
    case failed = "1"
    /// It is right.
    case passed = "2"
    /// Its counter was used before. The letter is only for records.
    case replayed = "R"

    /// The character of the message.
    package var character: Character { self == .replayed ? "1" : Character(rawValue) }
}
