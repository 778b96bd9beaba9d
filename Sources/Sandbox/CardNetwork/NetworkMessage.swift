public import Bytes
public import CardAccounts

/// An acquirer's request to the network to authorize a payment from a device account.
public struct NetworkAuthorizationRequest: Sendable {
    /// The device account number, in digits.
    public let accountNumber: Secret
    /// The expiry, `YYMM`.
    public let expiration: String
    /// The token's cryptogram or chip data.
    public let proof: PaymentProof
    /// The merchant.
    public let merchant: MerchantDigest
    /// The amount in minor units.
    public let amountMinorUnits: Int64
    /// The currency, as three digits of ISO 4217.
    public let currencyNumericCode: String
    /// The acquirer's reference; a repeated reference repeats the request.
    public let retrievalReference: String

    /// Creates a request.
    public init(
        accountNumber: Secret,
        expiration: String,
        proof: PaymentProof,
        merchant: MerchantDigest,
        amountMinorUnits: Int64,
        currencyNumericCode: String,
        retrievalReference: String
    ) {
        self.accountNumber = accountNumber
        self.expiration = expiration
        self.proof = proof
        self.merchant = merchant
        self.amountMinorUnits = amountMinorUnits
        self.currencyNumericCode = currencyNumericCode
        self.retrievalReference = retrievalReference
    }
}

/// The network's answer.
public enum NetworkAnswer: Hashable, Sendable {
    /// The issuer holds the amount for the merchant.
    case approved(authorizationCode: String)
    /// Nothing is held.
    case declined(Reason)

    /// Why a request was declined.
    public enum Reason: Hashable, Sendable {
        /// The issuer declines without a reason, or with one that has no case here.
        case doNotHonor
        /// The amount is zero or negative.
        case invalidAmount
        /// The account does not exist.
        case unknownAccount
        /// Insufficient funds.
        case insufficientFunds
        /// The account has expired.
        case expired
        /// The cryptogram is not this account's for this amount.
        case cryptogramInvalid
        /// The cryptogram's counter was used before.
        case counterReplayed
        /// The reference belongs to another request.
        case duplicate
    }
}

extension NetworkAnswer {
    /// The answer to an authorization. What is approved in part is approved.
    init(_ answer: SwitchAnswer) {
        if answer.code.isApproval, let code = answer.authorizationCode {
            self = .approved(authorizationCode: code)
            return
        }
        let reason: Reason =
            switch answer.code {
            case .unknownAccount: .unknownAccount
            case .insufficientFunds: .insufficientFunds
            case .expired: .expired
            case .invalidAmount, .accountValid: .invalidAmount
            case .cryptogramInvalid: answer.isReplay ? .counterReplayed : .cryptogramInvalid
            case .duplicate: .duplicate
            default: .doNotHonor
            }
        self = .declined(reason)
    }
}

extension SwitchRequest {
    /// The key of the device account of an authorization; nil for any other request.
    package var token: String? {
        if case .authorization(let card) = kind { card.token } else { nil }
    }

    /// Whether an authorization is asked for.
    package var isAuthorization: Bool {
        if case .authorization = kind { true } else { false }
    }

    /// A request from the process, whose reference is its identity.
    init(_ request: NetworkAuthorizationRequest, key: DigestKey) {
        let proof =
            switch request.proof {
            case .cryptogram(let bytes), .chipData(let bytes): bytes
            }
        let proven = proof.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let token = key.identifier(of: request.accountNumber)
        let terms =
            "\(token)|\(request.expiration)|\(request.amountMinorUnits)|"
            + "\(request.currencyNumericCode)|"
        self.init(
            kind: .authorization(
                Card(
                    token: token,
                    expiry: request.expiration,
                    proof: request.proof,
                    merchant: request.merchant
                )
            ),
            identity: "process|" + request.retrievalReference,
            duplicateKey: nil,
            content: key.content(Array(terms.utf8) + request.merchant.bytes + proven),
            amount: request.amountMinorUnits,
            currency: request.currencyNumericCode,
            merchant: "",
            reference: request.retrievalReference,
            trace: ""
        )
    }
}
