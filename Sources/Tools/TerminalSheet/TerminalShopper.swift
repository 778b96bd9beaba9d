internal import PaymentRequest
internal import PaymentSheet
public import SheetWording
public import Wallet
internal import World

/// A person at a terminal, who uses the sheet by hand and in real time.
public struct TerminalShopper: SheetShopper {
    /// As for people.
    public let time = SheetTime.real
    private let language: Language
    private let terminal: Terminal

    /// How long the last word of a sheet can be read.
    private static let farewell: Duration = .seconds(1)

    /// Whoever sits at the terminal that the process was started from.
    ///
    /// - Throws: ``TerminalRefusal`` where there is none.
    public init(language: Language) throws(TerminalRefusal) {
        self.language = language
        terminal = try Terminal()
    }

    /// What there is to react to.
    private enum Happening: Sendable {
        case terminal(TerminalEvent)
        case shown(PaymentSheet.Display?)
        case sheetOver
    }

    /// What the shopper did, and what it is called.
    private struct Deed: Sendable {
        let event: PaymentSheet.Event
        let step: ScriptedShopper.Step
    }

    /// Shows the sheet until it is over. Where the terminal does not let itself be set, the shopper
    /// turns away at once.
    public func use(_ sheet: SheetInHand) async {
        let changes = sheet.changes()
        guard let input = try? terminal.takeOver() else { return }
        defer { terminal.giveBack() }
        let (happenings, happening) = AsyncStream<Happening>.makeStream()
        let (deeds, deed) = AsyncStream<Deed>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                for await event in input { happening.yield(.terminal(event)) }
            }
            group.addTask {
                for await display in changes { happening.yield(.shown(display)) }
                happening.yield(.sheetOver)
            }
            group.addTask {
                for await deed in deeds { await sheet.take(deed.event, as: deed.step) }
            }
            await show(sheet, happenings) { deed.yield($0) }
            group.cancelAll()
        }
    }

    private func show(
        _ sheet: SheetInHand,
        _ happenings: AsyncStream<Happening>,
        doing: (Deed) -> Void
    ) async {
        let choices = SheetChoices(sheet)
        var screen = SheetScreen(language: language)
        screen.zone = sheet.sheet.freeCancellationZone
        draw(screen, sheet, choices)
        for await happening in happenings {
            switch happening {
            case .terminal(.key(let key)):
                let stands = sheet.sheet
                let deed = screen.take(key, before: stands, choosingFrom: choices)
                if let deed, let step = deed.step(before: stands) {
                    doing(Deed(event: deed.event, step: step))
                }
            case .terminal(.screenLost): break
            case .shown(let display):
                let stands = sheet.sheet
                screen.zone = stands.freeCancellationZone
                screen.show(display, of: stands)
            case .sheetOver:
                screen.show(nil, of: sheet.sheet)
                draw(screen, sheet, choices)
                if screen.notice == .paid || screen.notice == .notCompleted {
                    await RealTime.pass(Self.farewell)
                }
                return
            }
            draw(screen, sheet, choices)
        }
    }

    private func draw(_ screen: SheetScreen, _ sheet: SheetInHand, _ choices: SheetChoices) {
        let size = terminal.size
        terminal.draw(
            screen.lines(
                of: sheet.sheet,
                choosingFrom: choices,
                width: size.columns,
                height: size.lines
            )
        )
    }
}

extension SheetChoices {
    /// What the shopper's wallet and device have.
    fileprivate init(_ sheet: SheetInHand) {
        let request = sheet.sheet.request.request
        let admitted = sheet.cards
        self.init(
            cards: admitted.map { PaymentSheet.Card(id: $0.id, method: $0.shownMethod) },
            barred: sheet.walletCards.filter { !admitted.contains($0) }
                .map { BarredCard(method: $0.shownMethod, obstacle: $0.obstacle(for: request)) },
            contacts: sheet.contacts
        )
    }
}

extension WalletCard {
    fileprivate var shownMethod: PaymentMethod {
        PaymentMethod(displayName: displayName, network: network, type: type)
    }

    /// Why the card, which a request does not admit, cannot pay.
    fileprivate func obstacle(for request: PaymentRequest) -> CardObstacle {
        if !request.supportedNetworks.contains(network) { return .network }
        return request.supportedCountries?.contains(issuerCountry) == false ? .country : .kind
    }
}
