internal import HTTPMessages
internal import HTTPServer
internal import PageFiles

/// The wallet's pages, and the script that shops load from it.
struct WalletPages: Sendable {
    private let files: PageFolder
    private let router: HTTPRouter

    /// Pages.
    ///
    /// - Parameter automatesPages: Whether `apple-pay.js` shows no sheet, and a test drives it in the page.
    init(automatesPages: Bool) {
        files = PageFolder(
            "wallet",
            policy:
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'",
            adding: automatesPages ? ["apple-pay.js": "quince.automate();\n"] : [:]
        )
        router = HTTPRouter()
    }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        if let file = files.response(to: request) { return file }
        return await router.respond(to: request)
    }
}
