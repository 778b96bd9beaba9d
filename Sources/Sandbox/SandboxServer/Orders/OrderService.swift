internal import Certificates
internal import HTTPClient
internal import Sockets
internal import Storage
internal import WalletOrders

/// Where the devices of a sandbox find a shop's web service for orders.
///
/// A web service's name is never looked up. Otherwise a page could make the sandbox connect to any server (server-side
/// request forgery).
struct OrderService: Sendable {
    /// The scheme, host and port, such as `https://pay.shop.example`.
    let origin: String
    /// An address of this machine.
    let address: SocketAddress
    /// The authority above its TLS certificate; nil where it has plain HTTP, because what gives it TLS is not there.
    let authority: Certificate?

    /// The origin of a web service's address.
    ///
    /// - Source: RFC 6454 § 4.
    static func origin(of service: String) -> String {
        let (scheme, rest) = ("https://", service.dropFirst("https://".count))
        return scheme + rest.prefix { !"/?#".contains($0) }.lowercased()
    }

    /// The address of the web service for a client, with its path.
    func url(of service: String) -> String {
        let path = service.dropFirst(origin.count)
        let base = authority == nil ? "http://\(address)" : origin
        return base + (path.hasSuffix("/") ? path.dropLast() : path)
    }

    /// A client that finds it.
    func client(or plain: HTTPClient) throws(HTTPClientFailure) -> HTTPClient {
        guard let authority else { return plain }
        let host = origin.dropFirst("https://".count)
        let name = SocketAddress(String(host)) ?? SocketAddress(host: String(host), port: 443)
        var configuration = HTTPClientConfiguration()
        configuration.roots = [authority.der]
        configuration.addresses = [name: address]
        return try HTTPClient(configuration)
    }
}

extension DeviceOrders {
    /// Says where a web service is.
    func set(_ service: OrderService) async throws(DeviceFailure) {
        guard OrderService.origin(of: service.origin) == service.origin,
            WebServiceForm.value(service.origin) != nil
        else { throw .order("write its origin as https://pay.shop.example") }
        guard DomainFetching.isLoopback(service.address) else {
            throw .order("\(service.address) is not an address of this machine")
        }
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                INSERT INTO order_service (origin, address, authority) VALUES ($1, $2, $3)
                ON CONFLICT (origin) DO UPDATE SET address = $2, authority = $3
                """,
                [
                    .text(service.origin), .text("\(service.address)"),
                    StoredValue(service.authority?.der),
                ]
            )
        }
    }

    /// Where a web service is; nil where it was not said.
    func service(at address: String) async throws(DeviceFailure) -> OrderService? {
        guard address.hasPrefix("https://") else { return nil }
        let origin = OrderService.origin(of: address)
        return try await devices.database.read { snapshot throws(DeviceFailure) in
            try snapshot.one(
                "SELECT address, authority FROM order_service WHERE origin = $1",
                [.text(origin)]
            ) { row throws(StorageFailure) in
                guard let address = SocketAddress(try row.text("address")) else {
                    throw .columnUnreadable("address")
                }
                // Without its authority it would be asked without TLS.
                let authority = try row.bytesIfPresent("authority").map {
                    bytes throws(StorageFailure) in
                    do throws(CertificateFailure) { return try Certificate(der: bytes) } catch {
                        throw StorageFailure.columnUnreadable("authority")
                    }
                }
                return OrderService(origin: origin, address: address, authority: authority)
            }
        }
    }
}
