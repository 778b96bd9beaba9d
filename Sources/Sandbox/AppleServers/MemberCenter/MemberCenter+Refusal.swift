extension MemberCenter {
    /// Why the member center refused a request.
    public enum Refusal: Hashable, Sendable {
        /// The text is not a merchant identifier.
        case invalidIdentifier(String, MerchantIdentifier.Problem)
        /// The text is not an order type identifier.
        case invalidOrderType(String, MerchantIdentifier.Problem)
        /// The text is not a bundle identifier.
        case invalidBundleIdentifier(String, BundleIdentifier.Problem)
        /// The description is empty or too long.
        case invalidDescription
        /// The identifier of a team is not ten characters of A-Z and 0-9, or its name is empty.
        case invalidTeam(String)
        /// The identifier of a merchant, order type, app or team is registered already.
        case alreadyRegistered(String)
        /// The team is not registered.
        case unknownTeam(String)
        /// The identifier is not registered.
        case unknownMerchant(String)
        /// The app is not registered.
        case unknownApp(String)
        /// An App ID with a wildcard was to be given Apple Pay.
        case wildcardApp(String)
        /// The bytes are not a signing request that can be served.
        case request(SigningRequestProblem)
        /// The key of the signing request is not of the kind that the certificate has.
        case unsupportedKey(CertificateKind, found: String)
        /// Certificates of this kind are for another kind of identifier.
        case kindNotOfIdentifier(CertificateKind, String)
        /// The identifier has as many certificates of this kind as it may.
        case tooManyCertificates(CertificateKind, String)
        /// No certificate has this serial number.
        case unknownCertificate(String)
        /// Certificates of this kind are active from the beginning.
        case notActivated(String, CertificateKind)
        /// The certificate is in a state in which it cannot be activated.
        case notActivable(String, IssuedCertificate.State)
        /// The certificate is revoked already.
        case alreadyRevoked(String)
        /// The certificate could not be issued.
        case notIssued
    }
}

extension MemberCenter.Refusal: CustomStringConvertible {
    /// The refusal, and its remedy.
    public var description: String {
        switch self {
        case .invalidIdentifier(let text, let problem):
            "\(text.debugDescription) is not a merchant identifier: \(problem)"
        case .invalidOrderType(let text, let problem):
            "\(text.debugDescription) is not an order type identifier: "
                + (problem == .noPrefix
                    ? "it must begin with \"order.\", as order.com.example does" : "\(problem)")
        case .invalidBundleIdentifier(let text, let problem):
            "\(text.debugDescription) is not a bundle identifier: \(problem)"
        case .invalidDescription: "the description must have 1 to 255 characters, on one line"
        case .invalidTeam(let text):
            "\(text.debugDescription) is not a team: its identifier has ten characters of A-Z and 0-9,"
                + " and its name 1 to 64 characters"
        case .alreadyRegistered(let text):
            "\"\(text)\" is registered already; register each identifier once"
        case .unknownTeam(let text):
            "the team \(text.debugDescription) is not registered; register it first"
        case .unknownMerchant(let text):
            "the identifier \(text.debugDescription) is not registered; register it first"
        case .unknownApp(let text):
            "the app \(text.debugDescription) is not registered; register it first"
        case .wildcardApp(let text):
            "the App ID \"\(text)\" has a wildcard, which Apple Pay does not permit; register an explicit"
                + " bundle identifier"
        case .request(let problem): "\(problem)"
        default: certificateDescription
        }
    }

    private var certificateDescription: String {
        switch self {
        case .unsupportedKey(.paymentProcessing, let found):
            "the signing request is for \(found); make a P-256 key, or an RSA key of 2048 bits for China"
                + " mainland"
        case .unsupportedKey(let kind, let found):
            "the signing request is for \(found); make an RSA key of 2048 bits for"
                + " \(kind == .merchantIdentity ? "a" : "an") \(kind.name) certificate"
        case .kindNotOfIdentifier(let kind, let identifier):
            "\(kind.name) certificates are for identifiers that begin with \"\(kind.holder.prefix)\", and"
                + " \"\(identifier)\" does not"
        case .tooManyCertificates(let kind, let identifier):
            "\"\(identifier)\" has \(kind.limit) \(kind.name) certificates already; revoke the one that is"
                + " not in use"
        case .unknownCertificate(let serial):
            "no certificate has the serial number \(serial.debugDescription); list the certificates"
        case .notActivated(let serial, let kind):
            "\(serial) is a certificate for \(kind.name), which is in use from the beginning; only Payment"
                + " Processing certificates are activated"
        case .notActivable(let serial, .active): "\(serial) is active already"
        case .notActivable(let serial, .replaced):
            "\(serial) was replaced, and its activation revoked it for good; issue a new certificate"
        case .notActivable(let serial, let state):
            "\(serial) cannot be activated: it is \(state == .notYetValid ? "not valid yet" : "\(state)");"
                + " issue a new certificate"
        case .alreadyRevoked(let serial): "\(serial) is revoked already"
        default: "libcrypto could not make the certificate"
        }
    }
}
