extension TokenFault {
    /// The certainty of a verdict.
    public enum Group: String, Hashable, Sendable {
        /// Apple's texts or a standard decide, or a verifier that errs is not safe.
        case must
        /// Standards and practice disagree, and another verifier may decide otherwise.
        case policy
    }

    /// The group.
    public var group: Group { Self.doubtful.contains(name) ? .policy : .must }

    /// The faults that Documentation/Decisions/0022-verdicts-on-doubtful-tokens.md decides.
    private static let doubtful: Set<String> = [
        "aes-256", "bare-payment-data", "both-header-keys", "boundary-shift-back",
        "boundary-shift-forward", "byte-order-mark", "definite-lengths", "duplicate-json-key",
        "ecdsa-trailing-byte", "expired-leaf", "generalized-signing-time", "generalized-validity",
        "intermediate-without-key-identifier", "leading-zero-shared-secret",
        "leading-zero-transaction-id", "leaf-without-authority-key", "line-broken-base64",
        "lowercase-outer-identifier", "malleated-signature", "no-cryptogram",
        "no-device-manufacturer", "no-well-defined-end", "non-canonical-base64",
        "null-optional-members", "null-payload-amount", "null-payload-members",
        "null-required-member", "odd-hex", "padded-ecdsa-integers", "public-key-hash-swapped",
        "raw-signature", "root-as-intermediate", "rsa-1024-intermediate", "rsa-1024-leaf",
        "sha1-signed-intermediate", "sha1-signed-leaf", "signing-time-with-fraction",
        "signing-time-with-offset", "signing-time-without-seconds", "swapped-certificates",
        "three-certificates", "trailing-bytes", "two-attributes-in-one-name-part", "two-signers",
        "unknown-payload-field", "unknown-signed-attribute", "unsigned-attribute", "utf-16",
        "validity-without-seconds", "version-swapped", "wrong-authority-key",
    ]
}
