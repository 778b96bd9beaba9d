import Files
import TokenDisplay

extension GivenFileKind {
    /// The kind of a file by its beginning. Standard input cannot be read again, and a pipe neither.
    static func of(_ path: String) -> GivenFileKind? {
        guard path != Files.standardInput else { return nil }
        return (try? Files.beginning(of: path, count: beginning)).flatMap(GivenFileKind.init)
    }

    /// How the certificate is got that goes with it; nil where none does.
    func certificateHint(_ path: String) -> String? {
        switch self {
        case .privateKey, .publicKey: "give the certificate that was issued for the key"
        case .signingRequest: "give the certificate that was issued for it"
        case .pkcs12:
            "openssl pkcs12 -in \(ShellQuoting.quoted(path)) -nokeys -clcerts -out certificate.pem"
        default: nil
        }
    }
}
