import Bytes
import CardAccounts
import Foundation
import ISO8583
import Storage
import TestSupport
import Testing
import World

@testable import CardNetwork

@Suite("A network with its records in a folder")
struct NetworkFolderTests {
    let folder = ScratchFolder()
    let clock = SimulatedClock(startingAt: SandboxBench.start)
    var world: World { World(clock: clock, randomness: SeededRandomness(seed: 5)) }

    @Test func `balances through 1,500 random transactions with faults`() async throws {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        var accounts: [DeviceAccount] = []
        for card in LedgerSimulation.cards {
            let limit = LedgerSimulation.limit
            accounts.append(try await network.provision(card, availableMinorUnits: limit))
        }
        var simulation = LedgerSimulation(seed: 9, network, clock, accounts)
        while simulation.counts["authorizations", default: 0] < 1_500 {
            try await simulation.step()
        }
        try await simulation.finish()
        #expect(simulation.faults.isEmpty)
        #expect(try await network.balanceSheet().count > 5)
        let entries = try await network.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(
                """
                SELECT entry, SUM(amount) AS amount, COUNT(*) AS lines, MAX(line) AS last
                FROM posting GROUP BY entry ORDER BY entry
                """
            )
        }
        for (index, entry) in entries.enumerated() {
            #expect(try entry.integer("entry") == index + 1 && entry.integer("amount") == 0)
            #expect(try entry.integer("lines") == entry.integer("last") + 1)
        }
    }

    @Test func `knows which counters were used after it was opened again`() async throws {
        let card = try #require(LedgerSimulation.cards.first)
        var bank = MerchantBank()
        var network = try await CardNetwork(folder: folder.url.path, world: world)
        let account = try await network.provision(card, availableMinorUnits: 5_000)
        var device = MerchantBank.Device(account: account)
        var replaying = device
        let payments = (0..<3).map { _ in bank.authorization(100, &device) }
        #expect(await network.reply(to: payments[2])?.message.text(39) == "00")
        #expect(await network.reply(to: payments[0])?.message.text(39) == "00")
        await network.close()
        network = try await CardNetwork(folder: folder.url.path, world: world)
        let replay = bank.authorization(100, &replaying)
        #expect(await network.reply(to: replay)?.message.text(39) == "82")
        #expect(await network.reply(to: payments[1])?.message.text(39) == "00")
        await network.close()
    }

    @Test func `continues with its cards, answers and balances after it was opened again`()
        async throws
    {
        let card = try #require(LedgerSimulation.cards.first)
        var bank = MerchantBank()
        var network = try await CardNetwork(folder: folder.url.path, world: world)
        let account = try await network.provision(card, availableMinorUnits: 5_000)
        var device = MerchantBank.Device(account: account)
        let payment = bank.authorization(3_000, &device)
        let answer = try #require(await network.reply(to: payment)?.message)
        #expect(answer.text(39) == "00")
        await network.close()
        network = try await CardNetwork(folder: folder.url.path, world: world)
        #expect(await network.reply(to: payment)?.message == answer)
        let next = bank.authorization(3_000, &device)
        #expect(await network.reply(to: next)?.message.text(39) == "51")
        let again = try await network.provision(card, availableMinorUnits: 9_000)
        var second = MerchantBank.Device(account: again)
        let shared = bank.authorization(3_000, &second)
        #expect(
            await network.reply(to: shared)?.message.text(39) == "51",
            "another device of the same card"
        )
        #expect(await network.reply(to: bank.capture(3_000, of: payment))?.message.text(39) == "00")
    }

    @Test func `captures nothing after the hold, also before it has looked for holds that end`()
        async throws
    {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        var bank = MerchantBank()
        let card = try #require(LedgerSimulation.cards.first)
        var device = MerchantBank.Device(
            account: try await network.provision(card, availableMinorUnits: 5_000)
        )
        let payment = bank.authorization(1_000, &device)
        #expect(await network.reply(to: payment)?.message.text(39) == "00")
        clock.advance(bySeconds: 7 * 86_400)
        #expect(await network.reply(to: bank.capture(1_000, of: payment))?.message.text(39) == "12")
    }

    @Test func `states a reversed capture with its fee`() async throws {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        var bank = MerchantBank()
        let card = try #require(LedgerSimulation.cards.first)
        var device = MerchantBank.Device(
            account: try await network.provision(card, availableMinorUnits: 100_000)
        )
        let payment = bank.authorization(20_000, &device)
        let capture = bank.capture(20_000, of: payment)
        for message in [payment, capture, bank.reversal(of: capture)] {
            #expect(await network.reply(to: message)?.message.text(39) == "00")
        }
        let lines = try await network.settle().lines
        // 0.13 % of 20,000 is 26. Nothing is left to pay.
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("capture,840,") && lines[1].hasSuffix(",000002,20000,26"))
        #expect(lines[2].hasPrefix("capture-reversal,840,"))
        #expect(lines[2].hasSuffix(",000003,-20000,-26"))
    }

    @Test func `settles captures and refunds once, and the sums agree`() async throws {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        var bank = MerchantBank()
        let card = try #require(LedgerSimulation.cards.first)
        var device = MerchantBank.Device(
            account: try await network.provision(card, availableMinorUnits: 100_000)
        )
        func code(_ message: ISO8583Message) async -> String? {
            await network.reply(to: message)?.message.text(39)
        }
        let payment = bank.authorization(20_000, &device)
        #expect(await code(payment) == "00")
        #expect(await code(bank.capture(15_000, of: payment)) == "00")
        #expect(await code(bank.refund(1_000, of: payment)) == "00")
        let yen = bank.authorization(500, &device, currency: "392")
        #expect(await code(yen) == "00")
        #expect(await code(bank.capture(500, of: yen)) == "00")
        let first = try await network.settle()
        let answer = try #require(await network.reply(to: payment)?.message.text(38))
        let reference = try #require(payment.text(37))
        // 0.13 % of 15,000 is 19.5, and of 500 is 0.65.
        #expect(
            first.lines == [
                "settlement,1,1,2025-11-24T16:00:00Z",
                "capture,840,MERCHANT0000001,\(reference),\(answer),000002,15000,19",
                "refund,840,MERCHANT0000001,\(reference),\(answer),000003,-1000,0",
                first.lines[3],
                "merchant,392,MERCHANT0000001,500", "issuer,392,Visa,-500",
                "fees,840,19",
                "merchant,840,MERCHANT0000001,13981", "issuer,840,Visa,-14000",
                "end,10",
            ]
        )
        #expect(first.lines[3].hasPrefix("capture,392,MERCHANT0000001,"))
        let sheet = try await network.balanceSheet()
        for (account, balances) in sheet
        where ["merchant", "payable", "fees", "settlement"].contains(where: account.hasPrefix) {
            #expect(balances.values.allSatisfy { $0 == 0 }, "\(account)")
        }
        let second = try await network.settle()
        #expect(second.lines.count == 2 && second.number == 2)
    }

    /// Each statement of a payment's transaction fails once; the last one is the commit.
    @Test func `answers 96 where nothing was done, and nothing where that is not known`()
        async throws
    {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        let told = LockedValue<[NetworkNotice]>([])
        network.observe { notice in told.withLock { $0.append(notice) } }
        let card = try #require(LedgerSimulation.cards.first)
        var device = MerchantBank.Device(
            account: try await network.provision(card, availableMinorUnits: 5_000)
        )
        var bank = MerchantBank()
        var payment = bank.authorization(1_000, &device)
        var codes: [String?] = []
        for statement in 1... {
            network.database.armFault(atStatement: statement)
            let reply = await network.reply(to: payment)
            guard network.database.disarmFault() else {
                #expect(reply?.message.text(39) == "00")
                break
            }
            codes.append(reply?.message.text(39))
            if reply == nil { payment = bank.authorization(1_000, &device) }
        }
        #expect(codes.count > 3)
        #expect(codes.dropLast() == ArraySlice(repeating: "96", count: codes.count - 1))
        #expect(codes.last == .some(nil))
        let consequences = told.withLock { told in
            told.compactMap {
                if case .records(let failure) = $0 { failure.consequence } else { nil }
            }
        }
        #expect(consequences.dropLast().allSatisfy { $0 == .systemError })
        #expect(consequences.count == codes.count && consequences.last == .noAnswer)
        await network.close()
    }

    @Test func `tells of due work that fails once, and of a card that cannot be read`() async throws
    {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        let told = LockedValue<[NetworkNotice]>([])
        network.observe { notice in told.withLock { $0.append(notice) } }
        await network.runDueWork()
        #expect(told.withLock(\.isEmpty))
        await network.close()
        for _ in 0..<3 { await network.runDueWork() }
        #expect(await network.card(of: "a") == nil)
        #expect(
            told.withLock { $0.map(\.description) } == [
                "card network: the records failed: \(StorageFailure.closed); holds and advices that are due wait",
                "card network: the records failed: \(StorageFailure.closed); a card was not found",
            ]
        )
    }

    @Test func `writes no account number and no cryptogram`() async throws {
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        var bank = MerchantBank()
        let card = try #require(LedgerSimulation.cards.first)
        let account = try await network.provision(card, availableMinorUnits: 100_000)
        var device = MerchantBank.Device(account: account)
        let payment = bank.authorization(1_000, &device)
        #expect(await network.reply(to: payment)?.message.text(39) == "00")
        await network.close()
        let cryptogram = try #require(payment.fields[126]).dropFirst(16)
        let raw = try Hexadecimal.decode(String(decoding: cryptogram, as: UTF8.self))
        let numbers = [card.number.copied, account.accountNumber.copied]
        for name in try FileNames.all(in: folder) {
            let bytes = try FileNames.bytes(of: name, in: folder)
            for secret in numbers + [Array(cryptogram), raw] {
                #expect(!bytes.contains(secret), "\(name)")
            }
        }
    }
}
