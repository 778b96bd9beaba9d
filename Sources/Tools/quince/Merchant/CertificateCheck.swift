import AppleServers
import Certificates
import Cryptography
import PaymentToken
import World

/// The check of a certificate as a keychain makes it: whether its issuers are installed, whether it is valid,
/// what it is for, and whether a key is its own (mission 3.5, 3.9).
struct CertificateCheck {
    let certificate: Certificate
    /// The issuers that were found, from the lowest on.
    let path: [Certificate]
    let problems: [CertificateProblem]

    /// Checks a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - key: The public half of the key that should be its own; nil for no such check.
    ///   - installed: The issuers' certificates that are installed.
    ///   - moment: The time.
    init(
        _ certificate: Certificate,
        key: PublicKey?,
        installed: [Certificate],
        at moment: UnixTime
    ) {
        self.certificate = certificate
        path = Self.path(above: certificate, among: installed)
        var problems: [CertificateProblem] = []
        if Self.kind(of: certificate) == nil { problems.append(.kindUnknown) }
        if let identifier = certificate.subject[.userID], Self.contradictsHash(certificate) {
            problems.append(.identifierHashDiffers(identifier))
        }
        if let key, key != certificate.publicKey { problems.append(.keyOfAnother) }
        let top = path.last ?? certificate
        if top.issuer != top.subject {
            let sameName = installed.contains { $0.subject == top.issuer }
            problems.append(
                sameName
                    ? .signedByAnother(issuer: top.issuer)
                    : .issuerMissing(issuer: top.issuer, isRoot: !path.isEmpty)
            )
        }
        for one in [certificate] + path {
            if moment > one.notAfter { problems.append(.expired(one.subject, one.notAfter)) }
            if moment < one.notBefore { problems.append(.notYetValid(one.subject, one.notBefore)) }
        }
        self.problems = problems
    }

    /// The purpose of a certificate, by its marks; nil where it has none of these.
    var kind: CertificateKind? { Self.kind(of: certificate) }

    private static func kind(of certificate: Certificate) -> CertificateKind? {
        let usage = certificate.keyUsage ?? []
        if certificate.extensionValue(AppleExtension.merchantIdentifier) != nil {
            let encrypts = usage.contains(.keyAgreement) || usage.contains(.keyEncipherment)
            return encrypts ? .paymentProcessing : .merchantIdentity
        }
        return certificate.extensionValue(AppleExtension.orderType) != nil ? .orderType : nil
    }

    private static func contradictsHash(_ certificate: Certificate) -> Bool {
        do throws(MerchantKeyFailure) {
            _ = try PaymentProcessingCertificate(certificate)
            return false
        } catch { return error == .merchantIdentifiersDiffer }
    }

    /// The longest path of installed issuers: it prefers one that ends at a root.
    private static func path(
        above certificate: Certificate,
        among installed: [Certificate]
    ) -> [Certificate] {
        var best: [Certificate] = []
        for issuer in installed
        where issuer.isAuthority && issuer.subject == certificate.issuer && issuer != certificate
            && certificate.isSigned(by: issuer.publicKey)
        {
            let isRoot = issuer.subject == issuer.issuer
            // A certificate that was used is not tried again, so this ends.
            let others = installed.filter { $0 != issuer }
            let found = [issuer] + (isRoot ? [] : path(above: issuer, among: others))
            if found.last.map({ $0.subject == $0.issuer }) == true { return found }
            if found.count > best.count { best = found }
        }
        return best
    }
}

/// The problem of a certificate where it is to be used.
enum CertificateProblem: Hashable {
    /// An issuer's certificate is not installed: the intermediate, or the root.
    case issuerMissing(issuer: DistinguishedName, isRoot: Bool)
    /// A certificate of the issuer's name is installed, and its key did not sign.
    case signedByAnother(issuer: DistinguishedName)
    /// It or one of its issuers has expired.
    case expired(DistinguishedName, UnixTime)
    /// It or one of its issuers is not valid yet.
    case notYetValid(DistinguishedName, UnixTime)
    /// The key is not its own.
    case keyOfAnother
    /// It is none of a merchant's certificates.
    case kindUnknown
    /// The subject names a merchant, and the extension has the hash of another.
    case identifierHashDiffers(String)

