internal import HTTPServer
internal import JSON
import PaymentSheet
internal import SheetView
package import Wallet
internal import World

/// A person who uses a sheet in a browser, in real time.
///
/// The page gets what to show as server-sent events, and posts what the shopper does. A sheet whose page
/// is gone, and does not come back in time, is closed.
package final class PageShopper: SheetShopper {
    /// How long a sheet stays without a page.
    package static let patience: Duration = .seconds(10)

    /// Real time.
    package let time = SheetTime.real
    /// A secret by which the page names the sheet.
    let identifier: String
    private let openingPatience: Duration
    private let patience: Duration
    private let state: AwaitableValue<State>

    private struct State {
        var scene: SheetScene
        var sheet: SheetSession?
        var events = SheetEvents()
        var steps: AsyncStream<Step>.Continuation?
        /// The numbers of the streams that are open.
        var streams: [Viewer: Int] = [:]
        var lastStream = 0
        var isCancelled = false
        /// Advice for the developer of the app or page.
        var words: [String] = []
    }

    private struct Step: Sendable {
        let event: PaymentSheet.Event
        let step: ScriptedShopper.Step
    }

    /// A person.
    ///
    /// - Parameters:
    ///   - identifier: A secret by which the page names the sheet.
    ///   - language: The language of the sheet.
    ///   - openingPatience: How long the sheet waits for its page to be opened.
    ///   - patience: How long it waits for a page that is gone.
    init(
        identifier: String,
        language: Language,
        openingPatience: Duration = PageShopper.patience,
        patience: Duration = PageShopper.patience
    ) {
        self.identifier = identifier
        (self.openingPatience, self.patience) = (openingPatience, patience)
        state = AwaitableValue(State(scene: SheetScene(language: language)))
    }

    /// The view that the page shows.
    var view: JSONOutput {
        state.read { state in
            guard let session = state.sheet else { return .null }
            return Self.json(of: session, state)
        }
    }

    /// The sheet that the page shows, before it begins.
    func attach(_ sheet: SheetSession) {
        state.change { state in
            state.sheet = sheet
            state.scene.zone = sheet.sheet.freeCancellationZone
            Self.publish(&state)
        }
    }

    /// Uses the sheet until it is over, or until its page is gone.
    package func use(_ sheet: SheetSession) async {
        attach(sheet)
        let (steps, continuation) = AsyncStream<Step>.makeStream()
        let changes = sheet.changes()
        let isCancelled = state.change { state in
            state.steps = continuation
            return state.isCancelled
        }
        if isCancelled { await sheet.take(.cancelled, as: .cancelAtOnce) }
        let presence = Task { await leaveAlone(sheet) }
        let hands = Task {
            for await step in steps {
                await sheet.take(step.event, as: step.step)
                state.change { state in
                    state.scene.stepsUnderWay -= 1
                    Self.publish(&state)
                }
            }
        }
        state.change { Self.publish(&$0) }
        for await display in changes {
            state.change { state in
                if let display { state.scene.show(display) }
                Self.publish(&state)
            }
        }
        presence.cancel()
        hands.cancel()
        continuation.finish()
        state.change { state in
            Self.publish(&state)
            state.events.finish(
                Self.json(
                    of: sheet.outcome,
                    isDeclined: state.scene.isDeclined,
                    state.words
                )
            )
            state.steps = nil
        }
    }

    /// Closes a sheet whose page has been gone for too long.
    private func leaveAlone(_ sheet: SheetSession) async {
        while !Task.isCancelled {
            await state.wait { $0.streams[.page] == nil || $0.events.isOver }
            if state.read(\.events.isOver) { return }
            let isNew = state.read { $0.lastStream == 0 }
            let isBack = await state.wait(within: isNew ? openingPatience : patience) {
                $0.streams[.page] != nil || $0.events.isOver
            }
            guard !isBack, !Task.isCancelled else { continue }
            return await sheet.take(.cancelled, as: .cancelAtOnce)
        }
    }

    /// Returns when the sheet is over and no page has read it for the patience of a sheet.
    func isForgotten() async {
        await state.wait { $0.events.isOver }
        repeat {
            await state.wait { $0.streams[.page] == nil }
        } while await state.wait(
            within: patience,
            until: { $0.streams[.page] != nil }
        )
    }

    /// Returns when no page reads the sheet, or after this much real time.
    func isLeft(within patience: Duration) async {
        _ = await state.wait(within: patience) { $0.streams[.page] == nil }
    }

    /// Handles a step of the shopper.
    ///
    /// - Returns: The number of the event whose view has the step in it.
    /// - Throws: ``StepRefusal``.
    func take(_ step: SheetStep) throws(StepRefusal) -> Int {
        try state.change { state throws(StepRefusal) in
            if step == .cancel, state.steps == nil {
                state.isCancelled = true
                return state.events.viewIdentifier
            }
            guard let session = state.sheet, let steps = state.steps else {
                throw .refused("the sheet is not shown")
            }
            let sheet = session.sheet
            let input = try state.scene.take(
                step,
                before: sheet,
                choosingFrom: session.choices
            )
            if let input, let step = input.event.step(before: sheet, isWritten: input.isWritten) {
                state.scene.stepsUnderWay += 1
                steps.yield(Step(event: input.event, step: step))
            }
            Self.publish(&state)
            return state.events.viewIdentifier
        }
    }

    /// Asks the page.
    func ask(_ number: Int, _ json: JSONOutput) { state.change { $0.events.ask(number, json) } }

    /// The page answered.
    func remove(question number: Int) { state.change { $0.events.remove(question: number) } }

    /// Keeps words for the developer of the page, who gets them at the end.
    package func tell(_ words: String) {
        state.change { state in
            if state.words.count < 20, !state.words.contains(words) { state.words.append(words) }
        }
    }

    /// The page said that the payment failed for good.
    func decline() async {
        let sheet = state.change { state in
            state.scene.decline()
            return state.sheet
        }
        await sheet?.dismiss()
    }

    /// The app took the sheet away.
    func dismiss() async {
        if let sheet = state.read(\.sheet) { await sheet.dismiss() }
    }

    /// Closes the sheet, and the stream of its page.
    func close() async {
        if let sheet = state.read(\.sheet) { await sheet.take(.cancelled, as: .cancelAtOnce) }
        state.change { $0.streams = [:] }
    }

    private static func publish(_ state: inout State) {
        guard let session = state.sheet else { return }
        state.events.show(json(of: session, state))
    }

    private static func json(of session: SheetSession, _ state: State) -> JSONOutput {
        state.scene.json(
            of: session.sheet,
            choosingFrom: session.choices,
            hasCompanion: state.streams[.companion] != nil
        )
    }

    private static func json(
        of outcome: PaymentSheet.Outcome?,
        isDeclined: Bool,
        _ words: [String]
    ) -> JSONOutput {
        // Without an outcome the sheet was closed before it was shown.
        let outcome = outcome ?? .notPaid(.cancelled)
        let isDeclined = isDeclined && outcome.ending == .cancelled
        let reason = isDeclined ? "declined" : outcome.ending?.name
        return .object([
            "outcome": .string(outcome.name), "reason": reason.map { .string($0) } ?? .null,
            "detail": words.isEmpty ? .null : .string(words.joined(separator: "; ")),
        ])
    }
}

