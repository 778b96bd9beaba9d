internal import AppleServers
internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import PaymentToken
internal import Wallet

/// Apple's token service in another process, over the API of a sandbox.
struct RemoteTokenService: TokenService {
    let connection: SandboxConnection
    let publicKey: PublicKey

    /// Asks for the service's key.
    init(_ connection: SandboxConnection) async throws(SandboxConnectionFailure) {
        self.connection = connection
        let answer = try await connection.call(.get, ["token-service"]).root
        let info = answer.member("publicKey")?.string.flatMap { try? Hexadecimal.decode($0) }
        guard let key = info.flatMap({ try? PublicKey(p256PublicKeyInfo: $0) }) else {
            throw .answerUnreadable
        }
        publicKey = key
    }

    func paymentToken(
        for sealed: SealedForApple,
        paymentMethod: UntrustedPaymentMethod
    ) async throws(TokenServiceRefusal) -> SealedPaymentToken {
        let body = JSONOutput.object([
            "sealed": sealed.json,
            "displayName": paymentMethod.displayName.map(JSONOutput.string),
            "network": paymentMethod.network.map(JSONOutput.string),
            "type": paymentMethod.type.map(JSONOutput.string),
        ])
        let answer: JSONDocument
        do throws(SandboxConnectionFailure) {
            answer = try await connection.call(.post, ["token-service", "tokens"], body)
        } catch { throw TokenServiceRefusal(error) }
        do throws(TokenRefusal) {
            return try SealedPaymentToken(json: JSONOutput(answer.root).compactBytes)
        } catch { throw .notReached("\(SandboxConnectionFailure.answerUnreadable)") }
    }
}

extension TokenServiceRefusal {
    fileprivate init(_ failure: SandboxConnectionFailure) {
        guard case .refused(_, let code, _) = failure else {
            self = .notReached("\(failure)")
            return
        }
        self =
            switch code {
            case "secureElementUnknown": .unknownSecureElement
            case "sealedInvalid": .notSealedByThatSecureElement
            case "merchantWithoutCertificate": .merchantWithoutCertificate
            case "notSealed": .notSealed
            case "databaseFailed": .recordsUnavailable
            default: .notReached("\(failure)")
            }
    }
}
