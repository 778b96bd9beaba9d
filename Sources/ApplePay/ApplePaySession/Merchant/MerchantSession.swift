internal import Bytes
public import JSON

/// A merchant session: what the gateway answers, and what a page passes to
/// `completeMerchantValidation`.
///
/// A value is made only with every field in its format. The merchant does not interpret it and passes
/// it on unchanged.
///
/// - Source: Apple, *Apple Pay payment session*; the formats are those of published sessions of 2018
///   to 2025.
public struct MerchantSession: Hashable, Sendable {
    /// When the session was made. Units: milliseconds since 1970.
    public let epochTimestamp: Int64
    /// An hour later. Units: milliseconds since 1970. Devices refuse a session after five minutes.
    public let expiresAt: Int64
    /// `SSH`, 32 hexadecimal digits that differ for each session, `_`, and 64 that do not.
    public let merchantSessionIdentifier: String
    /// Four random bytes in hexadecimal, lower case.
    public let nonce: String
    /// The SHA-256 of the merchant's identifier.
    public let merchantIdentifier: MerchantReference
    /// The domain or, for Messages for Business, the URL, for which the session was asked.
    public let domainName: String
    /// The merchant's name.
    public let displayName: String
    /// The CMS signature of ``signedContent``.
    public let signature: [UInt8]
    /// The name and the merchant, for Apple's statistics.
    public let operationalAnalyticsIdentifier: String?
    /// How often Apple's server tried; 0 in every published session.
    public let retries: Int64?
    /// The SHA-256 of the identifier in the client certificate of the request. Sessions before 2023
    /// have none.
    public let pspID: MerchantReference?

    /// How long a device accepts a session. Units: seconds.
    ///
    /// - Source: Apple, *Providing merchant validation*: five minutes after it was made.
    public static let lifetime: Int64 = 300
    /// How much later than ``epochTimestamp`` the field ``expiresAt`` is. Units: milliseconds.
    public static let statedLifetime: Int64 = 3_600_000

    /// The signed content: the merchant's digest, the session's identifier, the domain and the
    /// name as texts, then the nonce's four bytes, without anything between them. The times are not
    /// covered.
    ///
    /// - Source: measured. The digest of these bytes is the one that the signatures of two published
    ///   sessions (of 2022 and 2025) contain; Apple publishes no description.
    public static func signedContent(
        merchantIdentifier: MerchantReference,
        merchantSessionIdentifier: String,
        domainName: String,
        displayName: String,
        nonce: [UInt8]
    ) -> [UInt8] {
        let text = merchantIdentifier.digest + merchantSessionIdentifier + domainName + displayName
        return Array(text.utf8) + nonce
    }

    /// The signed content of this session.
    public var signedContent: [UInt8] {
        Self.signedContent(
            merchantIdentifier: merchantIdentifier,
            merchantSessionIdentifier: merchantSessionIdentifier,
            domainName: domainName,
            displayName: displayName,
            nonce: (try? Hexadecimal.decode(nonce)) ?? []
        )
    }

    /// The object, with its members in Apple's order.
    public var json: JSONOutput {
        .object([
            "epochTimestamp": .integer(epochTimestamp),
            "expiresAt": .integer(expiresAt),
            "merchantSessionIdentifier": .string(merchantSessionIdentifier),
            "nonce": .string(nonce),
            "merchantIdentifier": .string(merchantIdentifier.digest),
            "domainName": .string(domainName),
            "displayName": .string(displayName),
            "signature": .string(Hexadecimal.encode(signature)),
            "operationalAnalyticsIdentifier": operationalAnalyticsIdentifier.map(
                JSONOutput.string
            ),
            "retries": retries.map(JSONOutput.integer),
            "pspId": pspID.map { .string($0.digest) },
        ])
    }

    /// Reads a session and checks the format of every field. Nothing is said about the signature.
    ///
    /// - Throws: ``MerchantSessionProblem``.
    public init(_ text: [UInt8]) throws(MerchantSessionProblem) {
        let root: JSONValue
        do { root = try JSONDocument(text).root } catch { throw .notJSON(error) }
        try self.init(root)
    }

    /// Checks a session that is a part of another text.
    ///
    /// - Throws: ``MerchantSessionProblem``.
    public init(_ value: JSONValue) throws(MerchantSessionProblem) {
        guard value.isObject else {
            throw value.string == nil ? .notAnObject : .stringInsteadOfObject
        }
        if value.member("statusMessage")?.string != nil { throw .refusal }
        let fields = SessionFields(value)
        epochTimestamp = try fields.integer("epochTimestamp")
        expiresAt = try fields.integer("expiresAt")
        merchantSessionIdentifier = try fields.text(
            "merchantSessionIdentifier",
            Self.isSessionIdentifier
        )
        nonce = try fields.text("nonce") { Self.isHexadecimal($0, digits: 8, isUpper: false) }
        merchantIdentifier = MerchantReference(
            try fields.text("merchantIdentifier", Self.isDigest)
        )
        domainName = try fields.text("domainName") { !$0.isEmpty }
        displayName = try fields.text("displayName") {
            $0.utf8.count <= SessionRequest.longestDisplayName
        }
        signature = try fields.bytes("signature")
        operationalAnalyticsIdentifier = try fields.textIfPresent("operationalAnalyticsIdentifier")
        {
            !$0.isEmpty
        }
        retries = try fields.integerIfPresent("retries")
        pspID = try fields.textIfPresent("pspId", Self.isDigest).map { MerchantReference($0) }
        guard epochTimestamp > 0 else { throw .format("epochTimestamp") }
        let (end, overflow) = epochTimestamp.addingReportingOverflow(Self.statedLifetime)
        guard !overflow, expiresAt == end else { throw .format("expiresAt") }
        guard retries.map({ $0 >= 0 }) ?? true else { throw .format("retries") }
    }

    private static func isDigest(_ text: String) -> Bool {
        isHexadecimal(text, digits: 64, isUpper: true)
    }

    private static func isSessionIdentifier(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].hasPrefix("SSH")
            && isHexadecimal(parts[0].dropFirst(3), digits: 32, isUpper: true)
            && isHexadecimal(parts[1], digits: 64, isUpper: true)
    }

    private static func isHexadecimal(
        _ text: some StringProtocol,
        digits: Int,
        isUpper: Bool
    ) -> Bool {
        let letters: ClosedRange<UInt8> = isUpper ? 0x41...0x46 : 0x61...0x66
        return text.utf8.count == digits
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || letters.contains($0) }
    }
}
