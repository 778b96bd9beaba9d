internal import Dispatch
public import PaymentToken
public import World

/// A merchant's keys, several at once, which can be loaded again while tokens are opened.
///
/// The token says by `publicKeyHash` which key it wants; none is tried. A load replaces the keys in one
/// step: a caller gets those of before or those of after, and keeps what it got. A source that cannot be
/// read, or in which something cannot serve, keeps the keys that it gave last, and says why.
///
/// No file is read and no security module is asked while the lock is held that ``keys`` needs.
public final class MerchantKeyring: Sendable {
    /// How many days before a certificate's end it is reported, unless told otherwise.
    public static let standardWarningDays = 30

    private let sources: [any MerchantKeySource]
    private let clock: any WallClock
    private let warningDays: Int
    private let interval: Int64
    private let state: LockedValue<State>

    fileprivate struct State {
        var keys: [MerchantKey] = []
        var entries: [KeyringEntry] = []
        var findings: [KeyFinding] = []
        var isRefused = false
        var slots: [Slot] = []
        var lookedAt: UnixTime?
        var loadsBegun = 0
        var isRefreshing = false
    }

    /// The last content of a source, and why its present content cannot serve, if it cannot.
    fileprivate struct Slot {
        var mark: KeySourceVersion?
        var entries: [KeyringEntry] = []
        var findings: [KeyFinding] = []
        var refusals: [KeyFinding] = []
        /// The load that this is from. A load that hangs must not undo what a later one found.
        var load = 0
    }

    /// Loads keys for the first time.
    ///
    /// - Parameters:
    ///   - sources: Where they are.
    ///   - clock: Tells which certificates have ended, and when to look again.
    ///   - warningDays: How many days before its end a certificate is reported.
    ///   - interval: The shortest time between two loads by ``refresh(then:)``.
    /// - Throws: ``KeyringFailure`` with all that keeps a key from serving: at the start, nothing
    ///   is passed over.
    public init(
        sources: [any MerchantKeySource],
        clock: any WallClock,
        warningDays: Int = MerchantKeyring.standardWarningDays,
        interval: Duration = .seconds(60)
    ) throws(KeyringFailure) {
        self.sources = sources
        self.clock = clock
        self.warningDays = warningDays
        self.interval = interval.components.seconds
        state = LockedValue(State(slots: sources.map { _ in Slot() }))
        let report = reload()
        guard report.refusals.isEmpty else { throw KeyringFailure(findings: report.refusals) }
    }

    /// Creates a keyring from keys in memory, which are not reloaded.
    public init(_ keys: [MerchantKey], clock: any WallClock) {
        sources = []
        self.clock = clock
        warningDays = Self.standardWarningDays
        interval = 0
        state = LockedValue(State(keys: keys))
    }

    /// The keys that serve at this moment. A caller who has taken them keeps them.
    public var keys: [MerchantKey] { state.withLock { $0.keys } }

    /// The keys that serve, with what is known of each.
    public var entries: [KeyringEntry] { state.withLock { $0.entries } }

    /// Whether a source still serves what it gave before, because its present content cannot serve.
    public var isRefused: Bool { state.withLock { $0.isRefused } }

    /// The findings on the keys now, gravest first.
    public var findings: [KeyFinding] {
        let (entries, findings) = state.withLock { ($0.entries, $0.findings) }
        let now = clock.now
        let ofTime = entries.flatMap {
            $0.findings(at: now, among: entries, warningDays: warningDays)
        }
        return (findings + ofTime).gravestFirst
    }

    /// Loads again whatever may have changed, and what was bad the last time.
    ///
    /// It waits for files and security modules on the caller's thread; ``refresh(then:)`` does not.
    ///
    /// - Returns: What was found. Nothing is thrown, since the old keys go on serving.
    public func reload() -> KeyringReport {
        let now = clock.now
        let (load, slots) = state.withLock { state in
            state.lookedAt = now
            state.loadsBegun += 1
            return (state.loadsBegun, state.slots)
        }
        let loaded = zip(sources, slots).map { source, slot in
            Self.loaded(source, after: slot, as: load)
        }
        return state.withLock { $0.install(loaded) }
    }

