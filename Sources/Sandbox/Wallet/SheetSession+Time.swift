import PaymentSheet
internal import World

extension SheetSession {
    func startWaiting(for ask: PaymentSheet.AskID, _ limit: Duration) {
        state.change { state in
            // The app may have answered before it was waited for.
            guard state.sheet.outstanding == ask else { return }
            state.deadline = (ask, state.now + limit)
        }
        guard time == .real else { return }
        Task { [weak self] in
            await RealTime.pass(limit)
            self?.post(.answerOverdue(ask))
        }
    }

    /// Returns when the sheet waits only for the shopper, or has ended.
    public func settled() async {
        guard case .counted(let patience) = time else {
            return await state.wait(until: \.isSettled)
        }
        while true {
            let asked = state.read(\.deadline)?.ask
            let isInTime = await state.wait(patiently: patience) {
                $0.isSettled || $0.cannotBeAnswered
            }
            let (isSettled, ask) = state.read { ($0.isSettled, $0.deadline?.ask) }
            if isSettled { return }
            // Patience is for one question; the next has its own.
            if let ask, isInTime || ask == asked { await passDeadline(of: ask) }
        }
    }

    /// Lets counted time pass, and with it the limits that lie in it; or as much real time.
    ///
    /// Counted time passes once all that has happened before was taken.
    func pass(_ duration: Duration) async {
        guard case .counted = time else { return await RealTime.pass(duration) }
        await state.wait(until: \.isIdle)
        let end = elapsed + duration
        while let (ask, at) = state.read(\.deadline), at <= end {
            await giveTimeToAnswer(ask)
            if state.read(\.deadline)?.ask == ask { await passDeadline(of: ask) }
        }
        state.change { $0.now = max($0.now, end) }
    }

    /// Lets an app that is still working answer before its time limit passes.
    private func giveTimeToAnswer(_ ask: PaymentSheet.AskID) async {
        _ = await state.wait(patiently: .milliseconds(100)) {
            $0.deadline?.ask != ask || $0.cannotBeAnswered
        }
        await state.wait(until: \.isIdle)
    }

    private func passDeadline(of ask: PaymentSheet.AskID) async {
        state.change { state in
            guard let deadline = state.deadline, deadline.ask == ask else { return }
            state.now = max(state.now, deadline.at)
            state.deadline = nil
        }
        await take(.answerOverdue(ask))
    }
}

extension SheetSession.State {
    /// Whether every event has been taken, and the app has been called for it.
    var isIdle: Bool { events.isEmpty && !isTakingEvents }

    /// Whether the sheet waits only for the shopper, or has ended.
    var isSettled: Bool {
        hasBegun && isIdle
            && (sheet.outcome != nil || (sheet.isPresented && sheet.outstanding == nil))
    }

    /// Whether the app has released the question that the sheet waits for.
    var cannotBeAnswered: Bool {
        isIdle && unanswerable != nil && unanswerable == sheet.outstanding
            && unanswerable == deadline?.ask
    }
}
