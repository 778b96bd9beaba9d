import CardNetwork
import CommandLineTool
import HTTPServer
import Platforms
import SandboxServer
import Sockets
import World

/// A sandbox of a folder, whose servers listen.
struct OpenedSandbox: Sendable {
    let folder: SandboxFolder
    let server: SandboxServer

    /// Opens the folder, which must exist, and starts the servers.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - gatewayNames: Further host names of the session gateway.
    ///   - addresses: Where to listen.
    ///   - asApple: Whether clients of the session gateway must name it.
    ///   - automatesPages: Whether tests drive the sheets of pages.
    ///   - revealsMessages: Whether the network's messages are kept with what is secret of TEST cards.
    ///   - settings: How the card network reads messages.
    ///   - log: Gets a line for each answer of the session gateway and each refusal of the card network.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    init(
        _ path: String,
        gatewayNames: [String] = [],
        at addresses: SandboxServer.Addresses = SandboxServer.Addresses(),
        asApple: Bool = false,
        automatesPages: Bool = false,
        revealsMessages: Bool = false,
        network settings: NetworkServer.Settings = NetworkServer.Settings(),
        log: @escaping @Sendable (String) -> Void
    ) async throws(UsageProblem) {
        folder = try await reporting("--state \(path)") {
            try await SandboxFolder(path, world: .system, gatewayNames: gatewayNames)
        }
        do throws(ServerStartFailure) {
            server = try SandboxServer(
                folder,
                at: addresses,
                asApple: asApple,
                automatesPages: automatesPages,
                revealsMessages: revealsMessages,
                network: settings,
                log: log
            )
        } catch {
            await folder.close()
            throw UsageProblem(error, hint: error.remedy())
        }
    }
}

extension SandboxLine {
    /// The ready line of a sandbox of this process.
    init(_ sandbox: OpenedSandbox) {
        let addresses = sandbox.server.addresses
        api = "http://\(addresses.api)"
        (gateway, network) = ("\(addresses.gateway)", "\(addresses.network)")
        token = sandbox.server.token
        (authority, root) = (sandbox.folder.gatewayAuthorityPath, sandbox.folder.rootPath)
        guard let service = sandbox.server.platforms else { return }
        for (platform, account) in service.credentials {
            platforms[platform.rawValue] = Dictionary(
                account.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }
}
