internal import Dispatch
internal import HTTPClient
internal import HTTPServer
internal import WalletOrders
internal import World

/// Makes renewed certificates serve: sessions are asked for with the new Merchant Identity certificate, new clients see
/// the server's new one, and packages of orders are signed by the new one of the order type. What has begun goes on with
/// the old ones.
final class CertificateReloading: Sendable {
    private let configuration: ServerConfiguration
    private let materials: ServerMaterials
    private let gateway: LockedValue<SessionClient?>
    private let server: HTTPServer
    private let isRefreshing = LockedValue(false)

    init(
        _ configuration: ServerConfiguration,
        _ materials: ServerMaterials,
        _ gateway: LockedValue<SessionClient?>,
        _ server: HTTPServer
    ) {
        (self.configuration, self.materials) = (configuration, materials)
        (self.gateway, self.server) = (gateway, server)
    }

    /// See ``CertificateFiles/reload(isForced:install:)``.
    func reload(isForced: Bool) -> [CertificateFiles.Finding] {
        materials.certificates.reload(isForced: isForced) { install($1, for: $0) }
    }

    /// Reads what changed on a thread of its own, unless that is under way.
    func refresh(then report: @escaping @Sendable ([CertificateFiles.Finding]) -> Void) {
        let isDue = isRefreshing.withLock { isRefreshing in
            defer { isRefreshing = true }
            return !isRefreshing
        }
        guard isDue else { return }
        DispatchQueue(label: "quince.certificates").async {
            let findings = self.reload(isForced: false)
            self.isRefreshing.withLock { $0 = false }
            report(findings)
        }
    }

    /// - Returns: Why the certificate cannot serve, or nil.
    private func install(
        _ pair: MaterialsReader.Pair,
        for purpose: CertificateFiles.Purpose
    ) -> ConfigurationProblem? {
        switch purpose {
        case .identity:
            let identity = HTTPClientConfiguration.Identity(
                chain: pair.chain,
                privateKey: pair.key
            )
            do throws(HTTPClientFailure) {
                let client = try SessionClient(
                    configuration,
                    identity,
                    authority: materials.gatewayAuthority
                )
                gateway.withLock { $0 = client }
            } catch { return ConfigurationProblem(purpose.rawValue, "\(error)") }
        case .tls:
            let identity = TLSServerIdentity(chain: pair.chain, privateKey: pair.key)
            do throws(HTTPServerFailure) { try server.replaceTLS(with: identity) } catch {
                return ConfigurationProblem(purpose.rawValue, "\(error)")
            }
        case .orders:
            guard let packages = materials.orderPackages, let signer = pair.signer else { break }
            guard packages.replace(by: OrderPackages.Signing(signer, pair)) else {
                return ConfigurationProblem(
                    "orders.wallet",
                    """
                    the certificate is of the order type \(signer.orderType), and orders have \
                    \(packages.orderType); a change of the order type needs a restart
                    """
                )
            }
        }
        return nil
    }
}
