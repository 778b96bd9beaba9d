/// Why an issuer or the network declined.
///
/// - Source: ISO 8583 (1987), response codes, which each case names.
public enum DeclineReason: String, Hashable, Sendable, CaseIterable {
    /// 51: the account has not enough money.
    case insufficientFunds
    /// 05: the issuer does not say why.
    case doNotHonor
    /// 54: the card has expired.
    case expiredCard
    /// 14: there is no such account.
    case unknownAccount
    /// 82: the cryptogram does not belong to this card and payment.
    case cryptogramInvalid
    /// 12: the transaction is not valid.
    case transactionInvalid
    /// 13: the amount is not valid, such as a capture above the authorized amount.
    case amountInvalid
    /// 25: the network does not find the authorization that the request is about.
    case originalNotFound
    /// 30: the network could not read the request.
    case formatError
    /// 41 or 43: the card was reported lost or stolen.
    case lostOrStolen
    /// 55: the PIN is wrong.
    case pinIncorrect
    /// 57 or 58: the card or the merchant may not do this.
    case notPermitted
    /// 59: suspected fraud.
    case suspectedFraud
    /// 61 or 65: the amount or the number of payments exceeds a limit.
    case limitExceeded
    /// 62: the card is restricted.
    case restrictedCard
    /// 70: a PIN is required.
    case pinRequired
    /// 75: the PIN was wrong too often.
    case pinTriesExceeded
    /// 91: the issuer was not reached, and nothing is held.
    case issuerUnavailable
    /// 94: the network took the request for a repetition of another.
    case duplicate
}

/// A processor's own code of a decline, such as `insufficient_funds`, or field 39 of a card network: 1 to 64
/// letters, digits, hyphens, points and underscores.
public struct ProcessorCode: Hashable, Sendable, CustomStringConvertible {
    /// The code as text.
    public let text: String

    /// A code; nil if it has another form.
    public init?(_ text: String?) {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
                    || "-._".utf8.contains(byte)
            })
        else { return nil }
        self.text = text
    }

    /// The code as text.
    public var description: String { text }
}

extension DeclineReason {
    /// Whether, in the answer to a repeated request, it says nothing of the earlier ones: the issuer was
    /// not reached this time, or the request was a duplicate of one that is not told.
    ///
    /// - Source: ISO 8583:1987, table A.13: 91, issuer or switch inoperative, and 94, duplicate
    ///   transmission. Documentation/Payments.md has the reasons.
    var leavesEarlierRequestsOpen: Bool { self == .issuerUnavailable || self == .duplicate }
}

extension FollowUpAnswer {
    /// The answer where the processor found the request by its key: a decline is that of all its copies, and settles
    /// them. The processor's own code stays.
    public var ofFoundRequest: FollowUpAnswer {
        guard case .declined(let reason, let code) = self, reason.leavesEarlierRequestsOpen else {
            return self
        }
        return .declined(.doNotHonor, code: code)
    }
}
