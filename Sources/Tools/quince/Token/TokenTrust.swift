import Certificates
import CommandLineTool
import Files
import PaymentToken
import TokenDisplay
import World

extension TokenTrust {
    /// Whom and when a verb trusts, as its options say.
    init(_ invocation: Invocation) throws(UsageProblem) {
        self.init(
            PaymentTokenVerifier(
                trusting: try Self.anchor(invocation),
                environment: try invocation.value(TokenVerb.environment) ?? .production
            ),
            at: try invocation.value(TokenVerb.time) ?? World.system.clock.now
        )
    }

    private static func anchor(_ invocation: Invocation) throws(UsageProblem) -> TrustAnchor {
        try invocation.value(TokenVerb.root).map(anchor(_:)) ?? .appleRootCAG3
    }

    /// The root of a file that `--root` names.
    static func anchor(_ path: String) throws(UsageProblem) -> TrustAnchor {
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
            throw notARoot(path, certificate)
        }
    }

    private static func notARoot(_ path: String, _ certificate: Certificate) -> UsageProblem {
        guard certificate.subject == certificate.issuer else {
            return UsageProblem(
                "\(path): not a root certificate: \(certificate.issuer) issued it",
                hint: "--root takes the root's own certificate, not an intermediate's"
            )
        }
        guard certificate.isAuthority else {
            return UsageProblem(
                "\(path): not a root certificate: it does not say that it may sign others",
                hint: "--root takes a certificate with basicConstraints CA:TRUE"
            )
        }
        return UsageProblem(
            "\(path): its own key did not sign it with SHA-256 or SHA-384",
            hint: "--root takes an unchanged root certificate with such a signature"
        )
    }
}