// The streams of its pages.
extension PageShopper {
    /// Who shows the sheet.
    enum Viewer: Hashable, Sendable {
        /// The page that opened it, which is asked, and whose end is the sheet's.
        case page
        /// A page on another device or in another tab, on which the person goes on.
        case companion
    }

    /// Whether a stream would have something to send after an event, now or later.
    func hasMore(after identifier: Int) -> Bool {
        state.read { !$0.events.isOver || $0.events.lastIdentifier > identifier }
    }

    /// Sends the events after one, until the sheet is over, the viewer is gone, or another stream of the
    /// same viewer is opened, which takes the place of this one.
    ///
    /// - Throws: ``HTTPServer/HTTPBodyWriter/Closed``.
    func send(
        after identifier: Int,
        to writer: HTTPBodyWriter,
        as viewer: Viewer = .page
    ) async throws {
        let number = state.change { state in
            state.lastStream += 1
            state.streams[viewer] = state.lastStream
            Self.publish(&state)
            return state.lastStream
        }
        defer { close(number, of: viewer) }
        try await withTaskCancellationHandler {
            var sent = identifier
            while true {
                let last = sent
                let hasNews = await state.wait(within: ServerSentEvent.pulseTime) {
                    $0.streams[viewer] != number || $0.events.lastIdentifier > last
                }
                guard hasNews else {
                    try await writer.write(ServerSentEvent.pulse.bytes)
                    continue
                }
                let (current, events, newest) = state.read {
                    ($0.streams[viewer], $0.events.after(last), $0.events.lastIdentifier)
                }
                guard current == number else {
                    if current != nil {
                        try await writer.write(ServerSentEvent("{}", name: "replaced").bytes)
                    }
                    return
                }
                for event in events where viewer == .page || event.name != "question" {
                    try await writer.write(event.bytes)
                }
                sent = newest
                if state.read(\.events.isOver), !hasMore(after: sent) { return }
            }
        } onCancel: {
            close(number, of: viewer)
        }
    }

    private func close(_ number: Int, of viewer: Viewer) {
        state.change { state in
            guard state.streams[viewer] == number else { return }
            state.streams[viewer] = nil
            if viewer == .companion { Self.publish(&state) }
        }
    }
}
