import CardMessages
import CardNetwork
import Foundation
import ISO8583
import TestSupport
import Testing
import World

@Suite("The journal of a card network")
struct NetworkJournalTests {
    /// A message with a reference in field 37, to which the network has an answer.
    private static func message(_ reference: String) throws -> ISO8583Message {
        var message = ISO8583Message(.networkManagementRequest)
        message.fields[7] = Array("1123084741".utf8)
        message.fields[11] = Array("000001".utf8)
        message.fields[37] = Array(reference.utf8)
        message.fields[70] = Array("001".utf8)
        return message
    }

    @Test func `keeps the last thousand messages, with their answers`() async throws {
        let folder = ScratchFolder()
        let world = World.simulated(seed: 5, startingAt: UnixTime(seconds: 1_772_323_199))
        let network = try await CardNetwork(folder: folder.url.path, world: world)
        let journal = NetworkJournal(clock: world.clock)
        _ = await network.reply(to: try Self.message("BEFORE000000"))
        network.keep(journal)
        let told = LockedValue(0)
        let stop = journal.watch { _ in told.withLock { $0 += 1 } }
        for number in 0..<(NetworkJournal.limit + 2) {
            let reference =
                number == 2 ? "THIRD0000000" : number < 2 ? "FIRST0000000" : "REST00000000"
            _ = await network.reply(to: try Self.message(reference))
        }
        #expect(journal.exchanges(of: "BEFORE000000").isEmpty)
        #expect(journal.exchanges(of: "FIRST0000000").isEmpty)
        let third = journal.exchanges(of: "THIRD0000000")
        #expect(third.map(\.number) == [3])
        #expect(third.first?.answer?.type.number == 810)
        #expect(journal.exchanges(of: "REST00000000").count == NetworkJournal.limit - 1)
        #expect(told.withLock(\.self) == NetworkJournal.limit + 2)
        stop()
        _ = await network.reply(to: try Self.message("AFTER0000000"))
        #expect(told.withLock(\.self) == NetworkJournal.limit + 2)
        await network.close()
    }
}
