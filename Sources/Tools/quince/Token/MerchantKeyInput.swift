import Bytes
import CommandLineTool
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
        let certificatePath = invocation.value(TokenVerb.certificate.name)
        let identifier = invocation.value(TokenVerb.merchantID.name)
        do throws(MerchantKeyFailure) {
            switch (certificatePath, identifier) {
            case (let certificatePath?, nil):
                let certificate = try certificate(certificatePath).get()
                return try MerchantKey(privateKey: privateKey, certificate: certificate)
            case (nil, let identifier?):
                return try MerchantKey(privateKey: privateKey, merchantIdentifier: identifier)
            default: break
            }
        } catch {
            throw UsageProblem("\(error)", hint: "quince token open --help")
        }
        throw UsageProblem(
            "one of --certificate and --merchant-id is needed, not both",
            hint: "quince token open --help"
        )
    }

    private static func certificate(
        _ path: String
    ) throws(UsageProblem) -> Result<PaymentProcessingCertificate, MerchantKeyFailure> {
        let certificate = try CertificateInput.read(path, option: TokenVerb.certificate)
        do throws(MerchantKeyFailure) {
            return .success(try PaymentProcessingCertificate(certificate))
        } catch { return .failure(error) }
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
