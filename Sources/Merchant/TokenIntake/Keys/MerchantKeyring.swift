public import PaymentToken
public import World

/// A merchant's keys, several at once, which can be loaded anew while tokens are opened.
///
/// The token says by `publicKeyHash` which key it wants; none is tried. A load replaces all keys at
/// one moment or none: whoever opens a token has the keys of before or those of after, and keeps
/// what it has until it is done. A source that cannot be read, or in which something cannot serve,
/// keeps the keys that it gave last, and says why.
public final class MerchantKeyring: Sendable {
    /// How many days before a certificate's end one speaks of it, unless told otherwise.
    public static let standardWarningDays = 30

    private let sources: [any MerchantKeySource]
    private let clock: any WallClock
    private let warningDays: Int
    private let interval: Int64
    private let loading: LockedValue<Loading>
    private let serving: LockedValue<Serving>

    /// What is served until the next load.
    private struct Serving {
        var keys: [MerchantKey] = []
        var entries: [KeyringEntry] = []
        var findings: [KeyFinding] = []
    }

    private struct Loading {
        var slots: [Slot]
        var lookedAt: UnixTime?
    }

    /// What a source gave last, and what it gave before when that was bad.
    private struct Slot {
        var mark: KeySourceVersion?
        var entries: [KeyringEntry] = []
        var findings: [KeyFinding] = []
        var refusals: [KeyFinding] = []
    }

    /// Loads keys for the first time.
    ///
    /// - Parameters:
    ///   - sources: Where they are.
    ///   - clock: Tells which certificates have ended, and when to look again.
    ///   - warningDays: How many days before a certificate's end one speaks of it.
    ///   - interval: How long ``refresh()`` leaves the files alone.
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
        loading = LockedValue(Loading(slots: sources.map { _ in Slot() }))
        serving = LockedValue(Serving())
        let report = reload()
        guard report.refusals.isEmpty else { throw KeyringFailure(findings: report.refusals) }
    }

    /// Keys that are at hand already and are not loaded from anywhere.
    public init(_ keys: [MerchantKey], clock: any WallClock) {
        sources = []
        self.clock = clock
        warningDays = Self.standardWarningDays
        interval = 0
        loading = LockedValue(Loading(slots: []))
        serving = LockedValue(Serving(keys: keys))
    }

    /// The keys that serve at this moment. Who has taken them keeps them.
    public var keys: [MerchantKey] { serving.withLock { $0.keys } }

    /// The keys that serve, with what is known of each.
    public var entries: [KeyringEntry] { serving.withLock { $0.entries } }

    /// What there is to say of the keys now, gravest first.
    public var findings: [KeyFinding] {
        let (entries, findings) = serving.withLock { ($0.entries, $0.findings) }
        let now = clock.now
        let ofTime = entries.flatMap {
            $0.findings(at: now, among: entries, warningDays: warningDays)
        }
        return (findings + ofTime).gravestFirst
    }

    /// Loads again whatever may have changed, and what was bad the last time.
    ///
    /// - Returns: What became of it; nothing is thrown, since the old keys serve on.
    public func reload() -> KeyringReport {
        loading.withLock { loading in
            loading.lookedAt = clock.now
            let before = Set(keys.map(\.publicKeyHash))
            let marks = sources.map { $0.mark() }
            var slots = loading.slots
            var isChanged = false
            for index in slots.indices
            where slots[index].mark != marks[index] || !slots[index].refusals.isEmpty {
                slots[index] = Self.load(sources[index], marks[index], after: slots[index])
                isChanged = true
            }
            guard isChanged else { return KeyringReport(refusals: []) }
            let ring = DistinctKeys(slots.map(\.entries))
            if let clash = ring.clash {
                return KeyringReport(refusals: slots.flatMap(\.refusals) + [clash])
            }
            loading.slots = slots
            let refusals = slots.flatMap(\.refusals)
            let findings = slots.flatMap(\.findings) + ring.findings + refusals
            serving.withLock {
                $0 = Serving(
                    keys: ring.entries.map(\.key),
                    entries: ring.entries,
                    findings: findings
                )
            }
            let after = Set(ring.entries.map(\.key.publicKeyHash))
            return KeyringReport(
                added: ring.entries.map(\.key.publicKeyHash).filter { !before.contains($0) },
                removedCount: before.subtracting(after).count,
                refusals: refusals
            )
        }
    }

    /// Loads again whatever may have changed, if nobody looked for a while.
    ///
    /// It is cheap to call, from a timer or before every payment: at most once an interval it asks
    /// the system for the files' marks, and only what changed is read.
    ///
    /// - Returns: What became of it, or nil where it was not yet time to look.
    public func refresh() -> KeyringReport? {
        let now = clock.now
        let isDue = loading.withLock { loading in
            guard let last = loading.lookedAt else { return true }
            return now < last || now.seconds - last.seconds >= interval
        }
        return isDue && !sources.isEmpty ? reload() : nil
    }

    private static func load(
        _ source: any MerchantKeySource,
        _ mark: KeySourceVersion,
        after old: Slot
    ) -> Slot {
        var slot = old
        slot.mark = mark
        do throws(KeyFinding) {
            let matching = KeyCertificateMatching(try source.read())
            slot.refusals = matching.findings.filter { $0.weight == .unusable }
            guard slot.refusals.isEmpty else { return slot }
            slot.entries = matching.entries
            slot.findings = matching.findings
        } catch { slot.refusals = [error] }
        return slot
    }
}

/// What became of a load.
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