    /// Starts to load whatever may have changed, on a thread of its own, unless it was looked for less
    /// than an interval ago or such a load is under way.
    ///
    /// It returns at once, so it may be called from a timer or before every payment, also in an `async`
    /// function. A file that hangs, as on a network drive, holds up no payment: the keys of before serve.
    ///
    /// - Parameter report: Gets what was found, on that thread.
    /// - Returns: Whether a load was started.
    @discardableResult
    public func refresh(
        then report: @escaping @Sendable (KeyringReport) -> Void = { _ in }
    ) -> Bool {
        let now = clock.now
        let isDue = state.withLock { state in
            let isRecent = state.lookedAt.map { $0 <= now && now.seconds - $0.seconds < interval }
            guard isRecent != true, !state.isRefreshing, !sources.isEmpty else { return false }
            state.isRefreshing = true
            return true
        }
        guard isDue else { return false }
        DispatchQueue(label: "quince.keys").async {
            let found = self.reload()
            self.state.withLock { $0.isRefreshing = false }
            report(found)
        }
        return true
    }

    /// The present content of a source; nil if it may not have changed and was good.
    private static func loaded(
        _ source: any MerchantKeySource,
        after old: Slot,
        as load: Int
    ) -> Slot? {
        let mark = source.mark()
        guard old.mark != mark || !old.refusals.isEmpty else { return nil }
        var slot = old
        slot.mark = mark
        slot.load = load
        do throws(KeyFinding) {
            let contents = try source.read()
            let matching = KeyCertificateMatching(contents, of: source.name)
            slot.refusals = matching.findings.filter { $0.weight == .unusable }
            if slot.refusals.isEmpty {
                slot.refusals = old.entries.compactMap {
                    $0.halfReplaced(by: contents, giving: matching.entries)
                }
            }
            guard slot.refusals.isEmpty else { return slot }
            slot.entries = matching.entries
            slot.findings = matching.findings
        } catch { slot.refusals = [error] }
        return slot
    }
}

extension MerchantKeyring.State {
    /// Puts what was loaded in the place of what was there, all of it or, where one key would be for
    /// two merchants, none.
    fileprivate mutating func install(_ loaded: [MerchantKeyring.Slot?]) -> KeyringReport {
        var slots = slots
        var isChanged = false
        for (index, slot) in loaded.enumerated() {
            guard let slot, slot.load > slots[index].load else { continue }
            slots[index] = slot
            isChanged = true
        }
        guard isChanged else { return KeyringReport(refusals: []) }
        let distinct = DistinctKeys(slots.map(\.entries))
        let refusals = slots.flatMap(\.refusals)
        isRefused = !refusals.isEmpty || distinct.clash != nil
        if let clash = distinct.clash { return KeyringReport(refusals: refusals + [clash]) }
        let before = Set(keys.map(\.publicKeyHash))
        self.slots = slots
        entries = distinct.entries
        keys = entries.map(\.key)
        findings = slots.flatMap(\.findings) + distinct.findings + refusals
        let after = keys.map(\.publicKeyHash)
        return KeyringReport(
            added: after.filter { !before.contains($0) },
            removedCount: before.subtracting(after).count,
            refusals: refusals
        )
    }
}

/// The report on a load.
public struct KeyringReport: Sendable {
    /// The hashes of the keys that serve now and did not before.
    public let added: [[UInt8]]
    /// How many keys served before and do no more.
    public let removedCount: Int
    /// Why some sources still serve what they gave before.
    public let refusals: [KeyFinding]

    init(added: [[UInt8]] = [], removedCount: Int = 0, refusals: [KeyFinding]) {
        self.added = added
        self.removedCount = removedCount
        self.refusals = refusals
    }
}

/// Why no keyring could be made.
public struct KeyringFailure: Error, Hashable, Sendable {
    /// All that was found, in the order of the sources.
    public let findings: [KeyFinding]
}

extension KeyringFailure: CustomStringConvertible {
    /// The findings and their remedies, one line each; nothing secret.
    public var description: String {
        findings.map { "\($0); \($0.remedy)" }.joined(separator: "\n")
    }
}
