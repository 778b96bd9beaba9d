import Certificates
import CommandLineTool
import CommandOptions
import Files
import PaymentToken
import World

/// Whom and when a verb trusts, as its options say.
struct TokenTrust {
    let verifier: PaymentTokenVerifier
    let moment: UnixTime

    init(_ invocation: Invocation) throws(UsageProblem) {
        verifier = PaymentTokenVerifier(
            trusting: try Self.anchor(invocation),
            environment: try Self.environment(invocation)
        )
        moment = try TimeInput.read(invocation, TokenVerb.time) ?? World.system.clock.now
    }

    private static func environment(
        _ invocation: Invocation
    ) throws(UsageProblem) -> PaymentEnvironment {
        guard let text = invocation.value(TokenVerb.environment.name) else { return .production }
        guard let environment = PaymentEnvironment(rawValue: text) else {
            throw UsageProblem(
                "--environment \(text): neither production nor sandbox",
                hint: NearestWord.hint(
                    for: text,
                    among: [PaymentEnvironment.production, .sandbox].map(\.rawValue),
                    "--environment takes"
                )
            )
        }
        return environment
    }

    private static func anchor(_ invocation: Invocation) throws(UsageProblem) -> TrustAnchor {
        guard let path = invocation.value(TokenVerb.root.name) else { return .appleRootCAG3 }
        let certificate = try CertificateInput.read(path, option: TokenVerb.root)
        do {
            return try TrustAnchor(root: certificate)
        } catch .weakKey(let bits) {
            throw UsageProblem(
                "\(path): the root's RSA key has \(bits) bits; "
                    + "\(Certificate.minimumRSABits) are needed",
                hint: "--root takes a root with a longer key, or with one on P-256 or P-384"
            )
        } catch {
            throw UsageProblem(
                "\(path): not a root certificate: it may not sign others, or did not sign itself",
                hint: "--root takes the root's own certificate, not an intermediate's"
            )
        }
    }
}
