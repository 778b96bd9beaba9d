internal import PaymentDevice
internal import World

/// The one decision about a link, which whoever holds its handler makes.
///
/// The first counts. A second is a mistake, and so is none by the time that nobody holds the
/// handler any more.
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

    /// The delegate has no such method, so nobody will decide.
    func decline() {
        progress.withLock { progress in
            guard case .open(let continuation) = progress else { return }
            progress = .declined(continuation)
        }
    }
}

/// The mistakes that an app made about links, and the device that hears of them.
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
