internal import Foundation
internal import TestSupport
internal import Wallet
internal import World

@testable import quince

/// A checkout that was run, in a folder of its own.
struct CheckoutRun: Sendable {
    let folder: ScratchFolder
    let files: CheckoutFiles
    let ending: Checkout.Ending
    let events: [CheckoutEvent]

    init(
        _ scenario: CheckoutScenario = .guide,
        declines: Bool = false,
        seed: UInt64 = 7,
        in folder: ScratchFolder = ScratchFolder(),
        byHandOf person: (any SheetShopper)? = nil,
        over network: CheckoutNetwork? = nil
    ) async throws {
        self.folder = folder
        let place = CheckoutFolder(CheckoutFiles(folder: folder.path("checkout")))
        files = place.files
        let checkout = Checkout(
            scenario,
            declines: declines,
            folder: place,
            world: .simulated(seed: seed, startingAt: Checkout.seededMoment),
            byHandOf: person,
            over: network
        )
        let events = LockedValue<[CheckoutEvent]>([])
        ending = try await checkout.run { event in events.withLock { $0.append(event) } }
        self.events = events.withLock { $0 }
    }

    /// One checkout for all tests that only read it.
    static func shared() async throws -> CheckoutRun { try await first.value }

    private static let first = Task { try await CheckoutRun() }

    /// The options with which its token verifies.
    var trust: [String] { ["--root", files.root, "--at", "2026-01-01T12:00:00Z"] }

    /// The options with which its token opens.
    var keys: [String] { trust + ["--key", files.merchantKey, "--certificate", files.merchant] }

    func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The token with its JSON changed, in a file of its own.
    func token(
        named name: String,
        _ change: (inout [String: Any]) throws -> Void
    ) throws -> String {
        let read = try JSONSerialization.jsonObject(with: Data(bytes(files.token)))
        var object = read as? [String: Any] ?? [:]
        try change(&object)
        let path = folder.path("\(name)-\(UUID().uuidString).json")
        try JSONSerialization.data(withJSONObject: object).write(to: URL(filePath: path))
        return path
    }
}
