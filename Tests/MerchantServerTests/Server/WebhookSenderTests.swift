import HTTPMessages
import JSON
import Storage
import Testing
import World

@testable import MerchantServer

@Suite("What sends to webhooks")
struct WebhookSenderTests {
    @Test func `pauses where the database cannot be written`() async throws {
        let fixture = try await WebhookTests.server(.sqlite)
        let key = try await fixture.keys.add(name: "a", role: .backOffice).key
        let body = #"{"url":"http://127.0.0.1:1/"}"#
        let made = try await fixture.send(.post, "/webhooks", key: key, body: body)
        #expect(made.status == .created)
        try await fixture.database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                CREATE TRIGGER unwritable BEFORE UPDATE ON webhook
                BEGIN SELECT RAISE(ABORT, 'unwritable'); END
                """
            )
        }
        let sender = try #require(fixture.server.webhooks)
        let watch = Stopwatch()
        await sender.send(to: try JSONDocument(made.body).root.text("id"), through: 1_000)
        #expect(watch.elapsed >= .seconds(1))
        await fixture.stop()
    }

    @Test func `pauses once there will be no more events`() async throws {
        let fixture = try await ServerFixture()
        let feed = EventFeed(fixture.database)
        feed.stop()
        let watch = Stopwatch()
        await feed.pause(after: 0, within: .milliseconds(200))
        #expect(watch.elapsed >= .milliseconds(200))
        await fixture.stop()
    }
}
