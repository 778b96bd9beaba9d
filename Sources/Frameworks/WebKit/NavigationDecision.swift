internal import PaymentSheet
internal import World

/// The decision about one link, which the holder of its handler makes.
///
/// The first call decides. A second call is a mistake. So is a handler that is released without a
/// call.
final class NavigationDecision: Sendable {
    private enum Progress {
        case open(CheckedContinuation<WKNavigationActionPolicy?, Never>)
        case declined(CheckedContinuation<WKNavigationActionPolicy?, Never>)
        case made
    }

    private let progress: LockedValue<Progress>
    private let mistakes: NavigationMistakes

    init(
        _ continuation: CheckedContinuation<WKNavigationActionPolicy?, Never>,
        reportingTo mistakes: NavigationMistakes
    ) {
        progress = LockedValue(.open(continuation))
        self.mistakes = mistakes
    }

    deinit {
        switch progress.withLock(\.self) {
        case .open(let continuation):
            mistakes.report(.navigationNeverDecided)
            continuation.resume(returning: nil)
        case .declined(let continuation): continuation.resume(returning: nil)
        case .made: break
        }
    }

    func decide(_ policy: WKNavigationActionPolicy) {
        let before = progress.withLock { progress in
            defer { progress = .made }
            return progress
        }
        switch before {
        case .open(let continuation), .declined(let continuation):
            continuation.resume(returning: policy)
        case .made: mistakes.report(.navigationDecidedTwice)
        }
    }

    /// The delegate does not implement the method, so there will be no decision.
    func decline() {
        progress.withLock { progress in
            guard case .open(let continuation) = progress else { return }
            progress = .declined(continuation)
        }
    }
}

/// The mistakes that an app made about links; they are also reported to the device.
final class NavigationMistakes: Sendable {
    private let made = LockedValue<[AppMistake]>([])
    private let device: (any PaymentDevice)?

    init(device: (any PaymentDevice)?) {
        self.device = device
    }

    var all: [AppMistake] { made.withLock(\.self) }

    func report(_ mistake: AppMistake) {
        made.withLock { $0.append(mistake) }
        device?.report(mistake)
    }
}
