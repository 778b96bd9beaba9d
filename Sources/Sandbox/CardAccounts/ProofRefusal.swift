/// Why the token service refuses a payment's proof.
///
/// - Source: ISO 8583:1987 response codes; results of CAVV validation as acquirers publish them
///   (Documentation/Reference/SandboxCryptograms.md, section 5). Which code a refusal has is partly a
///   guess.
public enum ProofRefusal: Error, Hashable, Sendable, CaseIterable {
    /// There is no such token, or it was deleted.
    case unknownToken
    /// The token is not yet, or at present not, active.
    case tokenNotActive
    /// The message names another token requestor than the token's.
    case otherTokenRequestor
    /// The token may not pay this merchant.
    case otherMerchant
    /// The expiry is not the token's.
    case otherExpiration
    /// The token has expired.
    case expired
    /// No token can pay such an amount.
    case amountOutOfRange
    /// The currency is not three digits, or the chip data cannot be read.
    case malformed
    /// The cryptogram has no layout of the sandbox's.
    case cryptogramMalformed
    /// The counter, or a higher one, was seen before.
    case counterReplayed
    /// The counter is too far ahead of the last one.
    case counterTooFarAhead
    /// The cryptogram is not this token's for this payment.
    case cryptogramInvalid

    /// The response code (field 39).
    public var responseCode: String {
        switch self {
        case .unknownToken, .otherExpiration: "14"
        case .tokenNotActive: "62"
        case .otherTokenRequestor, .otherMerchant: "57"
        case .expired: "54"
        case .amountOutOfRange: "13"
        case .malformed: "30"
        case .cryptogramMalformed, .counterReplayed, .counterTooFarAhead, .cryptogramInvalid: "82"
        }
    }

    /// The result of cryptogram validation (field 44, position 13); nil if the cryptogram was not
    /// validated.
    public var validationResult: Character? {
        switch self {
        case .cryptogramMalformed: "0"
        case .counterReplayed, .counterTooFarAhead, .cryptogramInvalid: "1"
        default: nil
        }
    }
}
