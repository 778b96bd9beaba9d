/// The purpose of a certificate of the member center.
public enum CertificateKind: String, Hashable, Sendable, CaseIterable {
    /// Apple encrypts payment tokens to its key (mission 3.1).
    case paymentProcessing
    /// A merchant's server shows it to Apple's gateway as its TLS client certificate.
    case merchantIdentity
    /// A merchant signs the orders in a shopper's Wallet with its key.
    case orderType

    /// The kind's name, as Apple writes it.
    public var name: String {
        switch self {
        case .paymentProcessing: "Payment Processing"
        case .merchantIdentity: "Merchant Identity"
        case .orderType: "Order Type"
        }
    }

    /// The kind of identifier that has such certificates.
    public var holder: IdentifierKind { self == .orderType ? .orderType : .merchant }

    /// How many certificates of this kind, neither revoked nor expired, an identifier may have.
    ///
    /// - Source: two Payment Processing certificates, as merchants report of Apple's developer portal
    ///   (Documentation/Sources.md); for the other kinds no limit is published, and this is a bound of
    ///   Quince's.
    public var limit: Int { self == .paymentProcessing ? 2 : 100 }
}

/// The kinds of identifiers that have certificates.
public enum IdentifierKind: String, Hashable, Sendable, CaseIterable {
    /// A merchant identifier, such as `merchant.com.example`.
    case merchant
    /// The identifier of a kind of orders, such as `order.com.example`.
    case orderType

    /// The prefix of every identifier of this kind.
    ///
    /// - Source: mission 3.12 for merchants; Apple, *Building a distributable order package*, shows order
    ///   types in reverse-DNS form. That the member center puts `order.` before it is a guess by the
    ///   examples in Apple's pages.
    public var prefix: String { self == .merchant ? "merchant." : "order." }

    /// The kind of an identifier, by its prefix.
    public init?(of identifier: String) {
        guard let kind = Self.allCases.first(where: { identifier.hasPrefix($0.prefix) }) else {
            return nil
        }
        self = kind
    }
}
