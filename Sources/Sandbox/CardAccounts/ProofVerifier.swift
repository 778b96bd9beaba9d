internal import Bytes
public import World

/// Verifies that a device account made a payment, as a token service does. It keeps nothing: the
/// caller stores the counter of a verified payment.
///
/// The checks are in this order: the token exists and is active; it may be used by this token
/// requestor and for this merchant; it has not expired; the counter is new; the cryptogram is
/// right.
///
/// - Source: Documentation/Reference/SandboxCryptograms.md, section 5.
public struct ProofVerifier: Hashable, Sendable {
    /// The default of ``largestGap``, which is our decision.
    public static let usualGap: UInt16 = 4_096

    /// How far a counter may be ahead of the last one: each token that is made uses one, whether it
    /// is charged or not.
    public let largestGap: UInt16

    /// Creates a verifier.
    public init(largestGap: UInt16 = usualGap) { self.largestGap = largestGap }

    /// Compares a message's proof with what an account's keys give, and nothing else: the slow part of
    /// ``verify(_:against:at:compared:)``, which needs nothing of a record that can change.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - record: The record of the message's account number.
    /// - Returns: The comparison; nil where the message cannot be read.
    public func compare(_ message: ProofMessage, with record: TokenRecord) -> ProofComparison? {
        guard let payment = try? payment(message) else { return nil }
        switch message.proof {
        case .cryptogram(let bytes):
            guard let cryptogram = PaymentCryptogram(reading: bytes) else { return nil }
            return compare(cryptogram, payment, record)
        case .chipData(let bytes):
            guard let proof = ChipProof(reading: bytes) else { return nil }
            return compare(proof, payment, record)
        }
    }

    private func compare(
        _ cryptogram: PaymentCryptogram,
        _ payment: ProvenPayment,
        _ record: TokenRecord
    ) -> ProofComparison {
        let isProven = cryptogram.proves(
            payment,
            tokenRequestor: record.tokenRequestor,
            keys: record.keys
        )
        return ProofComparison(isProven: isProven, record)
    }

    private func compare(
        _ proof: ChipProof,
        _ payment: ProvenPayment,
        _ record: TokenRecord
    ) -> ProofComparison {
        ProofComparison(isProven: proof.proves(payment, keys: record.keys), record)
    }

    /// Verifies a message's proof.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - record: The record of the message's account number; nil if there is none.
    ///   - now: The time.
    ///   - comparison: What ``compare(_:with:)`` gave for this message. It is used if it was made with
    ///     this record's keys.
    /// - Returns: The payment's counter, which the caller stores as ``TokenRecord/highestCounter`` in
    ///   the transaction that records the answer.
    /// - Throws: ``ProofRefusal``.
    public func verify(
        _ message: ProofMessage,
        against record: TokenRecord?,
        at now: UnixTime,
        compared comparison: ProofComparison? = nil
    ) throws(ProofRefusal) -> UInt16 {
        guard let record, record.status != .deleted else { throw .unknownToken }
        guard record.status == .active else { throw .tokenNotActive }
        try checkDomain(of: message, record)
        try checkExpiration(of: message, record, at: now)
        let payment = try payment(message)
        let known = comparison.flatMap { $0.isOf(record) ? $0 : nil }
        switch message.proof {
        case .cryptogram(let bytes):
            guard let cryptogram = PaymentCryptogram(reading: bytes) else {
                throw .cryptogramMalformed
            }
            try check(cryptogram.counter, record)
            guard (known ?? compare(cryptogram, payment, record)).isProven else {
                throw .cryptogramInvalid
            }
            return cryptogram.counter
        case .chipData(let bytes):
            guard let proof = ChipProof(reading: bytes) else { throw .malformed }
            try check(proof.counter, record)
            guard (known ?? compare(proof, payment, record)).isProven else {
                throw .cryptogramInvalid
            }
            return proof.counter
        }
    }

    private func checkDomain(
        of message: ProofMessage,
        _ record: TokenRecord
    ) throws(ProofRefusal) {
        guard message.tokenRequestor.map({ $0 == record.tokenRequestor }) ?? true else {
            throw .otherTokenRequestor
        }
        guard record.merchants?.contains(message.merchant) ?? true else { throw .otherMerchant }
    }

    private func checkExpiration(
        of message: ProofMessage,
        _ record: TokenRecord,
        at now: UnixTime
    ) throws(ProofRefusal) {
        guard message.expiration == record.expiration else { throw .otherExpiration }
        guard let today = CalendarTime(now), let month = Int(message.expiration),
            (2000 + month / 100, month % 100) >= (today.year, today.month)
        else { throw .expired }
    }

    private func payment(_ message: ProofMessage) throws(ProofRefusal) -> ProvenPayment {
        guard (0...ProvenPayment.largestAmount).contains(message.amountMinorUnits) else {
            throw .amountOutOfRange
        }
        let payment = ProvenPayment(
            amountMinorUnits: message.amountMinorUnits,
            currencyNumericCode: message.currencyNumericCode,
            merchant: message.merchant
        )
        guard let payment else { throw .malformed }
        return payment
    }

    private func check(_ counter: UInt16, _ record: TokenRecord) throws(ProofRefusal) {
        guard counter > record.highestCounter else { throw .counterReplayed }
        guard counter - record.highestCounter <= largestGap else { throw .counterTooFarAhead }
    }
}
