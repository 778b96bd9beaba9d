internal import Bytes
public import World

/// Verifies that a device account made a payment, as a token service does. It keeps nothing: the
/// caller stores the counters of verified payments.
///
/// The checks are in this order: the token exists and is active; it may be used by this token
/// requestor and for this merchant; it has not expired; the counter was not used; the cryptogram is
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
        guard let payment = try? payment(message),
            let proof = try? ReadProof(message.proof)
        else { return nil }
        return compare(proof, of: message, payment, record)
    }

    private func compare(
        _ proof: ReadProof,
        of message: ProofMessage,
        _ payment: ProvenPayment,
        _ record: TokenRecord
    ) -> ProofComparison {
        ProofComparison(isProven: proof.proves(payment, record), message, record)
    }

    /// Verifies a message's proof.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - record: The record of the message's account number; nil if there is none.
    ///   - now: The time.
    ///   - comparison: What ``compare(_:with:)`` gave. It is used if it was made of this message, with
    ///     this record's keys.
    /// - Returns: The counters with that of the payment, which the caller stores as
    ///   ``TokenRecord/counters`` in the transaction that records the answer.
    /// - Throws: ``ProofRefusal``.
    public func verify(
        _ message: ProofMessage,
        against record: TokenRecord?,
        at now: UnixTime,
        compared comparison: ProofComparison? = nil
    ) throws(ProofRefusal) -> CounterWindow {
        let record = try admit(
            message.expiration,
            from: message.tokenRequestor,
            for: message.merchant,
            record,
            at: now
        )
        let payment = try payment(message)
        let proof = try ReadProof(message.proof)
        try check(proof.counter, record)
        let known = comparison.flatMap { $0.isOf(message, record) ? $0 : nil }
        guard (known ?? compare(proof, of: message, payment, record)).isProven else {
            throw .cryptogramInvalid
        }
        return record.counters.adding(proof.counter)
    }

    /// Whether an account number may pay at all: all checks but those of the proof.
    ///
    /// - Parameters:
    ///   - expiration: The expiry that the message states, `YYMM`.
    ///   - requestor: The token requestor; nil where the message does not state it.
    ///   - merchant: The merchant; nil where the message does not state it.
    ///   - record: The record of the account number; nil if there is none.
    ///   - now: The time.
    /// - Returns: The record.
    /// - Throws: ``ProofRefusal``.
    public func admit(
        _ expiration: String,
        from requestor: String? = nil,
        for merchant: MerchantDigest?,
        _ record: TokenRecord?,
        at now: UnixTime
    ) throws(ProofRefusal) -> TokenRecord {
        guard let record, record.status != .deleted else { throw .unknownToken }
        guard record.status == .active else { throw .tokenNotActive }
        guard requestor.map({ $0 == record.tokenRequestor }) ?? true else {
            throw .otherTokenRequestor
        }
        if let merchants = record.merchants {
            guard let merchant, merchants.contains(merchant) else { throw .otherMerchant }
        }
        guard expiration == record.expiration else { throw .otherExpiration }
        guard let today = CalendarTime(now), let month = Int(expiration),
            (2000 + month / 100, month % 100) >= (today.year, today.month)
        else { throw .expired }
        return record
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
        guard !record.counters.contains(counter) else { throw .counterReplayed }
        let highest = record.counters.highest
        guard counter <= highest || counter - highest <= largestGap else {
            throw .counterTooFarAhead
        }
    }
}

/// A proof that can be read, and is not yet compared.
private enum ReadProof {
    case cryptogram(PaymentCryptogram)
    case chipData(ChipProof)

    init(_ proof: PaymentProof) throws(ProofRefusal) {
        switch proof {
        case .cryptogram(let bytes):
            guard let cryptogram = PaymentCryptogram(reading: bytes) else {
                throw .cryptogramMalformed
            }
            self = .cryptogram(cryptogram)
        case .chipData(let bytes):
            guard let proof = ChipProof(reading: bytes) else { throw .malformed }
            self = .chipData(proof)
        }
    }

    var counter: UInt16 {
        switch self {
        case .cryptogram(let cryptogram): cryptogram.counter
        case .chipData(let proof): proof.counter
        }
    }

    func proves(_ payment: ProvenPayment, _ record: TokenRecord) -> Bool {
        switch self {
        case .cryptogram(let cryptogram):
            cryptogram.proves(
                payment,
                tokenRequestor: record.tokenRequestor,
                keys: record.keys
            )
        case .chipData(let proof): proof.proves(payment, keys: record.keys)
        }
    }
}
