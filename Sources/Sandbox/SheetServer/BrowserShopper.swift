public import HTTPServer
public import SheetWording
public import Sockets
public import Wallet
public import World

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
    public var failure: HTTPServerFailure? { lastFailure.withLock { $0 } }

    /// A person.
    ///
    /// - Parameters:
    ///   - language: The language of the sheet.
    ///   - world: The source of secrets, which must be the system's where the machine has other users.
    ///   - address: Where the sheet's server listens; unless given, at a free port of the loopback address.
    ///   - announce: Gets the address of each sheet, which is to be opened in a browser.
    public init(
        language: Language = .english,
        world: World = .system,
        at address: SocketAddress = .loopback(),
        announce: @escaping @Sendable (String) -> Void
    ) {
        (self.language, self.world, self.address) = (language, world, address)
        self.announce = announce
    }

    /// Serves the sheet's page until the sheet is over.
    ///
    /// - Throws: ``HTTPServer/HTTPServerFailure`` where the address cannot be listened at.
    public func use(_ sheet: SheetSession) async throws {
        let sheets = PageSheets(host: nil, randomness: world.randomness)
        let shopper = sheets.shopper(language, openingWithin: Self.openingPatience)
        let routes = SheetRoutes(sheets)
        let pages = WalletPages(.isMissing, answering: [{ await routes.response(to: $0) }])
        let server: HTTPServer
        do throws(HTTPServerFailure) {
            server = try HTTPServer(at: address, world: world) { await pages.respond(to: $0) }
        } catch {
            lastFailure.withLock { $0 = error }
            throw error
        }
        pages.listen(at: server.address)
        announce("http://\(server.address)/sheet.html#\(shopper.identifier)")
        await shopper.use(sheet)
        await shopper.isLeft(within: Self.farewell)
        await server.stop(within: .seconds(1))
    }
}
