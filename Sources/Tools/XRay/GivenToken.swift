internal import Bytes
import Certificates
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentToken
internal import Platforms
internal import TokenDisplay
internal import World

/// A token that a person gives, with or without the merchant's key.
///
/// Nothing of it is kept or logged.
struct GivenToken {
    private static let limit = 2 * SealedPaymentToken.sizeLimit

    private let text: [UInt8]
    private let keys: [MerchantKey]?
    /// Whether it is checked as at the time when it was signed, in place of now.
    private let isChecked: Bool

    /// Reads the body of a request.
    ///
    /// - Throws: A problem of status 400, 413, 415 or 422.
    init(_ request: HTTPServerRequest) throws(HTTPProblem) {
        guard request.head.fields[.contentType]?.text == "application/json" else {
            throw .refused(.unsupportedMediaType, "notJSON", "send application/json")
        }
        guard request.body.count <= Self.limit else {
            throw .refused(.contentTooLarge, "tooLong", "no token and key are so long")
        }
        let body = Secret(copying: request.body)
        guard let root = (try? JSONDocument(body))?.root, let token = root.member("token"),
            let text = token.stringBytes
        else {
            throw .refused(
                .badRequest,
                "memberMissing",
                "send {\"token\":\"…\"} with a token's JSON"
            )
        }
        self.text = text
        isChecked = root.member("atSigning")?.bool ?? true
        keys = try Self.keys(
            [root.member("key"), root.member("certificate")].compactMap { $0?.secretString },
            root.member("merchantIdentifier")?.string
        )
    }

    private static func keys(
        _ files: [Secret],
        _ identifier: String?
    ) throws(HTTPProblem) -> [MerchantKey]? {
        let files = files.filter { $0.count > 0 }
        guard !files.isEmpty else { return nil }
        do {
            let contents = try files.map { try KeyFileContents($0) }
            let certificates = contents.flatMap(\.certificates)
            let keys = try contents.flatMap(\.privateKeys).map { key in
                if let identifier, !identifier.isEmpty {
                    return try MerchantKey(privateKey: key, merchantIdentifier: identifier)
                }
                guard let own = certificates.first(where: { $0.publicKey == key.publicKey }) else {
                    throw MerchantKeyFailure.keyDoesNotMatchCertificate
                }
                return try MerchantKey(
                    privateKey: key,
                    certificate: PaymentProcessingCertificate(own)
                )
            }
            return keys.isEmpty ? nil : keys
        } catch let failure as KeyFileFailure {
            throw .refused(.unprocessableContent, "keyUnreadable", "\(failure); \(failure.remedy)")
        } catch let failure as MerchantKeyFailure {
            throw .refused(.unprocessableContent, "keyUnusable", "\(failure)")
        } catch { throw HTTPProblem(.unprocessableContent) }
    }

    /// The token; nil where the text is none.
    var sealed: SealedPaymentToken? { try? SealedPaymentToken(json: text) }

    /// The token's kind, and the result of every check of it.
    ///
    /// - Parameters:
    ///   - root: The sandbox's root; a token that is not signed under it is checked under Apple's.
    ///   - now: The time.
    ///   - owner: The platform that can open it; nil for none.
    ///   - reveals: Whether the payload's secrets are shown.
    /// - Returns: The answer.
    func json(
        trusting root: TrustAnchor,
        at now: UnixTime,
        openable owner: PlatformKeys.Owner?,
        reveals: Bool
    ) -> JSONOutput {
        let token = sealed
        let signed = token.flatMap { try? SignedData($0.signature) }
        let moment = isChecked ? signed?.signingTime ?? now : now
        let explanations = [
            (root, "the sandbox’s TEST root"), (.appleRootCAG3, "Apple Root CA - G3"),
        ]
        .map { anchor, name in
            let trust = TokenTrust(PaymentTokenVerifier(trusting: anchor), at: moment)
            return (name, TokenExplanation(text, trust: trust, keys: keys, keyName: "key"))
        }
        // The root under which more of the checks pass is the token's own.
        let (name, explanation) =
            explanations[0].1.passed >= explanations[1].1.passed ? explanations[0] : explanations[1]
        let opened = explanation.opened?.payment
        let map = token.map { TokenMap($0, opened: opened, revealing: reveals) }
        var parts: [StoryPart] = [.checks("Every check, in order, under \(name)", explanation)]
        if let owner { parts.append(owner.recipient) }
        if let opened {
            let rows = PaymentDisplay(opened, revealing: reveals).rows
            parts.append(.facts("What the token holds", rows.map { (name: $0.0, value: $0.1) }))
        }
        parts += map?.parts.map { .bytes($0) } ?? []
        return .object([
            "verdict": .string(
                explanation.refusal != nil ? "refused" : opened == nil ? "verified" : "opened"
            ),
            "time": .string(moment.iso8601), "root": .string(name),
            "parts": .array(parts.map(\.json)),
        ])
    }
}

extension TokenExplanation {
    /// The number of checks that passed.
    fileprivate var passed: Int { rows.count { $0.state == .passed } }
}
