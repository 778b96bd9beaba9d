public import ApplePaySession
internal import JSON

/// A merchant that a platform registered, and serves with its own certificate.
///
/// - Source: Apple, *Apple Pay Web Merchant Registration API*: `RegisterMerchantRequest`,
///   `UnregisterMerchantRequest`, `MerchantDetails`.
struct PartnerMerchant: Hashable, Sendable {
    /// The platform's own identifier of the merchant.
    let identifier: String
    let name: String
    /// Whose key Apple encrypts payments to.
    let encryptTo: MerchantReference
    let url: String?

    var reference: MerchantReference { MerchantReference(identifier: identifier) }
}

/// A request of a platform about one of its merchants.
struct PartnerRequest: Sendable {
    let merchant: PartnerMerchant
    let domains: [DomainName]

    /// Reads the body of `registerMerchant`.
    init(registering body: [UInt8]) throws(GatewayRefusal) {
        let fields = try PartnerFields(body)
        domains = try fields.domains()
        merchant = PartnerMerchant(
            identifier: try fields.identifier(),
            name: try fields.text("partnerMerchantName", limit: 1_024),
            encryptTo: MerchantReference(try fields.text("encryptTo", limit: 1_024)),
            url: try fields.textIfPresent("merchantUrl", limit: 1_024)
        )
    }

    /// Reads the body of `unregisterMerchant`. The reason must be there and is not kept.
    static func unregistering(
        _ body: [UInt8]
    ) throws(GatewayRefusal) -> (merchant: MerchantReference, domains: [DomainName]) {
        let fields = try PartnerFields(body)
        _ = try fields.text("reason", limit: 1_024)
        return (MerchantReference(identifier: try fields.identifier()), try fields.domains())
    }

    /// Reads the body of `merchantDetails`.
    static func details(_ body: [UInt8]) throws(GatewayRefusal) -> MerchantReference {
        MerchantReference(identifier: try PartnerFields(body).identifier())
    }

    /// Whether a text has only the characters of a platform's identifier of a merchant.
    static func isIdentifier(_ text: String) -> Bool {
        (1...1_024).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                default: "~-_+&@$!|,.;".utf8.contains(byte)
                }
            }
    }
}

/// Why a body is not a request about a platform's merchant. The names are those of members.
public enum PartnerRequestProblem: Hashable, Sendable {
    /// The body is not a JSON object.
    case notAnObject
    /// A member is missing.
    case missing(String)
    /// A member is of another JSON type, or empty.
    case type(String)
    /// A member is longer than allowed. Units: bytes of UTF-8.
    case tooLong(String, limit: Int)
    /// The identifier has a character that is not allowed.
    case identifier
    /// A domain is not a fully qualified name.
    case domain(DomainName.Problem)
    /// A domain stands twice.
    case repeatedDomain
    /// `encryptTo` is neither the platform nor a registered merchant.
    case encryptTo
}

extension PartnerRequestProblem: CustomStringConvertible {
    /// The problem.
    public var description: String {
        switch self {
        case .notAnObject: "the body is not a JSON object"
        case .missing(let name): "the member \"\(name)\" is missing"
        case .type(let name): "the member \"\(name)\" is of another type, or empty"
        case .tooLong(let name, let limit):
            "the member \"\(name)\" is longer than \(limit) bytes of UTF-8"
        case .identifier:
            "the partnerInternalMerchantIdentifier has characters other than a-z, A-Z, 0-9 and"
                + " ~-_+&@$!|,.;"
        case .domain(let problem): "a domain is not a fully qualified name: \(problem)"
        case .repeatedDomain: "a domain stands twice"
        case .encryptTo:
            "encryptTo is neither the platform's own identifier nor that of a registered merchant"
        }
    }
}

private struct PartnerFields {
    private let root: JSONValue

    init(_ body: [UInt8]) throws(GatewayRefusal) {
        do { root = try JSONDocument(body).root } catch { throw .partner(.notAnObject) }
        guard root.isObject else { throw .partner(.notAnObject) }
    }

    func identifier() throws(GatewayRefusal) -> String {
        let text = try text("partnerInternalMerchantIdentifier", limit: 1_024)
        guard PartnerRequest.isIdentifier(text) else { throw .partner(.identifier) }
        return text
    }

    func text(_ name: String, limit: Int) throws(GatewayRefusal) -> String {
        guard let text = try textIfPresent(name, limit: limit) else {
            throw .partner(.missing(name))
        }
        return text
    }

    func textIfPresent(
        _ name: String,
        limit: Int
    ) throws(GatewayRefusal) -> String? {
        guard let value = root.member(name) else { return nil }
        guard let text = value.string, !text.isEmpty else { throw .partner(.type(name)) }
        guard text.utf8.count <= limit else { throw .partner(.tooLong(name, limit: limit)) }
        return text
    }

    func domains() throws(GatewayRefusal) -> [DomainName] {
        guard let value = root.member("domainNames") else {
            throw .partner(.missing("domainNames"))
        }
        guard let elements = value.elements, !elements.isEmpty else {
            throw .partner(.type("domainNames"))
        }
        guard elements.count <= SessionGateway.domainLimit else {
            throw .tooManyDomains(limit: SessionGateway.domainLimit)
        }
        var domains: [DomainName] = []
        for element in elements {
            guard let text = element.string else { throw .partner(.type("domainNames")) }
            let domain: DomainName
            do { domain = try DomainName(text) } catch { throw .partner(.domain(error)) }
            guard !domains.contains(domain) else { throw .partner(.repeatedDomain) }
            domains.append(domain)
        }
        return domains
    }
}
