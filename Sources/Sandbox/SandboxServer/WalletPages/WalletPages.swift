internal import HTTPMessages
internal import HTTPServer
internal import PageFiles
internal import SheetServer
internal import Sockets
internal import World

/// The wallet's pages, the script that shops load from it, and what the pages ask.
final class WalletPages: Sendable {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
        + " base-uri 'none'; form-action 'none'"
    /// What pages of shops may load and frame.
    private static let shared: Set<String> = ["sheet.html", "apple-pay.js"]

    /// Pages that no other site may frame.
    private let files: PageFolder
    /// The sheet, which shops frame.
    private let frames: PageFolder
    private let automatesPages: Bool
    private let sheets: SheetRoutes
    /// The names of this server, once it listens.
    private let hosts = AwaitableValue<OwnHosts?>(nil)

    /// Pages.
    ///
    /// - Parameters:
    ///   - automatesPages: Whether `apple-pay.js` shows no sheet, and a test drives it in the page.
    ///   - sheets: What the sheet's page asks.
    init(automatesPages: Bool, sheets: SheetRoutes) {
        files = PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy + "; frame-ancestors 'none'") ?? ""
        )
        frames = PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy) ?? "",
            adding: automatesPages ? ["apple-pay.js": "quince.automate();\n"] : [:]
        )
        self.automatesPages = automatesPages
        self.sheets = sheets
    }

    /// The server listens at an address. No request is answered before.
    func listen(at address: SocketAddress) { hosts.change { $0 = OwnHosts(address) } }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        await hosts.wait { $0 != nil }
        guard let hosts = hosts.read(\.self) else { return .status(.internalServerError) }
        if let response = await sheets.response(to: request, hosts: hosts) { return response }
        let name = request.head.target.segments.first ?? ""
        guard Self.shared.contains(name) else {
            return files.response(to: request)
                ?? .complete(HTTPProblem(.notFound).response)
        }
        guard name == "apple-pay.js", !automatesPages, let host = request.head.host,
            hosts.contains(host)
        else { return frames.response(to: request) ?? .status(.notFound) }
        return script(host).response(to: request) ?? .status(.notFound)
    }

    /// The script that shows sheets of this server, by the name under which the page has loaded it.
    private func script(_ host: HTTPHost) -> PageFolder {
        let name = host.name.contains(":") ? "[\(host.name)]" : host.name
        let origin = "http://\(name)" + (host.port.map { ":\($0)" } ?? "")
        return PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy) ?? "",
            adding: ["apple-pay.js": "quince.showSheets(\"\(origin)\");\n"]
        )
    }
}
