internal import Bytes
internal import JSON
internal import PaymentSheet
internal import SheetView
internal import Wallet
package import World

/// The sheets that pages show, each by a secret identifier.
package final class PageSheets: Sendable {
    /// How many sheets may be open at the same time.
    package static let limit = 64

    struct Page: Sendable {
        let shopper: PageShopper
        /// The page that is asked; nil where the app of the sheet is no page.
        let app: FrameApp?
    }

    private struct State {
        var pages: [String: Page] = [:]
        var opening = 0
        var count = 0
    }

    private let host: (any SheetHost)?
    private let randomness: any Randomness
    private let patience: Duration
    private let state = LockedValue(State())

    /// No sheets.
    ///
    /// - Parameters:
    ///   - host: Shows the sheets of pages; nil where pages cannot ask for one.
    ///   - randomness: The source of identifiers.
    ///   - patience: How long a sheet stays without a page.
    package init(
        host: (any SheetHost)?,
        randomness: any Randomness,
        patience: Duration = PageShopper.patience
    ) {
        (self.host, self.randomness, self.patience) = (host, randomness, patience)
    }

    /// A sheet's page; nil where there is none, or it is forgotten.
    func page(_ identifier: String) -> Page? { state.withLock { $0.pages[identifier] } }

    /// Whether pages can pay with a card of the device.
    func hasActiveCard() async -> Bool { await host?.hasActiveCard() ?? false }

    /// A person for one sheet of an app of this process.
    ///
    /// - Parameters:
    ///   - language: The language of the sheet.
    ///   - opening: How long the sheet waits for its page to be opened.
    /// - Returns: The person.
    func shopper(_ language: Language, openingWithin opening: Duration) -> PageShopper {
        let shopper = newShopper(language, openingWithin: opening)
        state.withLock { $0.pages[shopper.identifier] = Page(shopper: shopper, app: nil) }
        return shopper
    }

    /// Shows a sheet for a page.
    ///
    /// - Throws: ``SheetRefusal``.
    func open(
        origin: PageOrigin,
        request: JSONValue,
        language: Language
    ) async throws(SheetRefusal) -> PageShopper {
        guard let host else { throw .refused("no page can ask for a sheet here") }
        let number = state.withLock { state -> Int? in
            guard state.pages.count + state.opening < Self.limit else { return nil }
            state.opening += 1
            state.count += 1
            return state.count
        }
        guard let number else { throw .tooManySheets(limit: Self.limit) }
        defer { state.withLock { $0.opening -= 1 } }
        let order = SheetOrder(origin: origin, request: request, number: number)
        let shopper = newShopper(language, openingWithin: patience)
        let app = FrameApp(before: shopper, validationURL: host.validationURL) { session in
            await host.use(session, for: order)
        }
        let sheet = try await host.sheet(for: order, of: app, before: shopper)
        shopper.attach(sheet)
        state.withLock { $0.pages[shopper.identifier] = Page(shopper: shopper, app: app) }
        sheet.begin()
        Task {
            await shopper.isForgotten()
            forget(shopper)
        }
        return shopper
    }

    /// Closes all sheets, for the end of their server.
    package func close() async {
        let pages = state.withLock { Array($0.pages.values) }
        for page in pages { await page.shopper.close() }
    }

    func forget(_ shopper: PageShopper) {
        _ = state.withLock { $0.pages.removeValue(forKey: shopper.identifier) }
    }

    private func newShopper(
        _ language: Language,
        openingWithin opening: Duration
    ) -> PageShopper {
        PageShopper(
            identifier: Hexadecimal.encode(randomness.bytes(16)),
            language: language,
            openingPatience: opening,
            patience: patience
        )
    }
}
