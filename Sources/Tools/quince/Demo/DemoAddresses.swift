import CommandLineTool
import JSON
import SandboxServer
import Sockets
import Storefront
import XRay

/// Where the parts of a demonstration are.
struct DemoAddresses: Sendable {
    private let servers: DemoServers
    let shop: String
    let wallet: String
    let xray: String

    init(_ servers: DemoServers) {
        self.servers = servers
        // Another site than the wallet's for browsers, which keep the two apart.
        shop =
            servers.shop.address.host == "127.0.0.1"
            ? "http://localhost:\(servers.shop.address.port)" : "http://\(servers.shop.address)"
        xray = "http://\(servers.xray.address)"
        wallet = "http://\(servers.sandbox.server.addresses.wallet)"
    }

    /// One object, for programs.
    var json: JSONOutput {
        let sandbox = SandboxLine(servers.sandbox)
        return .object([
            "shop": .string(shop), "wallet": .string(wallet), "xray": .string(xray),
            "script": .string("\(wallet)/apple-pay.js"), "server": .string(servers.merchant.url),
            "apiKey": .string(servers.keys.backOffice), "api": .string(sandbox.api),
            "token": .string(sandbox.token), "gateway": .string("https://\(sandbox.gateway)"),
            "network": .string(sandbox.network), "ca": .string(sandbox.authority),
            "root": .string(sandbox.root),
            "platforms": servers.sandbox.server.platforms?.announced,
        ])
    }

    /// Some lines, for people.
    func print(to output: Output, _ folders: DemoFolders) {
        output.result("The shop is \(shop)")
        output.result("The wallet is \(wallet)")
        output.result("The x-ray of each payment is \(xray)")
        output.result("The merchant's server is \(servers.merchant.url)")
        output.result("Everything is a TEST: no card is charged, and nothing leaves this machine.")
        output.line(
            folders.areTemporary
                ? "Nothing is kept. Ctrl-C ends it."
                : "Records are kept in \(folders.path). Ctrl-C ends it."
        )
    }
}
