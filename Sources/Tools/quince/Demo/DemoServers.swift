import CommandLineTool
import HTTPClient
import HTTPMessages
import HTTPServer
import MerchantServer
import PlatformProcessors
import SandboxServer
import Sockets
import Storage
import Storefront
import TokenIntake
import World
import XRay

/// Everything that a demonstration runs: the sandbox, the merchant's server, the x-ray and the shop.
struct DemoServers: Sendable {
    private static let payee = "Shinobi Store"
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(20)

    let sandbox: OpenedSandbox
    let merchant: OpenedServer
    let keys: DemoKeys
    let webhooks: DemoWebhooks
    let xray: XRayServer
    let shop: StorefrontServer

    /// How a demonstration is run.
    struct Settings: Sendable {
        /// Where the shop listens.
        var shop = SocketAddress.loopback()
        /// The platform that charges, and the form of its tokens; nil for the card network.
        var platform: (name: PaymentPlatform, form: TokenForm)?
        /// Whether the x-ray shows what it masks.
        var reveals = false
    }

    /// Runs the servers, which stop when `ending` becomes true.
    ///
    /// - Parameters:
    ///   - folders: Where they keep their records.
    ///   - settings: How they are run.
    ///   - ending: Whether they are to stop.
    ///   - output: Gets their logs.
    ///   - announce: Is called when all of them are ready.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    static func run(
        in folders: DemoFolders,
        _ settings: Settings,
        until ending: AwaitableValue<Bool>,
        _ output: Output,
        announce: (DemoServers) -> Void
    ) async throws(UsageProblem) {
        var addresses = SandboxServer.Addresses()
        addresses.platforms = .loopback()
        let sandbox = try await OpenedSandbox(
            folders.sandbox,
            at: addresses,
            revealsMessages: settings.reveals,
            log: { output.remark($0) }
        )
        let result: Result<Void, UsageProblem> = await withTaskGroup { group in
            group.addTask { await sandbox.server.run() }
            let result: Result<Void, UsageProblem>
            do throws(UsageProblem) {
                result = .success(
                    try await run(sandbox, folders, settings, ending, output, announce)
                )
            } catch { result = .failure(error) }
            sandbox.server.stop()
            return result
        }
        await sandbox.folder.close()
        try result.get()
    }

    /// Sets the merchant's server up and runs it with the shop.
    private static func run(
        _ sandbox: OpenedSandbox,
        _ folders: DemoFolders,
        _ settings: Settings,
        _ ending: AwaitableValue<Bool>,
        _ output: Output,
        _ announce: (DemoServers) -> Void
    ) async throws(UsageProblem) {
        let setup = try await setUp(sandbox, folders, settings, output)
        var configuration = try ServerVerb.configuration(at: setup.configPath)
        if let wanted = settings.platform,
            !configuration.platforms.contains(where: { ($0.platform, $0.form) == wanted })
        {
            throw UsageProblem(
                "\(setup.configPath): the shop of these records charges in another way",
                hint: "name another folder with --state, or leave --platform out"
            )
        }
        configuration.listen = .loopback()
        let merchant = try await OpenedServer(
            configuration,
            from: setup.configPath,
            world: sandbox.folder.world,
            output
        )
        try await setup.announce(at: String(merchant.url.dropFirst("http://".count)))
        let result: Result<Void, UsageProblem> = await withTaskGroup { group in
            group.addTask { await merchant.server.run() }
            let result: Result<Void, UsageProblem>
            do throws(UsageProblem) {
                let servers = try await DemoServers(sandbox, merchant, settings)
                result = .success(())
                if !ending.read(\.self) { announce(servers) }
                await ending.wait { $0 }
                await servers.shop.stop()
                await servers.xray.stop()
                await servers.webhooks.end(at: sandbox)
                await servers.keys.revoke(in: merchant.database)
            } catch { result = .failure(error) }
            merchant.server.stop()
            return result
        }
        await merchant.database.close()
        try result.get()
    }

    /// Writes the merchant's configuration, or brings it up to date.
    private static func setUp(
        _ sandbox: OpenedSandbox,
        _ folders: DemoFolders,
        _ settings: Settings,
        _ output: Output
    ) async throws(UsageProblem) -> ServerSetup {
        let line = SandboxLine(sandbox)
        let setup = ServerSetup(
            folder: folders.server,
            sandbox: line,
            output: output,
            displayName: payee,
            platform: try settings.platform.map { platform, form throws(UsageProblem) in
                try PlatformSetup(platform, form, line.platforms[platform.rawValue])
            }
        )
        if setup.exists { _ = try setup.renew() } else { _ = try await setup.make(identifier: nil) }
        return setup
    }

    private init(
        _ sandbox: OpenedSandbox,
        _ merchant: OpenedServer,
        _ settings: Settings
    ) async throws(UsageProblem) {
        (self.sandbox, self.merchant) = (sandbox, merchant)
        keys = try await DemoKeys(merchant.database)
        try await Self.waitUntilReady(merchant)
        webhooks = try await DemoWebhooks(from: sandbox, to: merchant)
        xray = try Self.xray(sandbox, merchant, keys, settings)
        sandbox.server.lead(toXRayAt: "http://\(xray.address)")
        do throws(ServerStartFailure) {
            shop = try StorefrontServer(
                at: settings.shop,
                StorefrontServer.Surroundings(
                    wallet: "http://\(sandbox.server.addresses.wallet)",
                    merchant: merchant.url,
                    apiKey: keys.shop,
                    domain: ServerSetup.domain,
                    xray: "http://\(xray.address)"
                ),
                world: sandbox.folder.world
            )
        } catch {
            throw UsageProblem(error, hint: error.remedy("--listen"))
        }
    }

    private static func xray(
        _ sandbox: OpenedSandbox,
        _ merchant: OpenedServer,
        _ keys: DemoKeys,
        _ settings: Settings
    ) throws(UsageProblem) -> XRayServer {
        let keyring = merchant.materials.keyring
        return try reporting {
            try XRayServer(
                of: XRaySandbox(sandbox.server, sandbox.folder),
                shop: XRayShop(api: merchant.url, key: keys.xray, keys: { keyring.keys }),
                reveals: settings.reveals,
                world: sandbox.folder.world
            )
        }
    }

    /// Waits until the merchant's server has signed on to the card network.
    private static func waitUntilReady(_ merchant: OpenedServer) async throws(UsageProblem) {
        let watch = Stopwatch()
        try await reporting("the merchant's server") {
            let client = try HTTPClient()
            while watch.elapsed < patience {
                let request = HTTPClientRequest(.get, "\(merchant.url)/readyz")
                if try await client.send(request).status == .ok { return }
                await RealTime.pass(pause)
            }
            throw UsageProblem(
                "the merchant's server did not become ready",
                hint: "quince demo --log says why"
            )
        }
    }
}
