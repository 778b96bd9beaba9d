internal import AppleServers
public import CardNetwork
public import Certificates
public import PaymentToken
internal import Platforms
public import SandboxServer

/// The part of a sandbox that the x-ray shows.
public struct XRaySandbox: Sendable {
    /// The events at the sheets.
    public let payments: PaymentJournal
    /// The messages of the card network.
    public let messages: NetworkJournal
    /// The TEST root of payment tokens.
    public let root: TrustAnchor
    /// The addresses of its parts.
    let addresses: SandboxServer.Addresses
    /// The payment platforms; nil where none is simulated.
    let platforms: PlatformService?

    /// A sandbox of this process.
    ///
    /// - Throws: ``Certificates/ChainFailure`` where the folder's root is none.
    public init(_ server: SandboxServer, _ folder: SandboxFolder) throws(CertificateFailure) {
        (payments, messages, addresses) = (server.payments, server.messages, server.addresses)
        platforms = server.platforms
        root = try TrustAnchor(root: folder.memberCenter.authorities.root)
    }
}

/// The merchant's side of the payments that the x-ray shows.
public struct XRayShop: Sendable {
    /// The URL of the merchant's API, such as `http://127.0.0.1:8080`.
    public let api: String
    /// The key of the API's callers, with the role `readOnly`.
    public let key: String
    /// The merchant's keys, with which its tokens are opened.
    public let keys: @Sendable () -> [MerchantKey]

    /// A merchant.
    ///
    /// - Parameters:
    ///   - api: The URL of the merchant's API, without a slash at its end.
    ///   - key: What callers of the API show as a bearer token.
    ///   - keys: The merchant's keys now.
    public init(api: String, key: String, keys: @escaping @Sendable () -> [MerchantKey]) {
        (self.api, self.key, self.keys) = (api, key, keys)
    }
}
