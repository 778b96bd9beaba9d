internal import Cryptography
internal import JSON

/// Finds out why a verified token cannot be decrypted, by trying other combinations of the given
/// keys.
///
/// A trial returns only the cause: decrypted bytes are discarded. Each trial costs one operation
/// of a merchant's key, and there are at most ``trialLimit``.
struct DecryptionDiagnosis {
    static let trialLimit = 16

    private let verified: VerifiedPaymentToken
    private let keys: [MerchantKey]

    init(of verified: VerifiedPaymentToken, keys: [MerchantKey]) {
        self.verified = verified
        self.keys = keys
    }

    /// The cause of a failure with the key that the token names.
    func problem(
        after failure: CryptographyFailure,
        with key: MerchantKey
    ) -> TokenRefusal.DecryptionProblem {
        let unexplained: TokenRefusal.DecryptionProblem
        switch failure {
        case .authenticationFailed: unexplained = .tagMismatch(verified.token.version)
        case .notUnwrapped: unexplained = .keyNotUnwrapped
        case .keyOfAnotherLength(let bytes): return .wrappedKeyLength(bytes: bytes)
        case .keyUnavailable: return .keyUnavailable
        default: return .libraryFailed
        }
        if failure == .authenticationFailed, let data = verified.token.dataInOtherReading,
            opens(data, with: key)
        {
            return .boundariesMoved
        }
        let others = keys.filter { $0.version == key.version && !$0.isSame(as: key) }
        let identifiers = Set(others.map(\.merchantIdentifierHash))
            .subtracting([key.merchantIdentifierHash])
        var trials = 1
        for identifier in identifiers where key.version == .ecV1 && trials < Self.trialLimit {
            trials += 1
            if opens(verified.token.data, with: key.forMerchant(identifier)) {
                return .anotherMerchantIdentifier
            }
        }
        for other in others where other.publicKeyHash != key.publicKeyHash {
            guard trials < Self.trialLimit else { break }
            trials += 1
            if opens(verified.token.data, with: other) { return .anotherKey }
        }
        return unexplained
    }

    private func opens(_ data: [UInt8], with key: MerchantKey) -> Bool {
        (try? verified.decrypted(data, by: key)) != nil
    }
}

extension MerchantKey {
    fileprivate func isSame(as other: MerchantKey) -> Bool {
        publicKeyHash == other.publicKeyHash
            && merchantIdentifierHash == other.merchantIdentifierHash
    }
}

extension TokenRefusal.DecryptionProblem {
    /// The problem for a failure to parse the payload as JSON.
    init(_ failure: JSONFailure) {
        switch failure {
        case .duplicateName: self = .payloadRepeatsName
        case .tooDeep, .tooManyMembers: self = .payloadTooLarge
        case .empty, .byteOrderMark, .utf16, .unexpectedEnd, .unexpectedByte, .trailingBytes,
            .notUTF8, .invalidEscape, .controlCharacter:
            self = .payloadNotJSON
        }
    }
}
