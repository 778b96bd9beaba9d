internal import Certificates
internal import Files
internal import PaymentToken
internal import SecurityModule
internal import World

extension KeyFinding: CustomStringConvertible {
    /// The subject and what was found, in one line.
    public var description: String { "\(subject): \(problem)" }

    /// The remedy, in one line.
    public var remedy: String {
        switch problem {
        case .file(.notFound), .file(.notAFolder):
            "see that the path is right, and from which folder it is read"
        case .file(.tooLong):
            "give the file of the key, or of the certificate that came for its request"
        case .file: "give the path of a file that this user may read"
        case .passwordFile: "give a file whose first line is the password"
        case .content(let failure): failure.remedy.replacing("FILE", with: subject)
        case .accessibleToOthers: "chmod 600 \(Self.quoted(subject))"
        case .place: "pkcs11:token=SHOP;object=apple-pay?module-path=/usr/lib/…&pin-source=/…"
        case .module(let failure): failure.remedy
        case .holdsOther(.privateKey):
            "give the private key that the certificate's request was made with"
        case .holdsOther(.certificate): "give the certificate that was issued for the key"
        case .noPrivateKey: "give the private key that the certificate's request was made with"
        case .noCertificate: "give the key's certificate, or its merchant identifier"
        case .unusable(let failure): Self.remedy(failure)
        case .otherMerchant:
            "give the certificate of that merchant identifier, or leave the identifier out"
        case .twoMerchants: "make a key of its own for each merchant identifier"
        case .noKey: "give the key that its request was made with, or leave the certificate out"
        case .notByItsIssuer: "take the certificate from Apple's page again"
        case .notYetValid: "check this machine's clock"
        case .expired: "have a new certificate issued, and keep this key until it is activated"
        case .replaced: "leave it out once no token for it is on its way"
        case .endsSoon: "have a new certificate issued; keep both keys until it is activated"
        case .repeated: "leave one of the two out"
        }
    }

    /// A path as a shell takes it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            (0x2b...0x39).contains($0) || (0x40...0x5a).contains($0) || (0x61...0x7a).contains($0)
                || $0 == UInt8(ascii: "_")
        }
        return isPlain && !path.hasPrefix("-")
            ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }

    private static func remedy(_ failure: MerchantKeyFailure) -> String {
        switch failure {
        case .unsupportedKey: "make a request with a P-256 key, or with an RSA key of 2048 bits"
        case .keyDoesNotMatchCertificate:
            "give that key, or the certificate that was issued for this one"
        case .identityCertificate, .noMerchantIdentifier:
            "give the certificate named Apple Pay Payment Processing"
        case .merchantIdentifiersDiffer, .repeatedExtension: "have the certificate issued anew"
        }
    }
}

extension KeyFinding.Problem: CustomStringConvertible {
    /// The finding, in one line.
    public var description: String {
        switch self {
        case .file(let reason), .passwordFile(let reason): reason.description
        case .content(let failure): failure.description
        case .accessibleToOthers(let mode):
            "the group or others have access to this file (mode 0\(String(mode, radix: 8)))"
        case .place(let failure): failure.description
        case .module(let failure): failure.description
        case .holdsOther(.privateKey): "a certificate, where a private key is asked for"
        case .holdsOther(.certificate): "a private key, where a certificate is asked for"
        case .noPrivateKey: "there is no private key"
        case .noCertificate: "neither a certificate nor a merchant identifier goes with this key"
        case .unusable(let failure): failure.description
        case .otherMerchant(let certificate, let given):
            "the certificate is for \(certificate ?? "another merchant"), not for \(given)"
        case .twoMerchants(let other): "the same key as in \(other), for another merchant"
        case .noKey: "the key of this certificate is not there"
        case .notByItsIssuer: "not signed by the authority that it names and that is there too"
        case .notYetValid(let notBefore): "the certificate begins at \(notBefore.iso8601)"
        case .expired(let notAfter): "the certificate ended at \(notAfter.iso8601)"
        case .replaced(let notAfter):
            "the certificate ended at \(notAfter.iso8601), and another is valid"
        case .endsSoon(let days, let notAfter):
            "the certificate ends in \(days) days, at \(notAfter.iso8601)"
        case .repeated(let other): "the same key as in \(other)"
        }
    }
}
