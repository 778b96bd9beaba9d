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

    /// Shows the sheet until it is over. Where the terminal does not let itself be set, the shopper
    /// turns away at once.
    public func use(_ sheet: SheetInHand) async {
        let changes = sheet.changes()
        guard let input = try? terminal.takeOver() else { return }
        defer { terminal.giveBack() }
        let (happenings, happening) = AsyncStream<Happening>.makeStream()
        let (doings, doing) = AsyncStream<PaymentSheet.Event>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                for await event in input { happening.yield(.terminal(event)) }
            }
            group.addTask {
                for await display in changes { happening.yield(.shown(display)) }
                happening.yield(.sheetOver)
            }
            group.addTask {
                for await event in doings { await sheet.take(event) }
            }
            await show(sheet, happenings) { doing.yield($0) }
            group.cancelAll()
        }
    }

    private func show(
        _ sheet: SheetInHand,
        _ happenings: AsyncStream<Happening>,
        doing: (PaymentSheet.Event) -> Void
    ) async {
        let choices = SheetChoices(sheet)
        var screen = SheetScreen(language: language)
        draw(screen, sheet, choices)
        for await happening in happenings {
            switch happening {
            case .terminal(.key(let key)):
                let event = screen.take(key, before: sheet.sheet, choosingFrom: choices)
                if let event { doing(event) }
            case .terminal(.screenLost): break
            case .shown(let display): screen.show(display, of: sheet.sheet)
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
        self.init(
            cards: sheet.cards.map { card in
                let method = PaymentMethod(
                    displayName: card.displayName,
                    network: card.network,
                    type: card.type
                )
                return PaymentSheet.Card(id: card.id, method: method)
            },
            contacts: sheet.contacts
        )
    }
}