    /// The problem, as a keychain says it.
    var words: String {
        switch self {
        case .issuerMissing(let issuer, false):
            "unknown authority: no certificate of \(Self.name(issuer)), which signed it, is installed"
        case .issuerMissing(let issuer, true):
            "invalid issuer: the root \(Self.name(issuer)) is not installed"
        case .signedByAnother(let issuer):
            "invalid issuer: the installed certificate of \(Self.name(issuer)) has another key"
        case .expired(let subject, let time): "\(Self.name(subject)) expired at \(time.iso8601)"
        case .notYetValid(let subject, let time):
            "\(Self.name(subject)) is not valid before \(time.iso8601)"
        case .keyOfAnother: "the key is not the one of the certificate"
        case .kindUnknown:
            "it is not a Payment Processing, Merchant Identity or Order Type certificate"
        case .identifierHashDiffers(let identifier):
            "its subject names \(identifier), and its extension has the hash of another identifier"
        }
    }

    /// The remedy.
    var remedy: String {
        switch self {
        case .issuerMissing(let issuer, _): IssuerFile.remedy(for: issuer)
        case .signedByAnother(let issuer):
            "remove that certificate; " + IssuerFile.remedy(for: issuer)
        case .expired: "issue a new certificate, and activate it if it is for Payment Processing"
        case .notYetValid: "set the clock, or wait"
        case .keyOfAnother:
            "give the key whose signing request was certified; quince key check tells which key it is"
        case .kindUnknown: "download the certificate of the merchant identifier again"
        case .identifierHashDiffers:
            "issue a new certificate; this one was not made by Apple's rules"
        }
    }

    /// The name that JSON output has.
    var code: String {
        switch self {
        case .issuerMissing(_, isRoot: false): "unknownAuthority"
        case .issuerMissing(_, isRoot: true): "rootMissing"
        case .signedByAnother: "invalidIssuer"
        case .expired: "expired"
        case .notYetValid: "notYetValid"
        case .keyOfAnother: "keyOfAnother"
        case .kindUnknown: "kindUnknown"
        case .identifierHashDiffers: "identifierHashDiffers"
        }
    }

    private static func name(_ name: DistinguishedName) -> String {
        (name[.commonName] ?? "\(name)").debugDescription
    }
}

/// Where an issuer's certificate is found.
///
/// - Source: apple.com/certificateauthority for the names of Apple's files; mission 3.5.
enum IssuerFile {
    static func remedy(for issuer: DistinguishedName) -> String {
        let name = issuer[.commonName] ?? ""
        if let file = apple.first(where: {
            $0.name == name && $0.unit == issuer[.organizationalUnit]
        })
            ?? apple.first(where: { $0.name == name && $0.unit == nil })
        {
            return "install \(file.file) from https://www.apple.com/certificateauthority/"
        }
        if let file = sandbox.first(where: { $0.name == name })?.file {
            return "install \(file), which quince merchant authorities writes"
        }
        return "install the certificate of \(name.debugDescription)"
    }

    private static let apple: [(name: String, unit: String?, file: String)] = [
        ("Apple Worldwide Developer Relations CA - G2", nil, "AppleWWDRCAG2.cer"),
        (
            "Apple Worldwide Developer Relations Certification Authority", "G3",
            "AppleWWDRCAG3.cer"
        ),
        (
            "Apple Worldwide Developer Relations Certification Authority", "G4",
            "AppleWWDRCAG4.cer"
        ),
        ("Apple Root CA - G2", nil, "AppleRootCA-G2.cer"),
        ("Apple Root CA - G3", nil, "AppleRootCA-G3.cer"),
        ("Apple Root CA", nil, "AppleIncRootCertificate.cer"),
    ]

    private static let sandbox: [(name: String, file: String)] = [
        ("Quince TEST Worldwide Developer Relations CA - G2", "developer-relations-g2.pem"),
        ("Quince TEST WWDR Certification Authority", "developer-relations-rsa.pem"),
        ("Quince TEST Root CA - G2", "root-g2.pem"),
        ("Quince TEST Root CA - G3", "root-g3.pem"),
    ]
}
