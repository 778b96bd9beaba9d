import Bytes
import CardNetwork
import Foundation
import ISO8583
import TestSupport
import Testing
import World

/// A network with one card, in memory or in a folder.
struct AccountBench {
    static let credit: Int64 = 2_000_000

    let folder = ScratchFolder()
    // 2025-11-24T16:00:00Z.
    let clock = SimulatedClock(startingAt: SandboxBench.start)
    let card: PaymentCard
    var bank = MerchantBank()
    var device: MerchantBank.Device
    let network: CardNetwork

    init(inFolder: Bool = false, seed: UInt64 = 3) async throws {
        let world = World(clock: clock, randomness: SeededRandomness(seed: seed))
        card = try #require(LedgerSimulation.cards.first)
        network =
            inFolder
            ? try await CardNetwork(folder: folder.url.path, world: world)
            : try CardNetwork(world: world)
        let account = try await network.provision(card, availableMinorUnits: Self.credit)
        device = MerchantBank.Device(account: account)
    }

    func answer(_ message: ISO8583Message) async -> ISO8583Message? {
        await network.reply(to: message)?.message
    }

    func code(_ message: ISO8583Message) async -> String? { await answer(message)?.text(39) }

    /// The code of a new payment.
    mutating func pay(
        _ amount: Int64,
        in currency: String = "840",
        pin: String? = nil
    ) async -> String? {
        await code(payment(amount, in: currency, pin: pin))
    }

    mutating func payment(
        _ amount: Int64,
        in currency: String = "840",
        pin: String? = nil
    ) -> ISO8583Message {
        var message = bank.authorization(amount, &device, currency: currency)
        message.fields[52] = pin.flatMap { MerchantBank.pinBlock($0, of: device) }
        return message
    }

    @discardableResult
    func change(
        pin: String? = nil,
        of other: PaymentCard? = nil,
        _ body: @escaping @Sendable (inout AccountSettings) -> Void = { _ in }
    ) async throws -> AccountReport {
        let digits = pin.map { Secret(copying: Array($0.utf8)) }
        return try await network.changeAccount(of: other ?? card, pin: digits, body)
    }

    func reports() async throws -> [AccountReport] {
        try await network.accounts()
    }

    func report() async throws -> AccountReport { try #require(await reports().first) }

    func balance(in currency: String = "840") async throws -> [Int64] {
        let balance = try await report().balances.first { $0.currency == currency }
        return balance.map { [$0.available, $0.held, $0.owed] } ?? []
    }

    func runDueWork() async { await network.runDueWork() }
}
