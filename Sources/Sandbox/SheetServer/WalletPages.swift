internal import HTTPMessages
package import HTTPServer
package import Sockets
internal import World

/// The wallet's pages, the script that shops load from it, and what the pages ask.
package final class WalletPages: Sendable {
    /// The behaviour of `apple-pay.js` in the page of a shop that loads it.
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
    private static let sheetName = "sheet.html"

    /// The addresses that are known once the server listens.
    private struct Place: Sendable {
        let hosts: OwnHosts
        /// The script that shows sheets of this server, by the name under which a page loads it.
        let scripts: [String: PageFolder]
    }

    /// Pages that no other site may frame.
    private let files: PageFolder
    /// The sheet, which shops frame, and the script, which they load.
    private let shared: PageFolder
    private let script: Script
    private let answering: [Answering]
    private let place = AwaitableValue<Place?>(nil)

    /// Pages.
    ///
    /// - Parameters:
    ///   - script: What `apple-pay.js` does.
    ///   - answering: What the pages ask, in the order in which it is tried. Only requests of this server's
    ///     own pages come to them.
    package init(_ script: Script, answering: [Answering]) {
        files = PageFolder("wallet", policy: Self.field(Self.policy + "; frame-ancestors 'none'"))
        shared = PageFolder(
            "wallet",
            only: [Self.sheetName, Self.scriptName],
            policy: Self.field(Self.policy),
            adding: script == .isAutomated ? [Self.scriptName: "quince.automate();\n"] : [:]
        )
        (self.script, self.answering) = (script, answering)
    }

    private static func field(_ policy: String) -> HTTPFieldValue {
        HTTPFieldValue(policy) ?? "default-src 'none'"
    }

    /// The server listens at an address. No request is answered before.
    package func listen(at address: SocketAddress) {
        let hosts = OwnHosts(address)
        let scripts = hosts.origins.mapValues { origin in
            PageFolder(
                "wallet",
                only: [Self.scriptName],
                policy: Self.field(Self.policy),
                adding: [Self.scriptName: "quince.showSheets(\"\(origin)\");\n"]
            )
        }
        place.change { $0 = Place(hosts: hosts, scripts: scripts) }
    }

    /// Answers a request.
    package func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        await place.wait { $0 != nil }
        guard let place = place.read(\.self) else { return .status(.serviceUnavailable) }
        let segments = request.head.target.segments
        if segments.count < 2, let file = file(segments.first ?? "", for: request, place) {
            return file
        }
        if let problem = place.hosts.problem(of: request) {
            return .problem(segments.count < 2 ? HTTPProblem(.notFound) : problem)
        }
        for answer in answering {
            guard var response = await answer(request) else { continue }
            // No cache keeps it.
            response.fields[.cacheControl] = "no-store"
            return response
        }
        return .problem(HTTPProblem(.notFound))
    }

    private func file(
        _ name: String,
        for request: HTTPServerRequest,
        _ place: Place
    ) -> HTTPServerResponse? {
        switch name {
        case Self.sheetName: return shared.response(to: request)
        case Self.scriptName where script == .isMissing: return nil
        case Self.scriptName:
            let host = request.head.host
            let own = place.hosts.contains(host) ? host.flatMap { place.scripts[$0.name] } : nil
            let folder = script == .showsSheets ? own ?? shared : shared
            guard var response = folder.response(to: request) else { return nil }
            // It is public: pages may load it with `crossorigin`, and with `integrity`.
            response.fields["Access-Control-Allow-Origin"] = "*"
            return response
        case "" where script == .isMissing: return nil
        // Browsers ask for it, and complain on the console where there is none.
        case "favicon.ico": return .status(.noContent)
        default: return files.response(to: request)
        }
    }
}
