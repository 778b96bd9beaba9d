import Certificates
import CommandLineTool
import CommandOptions
import Files

/// Reads a certificate that an option names.
enum CertificateInput {
    static func read(_ path: String, option: Option) throws(UsageProblem) -> Certificate {
        let text: String
        do {
            text = String(decoding: try Files.read(path, limit: 65_536), as: UTF8.self)
        } catch { throw UsageProblem("\(error)", hint: "--\(option.name) takes a PEM file") }
        do {
            return try Certificate(pem: text)
        } catch .severalCertificates {
            throw UsageProblem(
                "\(path): there are several certificates, and one is wanted",
                hint: "give --\(option.name) a file with the one certificate that is meant"
            )
        } catch .unsupportedKey {
            throw UsageProblem(
                "\(path): the certificate's key is neither RSA nor on P-256 or P-384",
                hint: "openssl x509 -in \(path) -noout -text shows the key"
            )
        } catch {
            throw UsageProblem(
                "\(path): there is no certificate in PEM form that can be read",
                hint: "openssl x509 -in \(path) -noout -subject shows what a certificate holds"
            )
        }
    }
}
