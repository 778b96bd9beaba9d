internal import Bytes

extension MerchantSession {
    /// The values that a gateway chooses for a new session.
    public struct Draft: Hashable, Sendable {
        /// The identifier, the nonce and the times; see ``MerchantSession``.
        public let merchantSessionIdentifier: String
        /// Four random bytes.
        public let nonce: [UInt8]
        /// When it is made. Units: milliseconds since 1970.
        public let epochTimestamp: Int64
        /// The merchant.
        public let merchant: MerchantReference
        /// The merchant or the platform of the client certificate.
        public let platform: MerchantReference
        /// The domain or the URL.
        public let domainName: String
        /// The merchant's name.
        public let displayName: String

        /// A draft.
        ///
        /// - Parameters:
        ///   - random: 20 random bytes.
        ///   - gateway: The SHA-256 that is the second part of every identifier of a gateway.
        ///   - epochTimestamp: When it is made. Units: milliseconds since 1970.
        ///   - merchant: The merchant.
        ///   - platform: The merchant or the platform of the client certificate.
        ///   - request: The domain and the name.
        /// - Precondition: `random` has 20 bytes.
        public init(
            random: [UInt8],
            gateway: MerchantReference,
            epochTimestamp: Int64,
            merchant: MerchantReference,
            platform: MerchantReference,
            request: SessionRequest
        ) {
            precondition(random.count == Self.randomLength, "a session takes 20 random bytes")
            let own = Hexadecimal.encode(random[..<16]).uppercased()
            merchantSessionIdentifier = "SSH\(own)_\(gateway.digest)"
            nonce = Array(random[16...])
            self.epochTimestamp = epochTimestamp
            self.merchant = merchant
            self.platform = platform
            domainName = request.context
            displayName = request.displayName
        }

        /// How many random bytes a draft takes.
        public static let randomLength = 20

        /// The content to sign.
        public var signedContent: [UInt8] {
            MerchantSession.signedContent(
                merchantIdentifier: merchant,
                merchantSessionIdentifier: merchantSessionIdentifier,
                domainName: domainName,
                displayName: displayName,
                nonce: nonce
            )
        }
    }

    /// The session of a draft, with its signature.
    public init(_ draft: Draft, signature: [UInt8]) {
        epochTimestamp = draft.epochTimestamp
        expiresAt = draft.epochTimestamp + Self.statedLifetime
        merchantSessionIdentifier = draft.merchantSessionIdentifier
        nonce = Hexadecimal.encode(draft.nonce)
        merchantIdentifier = draft.merchant
        domainName = draft.domainName
        displayName = draft.displayName
        self.signature = signature
        operationalAnalyticsIdentifier = "\(draft.displayName):\(draft.merchant.digest)"
        retries = 0
        pspID = draft.platform
    }
}
