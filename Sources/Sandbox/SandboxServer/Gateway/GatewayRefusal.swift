public import ApplePaySession
public import Certificates
public import HTTPMessages
public import Storage

/// Why the gateway refused a request.
///
/// A client sees Apple's status and text, and ``reason`` in the header field `Quince-Reason`.
///
/// - Source: the texts with status 400 and 417 are those that merchants published. Which text and
///   status Apple has for each fault of a certificate is a guess: 401.
public enum GatewayRefusal: Error, Hashable, Sendable {
    /// The client has no certificate.
    case noCertificate
    /// The client's certificate cannot be read.
    case certificateUnreadable
    /// The certificate was not issued by an authority of this sandbox.
    case anotherIssuer(String)
    /// The certificate's chain is not valid now.
    case certificate(ChainFailure)
    /// The certificate is not one of a merchant's.
    case notAMerchantCertificate
    /// The certificate is one for payment processing.
    case notAnIdentityCertificate
    /// The certificate names two merchants.
    case identifiersDiffer
    /// The member center did not issue the certificate.
    case certificateUnknown
    /// The member center revoked the certificate.
    case certificateRevoked
    /// The certificate's merchant is not registered.
    case merchantOfCertificateUnknown(MerchantReference)
    /// The body is not a request for a session.
    case session(SessionRequestProblem)
    /// The body is not a request about a partner's merchant.
    case partner(PartnerRequestProblem)
    /// The merchant in the body is not registered.
    case merchantUnknown(MerchantReference, caller: MerchantReference)
    /// The merchant in the body is registered, and the certificate is another's.
    case anotherMerchant(MerchantReference, caller: MerchantReference)
    /// The domain is not registered for the merchant.
    case domainNotRegistered(DomainName, merchant: MerchantReference)
    /// The merchant has as many domains as it may.
    case tooManyDomains(limit: Int)
    /// The merchant whose domains are asked about is not registered.
    case merchantNotRegistered
    /// The file of a domain was not verified.
    case domain(DomainRefusal)
    /// The platform registered no merchant with the identifier.
    case partnerMerchantUnknown
    /// The records cannot be read or written.
    case storage(StorageFailure)
    /// libcrypto could not sign.
    case notSigned
}

extension GatewayRefusal: CarriesStorageFailure {
    /// See ``storage(_:)``.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}

extension GatewayRefusal {
    /// The status of the response.
    public var status: HTTPStatus {
        switch self {
        case .noCertificate, .certificateUnreadable, .anotherIssuer, .certificate,
            .notAMerchantCertificate, .notAnIdentityCertificate, .identifiersDiffer,
            .certificateUnknown, .certificateRevoked:
            .unauthorized
        case .merchantOfCertificateUnknown, .merchantUnknown: .expectationFailed
        case .session, .partner, .anotherMerchant, .domainNotRegistered, .tooManyDomains,
            .merchantNotRegistered, .domain, .partnerMerchantUnknown:
            .badRequest
        case .storage, .notSigned: .internalServerError
        }
    }

    /// Apple's text, for the member `statusMessage`.
    public var statusMessage: String {
        let exception = "Payment Services Exception"
        switch self {
        case .session, .partner, .tooManyDomains: return "invalid or Malformed Json Received"
        case .merchantOfCertificateUnknown(let merchant):
            return Self.unregistered(merchant, caller: merchant)
        case .merchantUnknown(let merchant, let caller):
            return Self.unregistered(merchant, caller: caller)
        case .anotherMerchant(let merchant, let caller):
            return "\(exception) merchantId=\(caller) unauthorized to process transactions on"
                + " behalf of merchantId=\(merchant) reason=\(merchant) never authorized mass"
                + " enablement transactions to occur via \(caller)"
        case .domainNotRegistered(let domain, let merchant):
            return "\(exception) merchantId=\(merchant) not registered for domain=\(domain)"
        case .domain(let refusal):
            return "\(exception) domain verification failed for domain=\(refusal.domain)"
        case .partnerMerchantUnknown: return "\(exception) merchant not registered"
        case .storage, .notSigned: return "Internal Server Error"
        default: return "\(exception) Unauthorized"
        }
    }

    private static func unregistered(
        _ merchant: MerchantReference,
        caller: MerchantReference
    ) -> String {
        "Payment Services Exception merchantId=\(caller) unauthorized to process transactions on"
            + " behalf of merchantId=\(merchant) reason=\(merchant) is not a registered merchant"
            + " in WWDR and isn't properly authorized via Mass Enablement, either."
    }
}

extension GatewayRefusal: CustomStringConvertible {
    /// The problem of the request, and its remedy.
    public var reason: String {
        switch self {
        case .noCertificate:
            "the client showed no certificate; use the Merchant Identity certificate and its key"
        case .certificateUnreadable: "the client's certificate cannot be read"
        case .anotherIssuer(let name):
            "the client's certificate was issued by \(name.debugDescription), which is not an"
                + " authority of this sandbox; a certificate of Apple's is not for a sandbox"
        case .certificate(.expired(.leaf, let end)):
            "the client's certificate was valid until \(end); renew the Merchant Identity"
                + " certificate"
        case .certificate(.notYetValid(.leaf, let start)):
            "the client's certificate is not valid before \(start); compare the sandbox's clock"
        case .certificate(let failure): "the client's certificate is refused: \(failure)"
        case .notAMerchantCertificate: "the client's certificate names no merchant"
        case .notAnIdentityCertificate:
            "the client's certificate is the one for payment processing; use the Merchant Identity"
                + " certificate"
        case .identifiersDiffer: "the client's certificate names two merchants"
        case .certificateUnknown:
            "the member center of this sandbox did not issue the client's certificate; its state"
                + " may have been deleted"
        case .certificateRevoked:
            "the client's certificate was revoked; request a new Merchant Identity certificate"
        case .merchantOfCertificateUnknown:
            "the merchant of the client's certificate is not registered"
        case .session(let problem): "\(problem)"
        case .partner(let problem): "\(problem)"
        case .merchantUnknown:
            "the merchantIdentifier of the request is not registered; compare it with the member"
                + " center's"
        case .anotherMerchant:
            "the certificate belongs to another merchant than the request names; use that"
                + " merchant's certificate and key"
        case .domainNotRegistered(let domain, _):
            "the domain \(domain) is not registered for the merchant; register it"
        case .tooManyDomains(let limit): "a merchant may have at most \(limit) domains"
        case .merchantNotRegistered: "the merchant is not registered; register it first"
        case .domain(let refusal): "\(refusal)"
        case .partnerMerchantUnknown:
            "the platform registered no merchant with this partnerInternalMerchantIdentifier"
        case .storage(let failure): "the sandbox's records failed: \(failure)"
        case .notSigned: "libcrypto could not sign"
        }
    }

    /// The reason.
    public var description: String { reason }
}
