internal import PaymentDevice
internal import PaymentSheet
internal import World

extension SheetSession {
    /// How long a shopper who lets counted time pass lets an app go on working in real time.
    private static let grace: Duration = .milliseconds(100)

    func startWaiting(for ask: PaymentSheet.AskID, _ limit: Duration) {
        state.withLock { state in
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

    /// Comes back when the sheet waits for nobody but the shopper, or is over.
    public func settled() async {
        guard case .counted(let patience) = time else { return await settled(within: nil) }
        while !state.withLock({ $0.isSettled }) {
            let ask = state.withLock { $0.sheet.outstanding }
            await settled(within: patience)
            let isStuck = state.withLock { $0.sheet.outstanding == ask && $0.deadline?.ask == ask }
            if isStuck, let ask { await passDeadline(of: ask) }
        }
    }

    /// Lets counted time pass, and with it the limits that lie in it; or as much real time.
    func pass(_ duration: Duration) async {
        guard case .counted = time else { return await RealTime.pass(duration) }
        let end = elapsed + duration
        while let (ask, _) = state.withLock({ $0.deadline.flatMap { $0.at <= end ? $0 : nil } }) {
            await settled(within: Self.grace)
            if state.withLock({ $0.deadline?.ask == ask }) { await passDeadline(of: ask) }
        }
        state.withLock { $0.now = max($0.now, end) }
    }

    private func passDeadline(of ask: PaymentSheet.AskID) async {
        state.withLock { state in
            if let deadline = state.deadline, deadline.ask == ask { state.now = deadline.at }
            state.deadline = nil
        }
        await take(.answerOverdue(ask))
    }

    /// Comes back when the sheet has settled, when the app let go of its answer, or when this much
    /// real time is over.
    private func settled(within patience: Duration?) async {
        let alarm = patience.map { patience in
            Task { [weak self] in
                await RealTime.pass(patience)
                if !Task.isCancelled { self?.wakeWaiters() }
            }
        }
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                let isLetGo = state.letGo != nil && state.letGo == state.sheet.outstanding
                guard !state.isSettled, !isLetGo else { return true }
                state.waiters.append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
        alarm?.cancel()
    }

    func wakeWaiters() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
