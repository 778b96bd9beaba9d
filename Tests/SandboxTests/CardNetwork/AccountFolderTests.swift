import Bytes
import Foundation
import ISO8583
import Storage
import TestSupport
import Testing
import World

@testable import CardNetwork

@Suite("The accounts in a network's folder")
struct AccountFolderTests {
    @Test func `are set by another program while a network runs, and are kept`() async throws {
        var bench = try await AccountBench(inFolder: true)
        #expect(await bench.pay(100, pin: "000000") == "55")
        let world = World(clock: bench.clock, randomness: SeededRandomness(seed: 8))
        let other = try await CardNetwork(folder: bench.folder.url.path, world: world)
        _ = try await other.changeAccount(of: bench.card) {
            $0.status = .stolen
            $0.paymentLimit = 5
            $0.dailyAmount = 6
            $0.dailyPayments = 7
            $0.address = CardholderAddress(postalCode: "30303", street: "1 Road")
        }
        await other.close()
        #expect(await bench.pay(1) == "43")
        await bench.network.close()
        let again = try await CardNetwork(folder: bench.folder.url.path, world: world)
        let report = try #require(try await again.accounts().first)
        var expected = AccountSettings(creditLine: AccountBench.credit)
        expected.status = .stolen
        expected.paymentLimit = 5
        expected.dailyAmount = 6
        expected.dailyPayments = 7
        expected.address = CardholderAddress(postalCode: "30303", street: "1 Road")
        #expect(report.settings == expected)
        let found = try await again.database.read { snapshot throws(StorageFailure) in
            try snapshot.account(report.identifier)
        }
        #expect(found?.wrongPINs == 1)
    }
}
