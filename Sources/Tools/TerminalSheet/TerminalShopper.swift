internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
public import SheetWording
public import Wallet
internal import World

/// A person who operates the sheet at a terminal, in real time.
public struct TerminalShopper: SheetShopper {
    /// Real time.
    public let time = SheetTime.real
    private let language: Language
    private let terminal: Terminal
    private let failure = LockedValue<TerminalRefusal?>(nil)

    /// Why no sheet was shown, if the terminal's settings could not be changed.
    public var refusal: TerminalRefusal? { failure.withLock { $0 } }

    /// How long the last message stays on the screen.
    private static let farewell: Duration = .seconds(1)

    /// The person at the terminal of the process.
    ///
    /// - Throws: ``TerminalRefusal`` if there is no terminal.
    public init(language: Language) throws(TerminalRefusal) {
        self.language = language
        terminal = try Terminal()
    }

    /// An event to react to.
    private enum ScreenEvent: Sendable {
        case terminal(TerminalEvent)
        case shown(PaymentSheet.Display?)
        case sheetOver
    }

    /// The shopper's action, and its step.
    private struct StepInput: Sendable {
        let event: PaymentSheet.Event
        let step: ScriptedShopper.Step
    }

    /// Shows the sheet until it finishes. If the terminal's settings cannot be changed, it returns
    /// at once and sets ``refusal``.
    public func use(_ sheet: SheetSession) async {
        let changes = sheet.changes()
        let terminalEvents: AsyncStream<TerminalEvent>
        do throws(TerminalRefusal) { terminalEvents = try terminal.takeOver() } catch {
            failure.withLock { $0 = error }
            return
        }
        defer { terminal.giveBack() }
        let (screenEvents, screenEventContinuation) = AsyncStream<ScreenEvent>.makeStream()
        let (inputs, inputContinuation) = AsyncStream<StepInput>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                for await event in terminalEvents {
                    screenEventContinuation.yield(.terminal(event))
                }
            }
            group.addTask {
                for await display in changes { screenEventContinuation.yield(.shown(display)) }
                screenEventContinuation.yield(.sheetOver)
            }
            group.addTask {
                for await input in inputs { await sheet.take(input.event, as: input.step) }
            }
            await show(sheet, screenEvents) { inputContinuation.yield($0) }
            group.cancelAll()
        }
    }

    private func show(
        _ sheet: SheetSession,
        _ screenEvents: AsyncStream<ScreenEvent>,
        perform: (StepInput) -> Void
    ) async {
        let choices = sheet.choices
        var screen = SheetScreen(language: language)
        screen.zone = sheet.sheet.freeCancellationZone
        draw(screen, sheet, choices)
        for await screenEvent in screenEvents {
            switch screenEvent {
            case .terminal(.key(let key)):
                let stands = sheet.sheet
                let input = screen.take(key, before: stands, choosingFrom: choices)
                if let input, let step = input.step(before: stands) {
                    perform(StepInput(event: input.event, step: step))
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

    private func draw(_ screen: SheetScreen, _ sheet: SheetSession, _ choices: SheetChoices) {
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
