import Certificates
import CommandLineTool
import Files
import TokenDisplay

/// Reads a certificate that an option names.
enum CertificateInput {
    private static let sequenceByte: UInt8 = 0x30

    /// The certificate of a PEM file, or of a DER file as Apple's pages give it out.
    static func read(_ path: String, option: Option<String>) throws(UsageProblem) -> Certificate {
        let isRoot = option.name == TokenVerb.root.name
        let taken = "--\(option.name) takes a \(isRoot ? "root's " : "")certificate in PEM or DER"
        let bytes = try reporting(hint: taken) { try Files.read(path, limit: 65_536) }
        do {
            return bytes.first == sequenceByte
                ? try Certificate(der: bytes)
                : try Certificate(pem: String(decoding: bytes, as: UTF8.self))
        } catch .severalCertificates {
            throw UsageProblem(
                "\(path): there are several certificates, and one is wanted",
                hint: "give --\(option.name) a file with the one certificate that is meant"
            )
        } catch .unsupportedKey {
            throw UsageProblem(
                "\(path): the certificate's key is neither RSA nor on P-256 or P-384",
                hint: "openssl x509 -in \(ShellQuoting.quoted(path)) -noout -text shows the key"
            )
        } catch {
            let kind = GivenFileKind(bytes)
            let hint = isRoot ? nil : kind?.certificateHint(path)
            throw notACertificate(path, kind, hint: hint ?? taken)
        }
    }

    private static func notACertificate(
        _ path: String,
        _ kind: GivenFileKind?,
        hint: String
    ) -> UsageProblem {
        switch kind {
        case nil, .der:
            UsageProblem("\(path): there is no certificate in it that can be read", hint: hint)
        case .certificate:
            UsageProblem(
                "\(path): the certificate in it is damaged",
                hint: "copy it again, whole and unchanged"
            )
        case .some(let kind):
            UsageProblem(
                "\(path): \(kind.words), where a certificate is asked for",
                hint: hint
            )
        }
    }
}
