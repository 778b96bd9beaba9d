internal import Cryptography
public import World

/// The reference that a request and its answer share, and no other pair: fields 7, 11 and 37.
///
/// It is derived from the key and the time of an operation, so that a repetition after a crash is
/// the same message:
/// - field 11 is 1 to 999999, from SHA-256 of the key. Two operations of the same second have the
///   same number once in about a million pairs.
/// - field 37 is 12 letters and digits, from the same digest: 62 bits, so that among a hundred
///   million operations two share a reference with a probability of about one in a thousand.
///
/// A message is recognized by all three fields with the terminal; a follow-up has the field 37 of
/// its authorization.
///
/// - Source: ISO 8583:1987, fields 7, 11 and 37. The derivation is our choice:
///   Documentation/Decisions/0041-derived-references.md.
public struct MessageReference: Hashable, Sendable {
    /// Field 11, "systems trace audit number": six digits, not 000000.
    public let traceNumber: String
    /// Field 37, "retrieval reference number": 12 letters and digits.
    public let retrievalReference: String
    /// Field 7.
    public let transmissionTime: TransmissionTime

    /// The reference of an operation.
    ///
    /// - Parameters:
    ///   - key: The operation's key, the same in every repetition.
    ///   - time: When the operation was recorded, the same in every repetition.
    public init(key: String, at time: UnixTime) {
        let digest = Self.digest(of: key)
        let trace = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 999_999 + 1
        traceNumber = FieldText.zeros(before: "\(trace)", to: 6)
        retrievalReference = Self.retrievalReference(digest)
        transmissionTime = TransmissionTime(time)
    }

    /// Field 37 of an operation that follows no other. It does not depend on the time.
    ///
    /// - Parameter key: The operation's key.
    /// - Returns: 12 letters and digits.
    public static func retrievalReference(of key: String) -> String {
        retrievalReference(digest(of: key))
    }

    private static func digest(of key: String) -> [UInt8] {
        SHA256.digest("quince card message 1 " + key)
    }

    private static func retrievalReference(_ digest: [UInt8]) -> String {
        var rest = digest.dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var characters: [UInt8] = []
        characters.reserveCapacity(12)
        for _ in 0..<12 {
            let digit = UInt8(rest % 36)
            characters.append(digit < 10 ? 0x30 + digit : 0x41 - 10 + digit)
            rest /= 36
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The reference of an operation that follows another: it has the other's field 37.
    public init(key: String, at time: UnixTime, following original: MessageReference) {
        let own = MessageReference(key: key, at: time)
        traceNumber = own.traceNumber
        transmissionTime = own.transmissionTime
        retrievalReference = original.retrievalReference
    }

    /// The reference with these fields; nil where one of them has another form.
    public init?(
        traceNumber: String,
        retrievalReference: String,
        transmissionTime: TransmissionTime
    ) {
        guard FieldText.isTraceNumber(traceNumber),
            FieldText.isAlphanumeric(retrievalReference, count: 12)
        else { return nil }
        self.traceNumber = traceNumber
        self.retrievalReference = retrievalReference
        self.transmissionTime = transmissionTime
    }
}
