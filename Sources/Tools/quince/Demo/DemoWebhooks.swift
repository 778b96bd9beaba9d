import CommandLineTool
import MerchantServer
import PlatformProcessors
import Platforms
import SandboxServer

/// The webhooks of the platforms through which a demonstration charges. The merchant's server has another port at
/// every start, so they are set up at each, and end with it.
struct DemoWebhooks: Sendable {
    private let endpoints: [(platform: Platform, identifier: String)]

    /// Sets them up.
    init(from sandbox: OpenedSandbox, to merchant: OpenedServer) async throws(UsageProblem) {
        var endpoints: [(Platform, String)] = []
        try await reporting("the webhooks") {
            for account in merchant.configuration.platforms {
                let name = account.platform.rawValue
                guard let platform = Platform(rawValue: name),
                    let service = sandbox.server.platforms
                else { continue }
                let url = "\(merchant.url)/webhooks/\(name)"
                let endpoint = try await service.forward(platform, to: url, events: ["*"])
                endpoints.append((platform, endpoint))
            }
        }
        self.endpoints = endpoints
    }

    /// Ends them. Where the database fails, they stay.
    func end(at sandbox: OpenedSandbox) async {
        for (platform, endpoint) in endpoints {
            try? await sandbox.server.platforms?.endForwarding(platform, to: endpoint)
        }
    }
}
