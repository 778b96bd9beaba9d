internal import Bytes
internal import Cryptography
public import PaymentToken
public import World

/// The result of a claim on a token.
///
/// - Source: Apple, *Payment token format reference*, the last step: a transaction identifier
///   must not have been credited before.
public enum TokenClaim: Hashable, Sendable {
    /// It was not claimed before. It is this order's now.
    case first
    /// The same order claimed it before, so the first answer holds: nothing is charged anew.
    case again
    /// Another order claimed it before: a replay.
    case takenByAnotherOrder
}

/// The record of an order that claimed a token: enough to know it again.
///
/// It is a digest of the merchant's own reference, so a store holds no name or address even where
/// a reference does, and a reference can have any length and encoding.
/// A digest does not hide a reference that can be guessed.
public struct OrderReference: Hashable, Sendable {
    /// SHA-256 of the reference's bytes.
    public let digest: [UInt8]

    /// An order by its reference, as UTF-8: two spellings of one letter are two references.
    public init(_ reference: String) {
        self.init(bytes: Array(reference.utf8))
    }

    /// An order by its reference as bytes.
    public init(bytes reference: [UInt8]) {
        digest = SHA256.digest(reference)
    }
}

extension OrderReference: CustomStringConvertible {
    /// The beginning of the digest, to compare by eye.
    public var description: String { "order \(Hexadecimal.encode(Array(digest.prefix(6))))…" }
}

/// The parts of a token that a claim needs: which it is, and until when it can be sent again.
///
/// It is made of an opened token, or of one that the processor opens. The identifier of a token that is only verified is a
/// claim: without opening it, an attacker could move the boundaries between the signed fields of a
/// genuine token and use up identifiers that were never issued. See
/// Documentation/Reference/SignedBytes.md.
public struct ClaimableToken: Hashable, Sendable {
    /// Which token.
    public let transactionID: TransactionID
    /// When it was signed.
    public let signedAt: UnixTime

    /// A token that was opened.
    public init(_ token: OpenedPaymentToken) {
        self.init(transactionID: token.transactionID, signedAt: token.signedAt)
    }

    /// A token that only the processor opens. One whose fields were moved has an identifier of its own and
    /// is claimed for itself, but its payload does not decrypt: the processor refuses it, and nothing is
    /// charged.
    init(openedByProcessor token: VerifiedPaymentToken) {
        self.init(transactionID: token.token.transactionID, signedAt: token.signedAt)
    }

    /// A token by its parts, for tests.
    init(transactionID: TransactionID, signedAt: UnixTime) {
        self.transactionID = transactionID
        self.signedAt = signedAt
    }
}
