import Bytes
import Certificates
import CommandLineTool
import CommandOptions
import Cryptography
import Files
import PaymentToken

/// Reads the merchant's key and the certificate or identifier that goes with it.
enum MerchantKeyInput {
    static func read(_ invocation: Invocation) throws(UsageProblem) -> MerchantKey {
        guard let path = invocation.value(TokenVerb.key.name) else {
            throw UsageProblem("--key is missing", hint: "quince token open --help")
        }
        let privateKey = try privateKey(path)
        let owner = try owner(invocation)
        do throws(MerchantKeyFailure) {
            switch owner {
            case .certificate(let certificate):
                let processing = try PaymentProcessingCertificate(certificate)
                return try MerchantKey(privateKey: privateKey, certificate: processing)
            case .identifier(let identifier):
                return try MerchantKey(privateKey: privateKey, merchantIdentifier: identifier)
            }
        } catch {
            throw UsageProblem("\(error)", hint: "quince token open --help")
        }
    }

    private enum Owner {
        case certificate(Certificate)
        case identifier(String)
    }

    private static func owner(_ invocation: Invocation) throws(UsageProblem) -> Owner {
        let path = invocation.value(TokenVerb.certificate.name)
        switch (path, invocation.value(TokenVerb.merchantID.name)) {
        case (let path?, nil):
            return .certificate(try CertificateInput.read(path, option: TokenVerb.certificate))
        case (nil, let identifier?): return .identifier(identifier)
        default:
            throw UsageProblem(
                "one of --certificate and --merchant-id is needed, not both",
                hint: "quince token open --help"
            )
        }
    }

    private static func privateKey(_ path: String) throws(UsageProblem) -> PrivateKey {
        let pem: Secret
        do {
            pem = try Files.readSecret(path, limit: 65_536)
        } catch { throw UsageProblem("\(error)", hint: "--key takes a PEM file") }
        do {
            return try PrivateKey(pem: pem)
        } catch  where error == .wrongKind {
            throw UsageProblem(
                "\(path): the key is not on P-256, so it is not that of an EC_v1 merchant",
                hint: "openssl pkey -in \(path) -noout -text shows what kind of key it is"
            )
        } catch {
            throw UsageProblem(
                "\(path): there is no private key in PEM form without a password",
                hint: "openssl pkey -in \(path) -out key.pem takes the password away"
            )
        }
    }
}
