import Certificates
import CommandLineTool
import PaymentToken
import World

/// For whom tokens are minted.
struct MintMerchant {
    let path: String
    let recipient: PaymentTokenSealer.Recipient
    /// The merchant identifier, where the certificate or the command says it.
    let identifier: String?
    /// Whether the certificate names no merchant, so that `token open` needs the merchant identifier.
    let isNamedByCommand: Bool
    private let certificate: Certificate

    init(_ invocation: Invocation) throws(UsageProblem) {
        guard let path = invocation.value(MintVerb.certificate) else {
            throw UsageProblem("--certificate is missing", hint: "quince mint --help")
        }
        self.path = path
        certificate = try CertificateInput.read(path, option: MintVerb.certificate)
        let given = try MerchantKeyInput.identifier(invocation, MintVerb.merchantID)
        do throws(MerchantKeyFailure) {
            let processing = try PaymentProcessingCertificate(certificate)
            recipient = PaymentTokenSealer.Recipient(processing)
            identifier = processing.merchantIdentifier ?? given
            isNamedByCommand = false
        } catch {
            guard error == .noMerchantIdentifier, let given else {
                throw UsageProblem("\(path): \(error)", hint: Self.hint(error))
            }
            recipient = PaymentTokenSealer.Recipient(
                publicKey: certificate.publicKey,
                merchantIdentifier: given
            )
            identifier = given
            isNamedByCommand = true
        }
        guard let given else { return }
        let asked = PaymentTokenSealer.Recipient(
            publicKey: certificate.publicKey,
            merchantIdentifier: given
        )
        guard asked.merchantIdentifierHash == recipient.merchantIdentifierHash else {
            throw UsageProblem(
                "\(path): the certificate is for \(identifier ?? "another merchant"), "
                    + "not for \(given)",
                hint: "leave --merchant-id out, or mint with --fault wrong-merchant"
            )
        }
    }

    /// The oddity of the certificate at a moment: Apple would not seal to it.
    func oddity(at moment: UnixTime) -> String? {
        if moment > certificate.notAfter {
            return "the certificate ended on \(certificate.notAfter); Apple would not seal to it"
        }
        if moment < certificate.notBefore {
            return "the certificate begins on \(certificate.notBefore); Apple would not seal to it"
        }
        return nil
    }

    private static func hint(_ failure: MerchantKeyFailure) -> String {
        failure == .noMerchantIdentifier
            ? rightOne + "; for one of your own making, --merchant-id ID names the merchant"
            : rightOne
    }

    static let rightOne = "give the certificate named Apple Pay Payment Processing"
}
