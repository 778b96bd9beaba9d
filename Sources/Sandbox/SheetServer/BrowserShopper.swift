package import HTTPServer
public import SheetView
package import Sockets
public import Wallet
package import World

/// A person who uses the sheets of an app of this process in a browser on this machine, in real time.
///
/// Each sheet has a server of its own at a free port, which serves the sheet's page and ends with the
/// sheet. Its address has a secret, without which the sheet cannot be used.
///
/// ```swift
/// let app = InstalledApp(entitlement, in: wallet, before: BrowserShopper { print("Open \($0)") }) { _ in }
/// ```
public final class BrowserShopper: SheetShopper {
    /// How long a sheet waits for its page to be opened.
    public static let openingPatience: Duration = .seconds(300)
    /// How long its server waits at the end for the page to be told.
    private static let farewell: Duration = .seconds(2)

    /// Real time.
    public let time = SheetTime.real
    private let language: Language
    private let world: World
    private let address: SocketAddress
    private let announce: @Sendable (String) -> Void
    private let lastFailure = LockedValue<HTTPServerFailure?>(nil)

    /// Why the last sheet was not shown; nil where it was.
    package var failure: HTTPServerFailure? { lastFailure.withLock { $0 } }

    /// A person.
    ///
    /// - Parameters:
    ///   - language: The language of the sheet.
    ///   - announce: Gets the address of each sheet, which is to be opened in a browser.
    public convenience init(
        language: Language = .english,
        announce: @escaping @Sendable (String) -> Void
    ) {
        self.init(language: language, world: .system, at: .loopback(), announce: announce)
    }

    /// A person whose sheets are served at an address.
    package init(
        language: Language = .english,
        world: World = .system,
        at address: SocketAddress,
        announce: @escaping @Sendable (String) -> Void
    ) {
        (self.language, self.world, self.address) = (language, world, address)
        self.announce = announce
    }

    /// Serves the sheet's page until the sheet is over.
    ///
    /// - Throws: `ServerStartFailure` where the address cannot be listened at.
    public func use(_ sheet: SheetSession) async throws {
        let sheets = PageSheets(host: nil, randomness: world.randomness)
        let shopper = sheets.shopper(language, openingWithin: Self.openingPatience)
        let routes = SheetRoutes(sheets)
        let pages = WalletPages(.isMissing, answering: [{ await routes.response(to: $0) }])
        let server: HTTPServer
        do throws(ServerStartFailure) {
            server = try HTTPServer(at: address, world: world) { await pages.respond(to: $0) }
        } catch {
            lastFailure.withLock { $0 = error.cause }
            throw error
        }
        pages.listen(at: server.address)
        announce("http://\(server.address)/sheet.html#\(shopper.identifier)")
        await shopper.use(sheet)
        await shopper.isLeft(within: Self.farewell)
        await server.stop(within: .seconds(1))
    }
}
