import PaymentToken
import World

/// Verifies a token, as README.md shows.
public func usePaymentToken() -> String {
    let verifier = PaymentTokenVerifier(trusting: .appleRootCAG3)
    do throws(TokenRefusal) {
        let token = try SealedPaymentToken(json: Array("{}".utf8))
        return "\(try verifier.verify(token, at: World.system.clock.now).signedAt)"
    } catch {
        return "\(error.step): \(error)"
    }
}
