internal import HTTPMessages
package import HTTPServer
internal import PageFiles
package import Sockets
internal import World

/// The wallet's pages, the script that shops load from it, and what the pages ask.
package final class WalletPages: Sendable {
    /// What `apple-pay.js` does in the page of a shop that loads it.
    package enum Script: Hashable, Sendable {
        /// It shows the sheets of this server.
        case showsSheets
        /// It shows no sheet, and a test drives it in the page.
        case isAutomated
        /// It is not served: there is a sheet, and no wallet for pages.
        case isMissing
    }

    /// Answers a request of the wallet's own pages; nil where it is for something else.
    package typealias Answering = @Sendable (HTTPServerRequest) async -> HTTPServerResponse?

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
        + " base-uri 'none'; form-action 'none'"
    private static let scriptName = "apple-pay.js"
    /// What the page of a sheet loads begins so, or is one of these.
    private static let sheetPage = "sheet.html"

    /// Pages that no other site may frame.
    private let files: PageFolder
    /// The sheet, which shops frame, and the script, which they load.
    private let shared: PageFolder
    private let script: Script
    private let answering: [Answering]
    /// The names of this server, once it listens.
    private let hosts = AwaitableValue<OwnHosts?>(nil)

    /// Pages.
    ///
    /// - Parameters:
    ///   - script: What `apple-pay.js` does.
    ///   - answering: What the pages ask, in the order in which it is tried. Only requests of this server's
    ///     own pages come to them.
    package init(_ script: Script, answering: [Answering]) {
        files = PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy + "; frame-ancestors 'none'") ?? "default-src 'none'"
        )
        shared = PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy) ?? "default-src 'none'",
            adding: script == .isAutomated ? [Self.scriptName: "quince.automate();\n"] : [:]
        )
        (self.script, self.answering) = (script, answering)
    }

    /// The server listens at an address. No request is answered before.
    package func listen(at address: SocketAddress) { hosts.change { $0 = OwnHosts(address) } }

    /// Answers a request.
    package func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        await hosts.wait { $0 != nil }
        guard let hosts = hosts.read(\.self) else { return .status(.serviceUnavailable) }
        let segments = request.head.target.segments
        if let file = file(segments.count > 1 ? nil : segments.first ?? "", for: request, hosts) {
            return file
        }
        guard segments.count > 1 || hosts.problem(of: request) == nil else {
            return .complete(HTTPProblem(.notFound).response)
        }
        if let problem = hosts.problem(of: request) { return .complete(problem.response) }
        for answer in answering {
            if let response = await answer(request) { return Self.unkept(response) }
        }
        return .complete(HTTPProblem(.notFound).response)
    }

    private func file(
        _ name: String?,
        for request: HTTPServerRequest,
        _ hosts: OwnHosts
    ) -> HTTPServerResponse? {
        switch name {
        case Self.sheetPage: return shared.response(to: request)
        case Self.scriptName:
            switch script {
            case .isMissing: return nil
            case .isAutomated: return shared.response(to: request)
            case .showsSheets: return scriptShowingSheets(for: request, hosts)
            }
        case "" where script == .isMissing: return nil
        // Browsers ask for it, and complain on the console where there is none.
        case "favicon.ico": return .status(.noContent)
        default: return files.response(to: request)
        }
    }

    /// The script that shows sheets of this server, by the name under which the page has loaded it.
    private func scriptShowingSheets(
        for request: HTTPServerRequest,
        _ hosts: OwnHosts
    ) -> HTTPServerResponse? {
        guard let host = request.head.host, hosts.contains(host) else {
            return shared.response(to: request)
        }
        let name = host.name.contains(":") ? "[\(host.name)]" : host.name
        let origin = "http://\(name)" + (host.port.map { ":\($0)" } ?? "")
        return PageFolder(
            "wallet",
            policy: HTTPFieldValue(Self.policy) ?? "default-src 'none'",
            adding: [Self.scriptName: "quince.showSheets(\"\(origin)\");\n"]
        )
        .response(to: request)
    }

    /// A response that no cache keeps.
    private static func unkept(_ response: HTTPServerResponse) -> HTTPServerResponse {
        switch response {
        case .complete(var complete):
            complete.fields[.cacheControl] = "no-store"
            return .complete(complete)
        case .stream(let status, var fields, let body):
            fields[.cacheControl] = "no-store"
            return .stream(status, fields, body)
        }
    }
}
