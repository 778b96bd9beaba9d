import Foundation
import TestSupport
import Testing

/// Backups as Documentation/RunningTheServer.md says, restored and used.
@Suite("A backup of the server's database")
struct ServerBackupTests {
    /// Takes a payment of 10.75 and captures it.
    private func pay(_ shop: ShopProcess) throws -> String {
        try shop.becomeReady()
        let token = try #require(try shop.paid()["token"])
        let taken = try shop.call(
            "POST",
            "/payments",
            [
                "token": token, "amount": "10.75", "currency": "USD", "reference": "order-1",
                "capture": true,
            ],
            idempotencyKey: "first"
        )
        #expect(taken.status == 201, "\(taken.json)")
        return try #require(taken.text("id"))
    }

    /// The restored server knows the payment, its callers and their requests, and goes on.
    private func expectWhole(_ shop: ShopProcess, _ payment: String) throws {
        try shop.becomeReady()
        let known = try shop.call("GET", "/payments/\(payment)")
        #expect(known.json["captured"] as? String == "10.75", "\(known.json)")
        let refunded = try shop.call(
            "POST",
            "/payments/\(payment)/refund",
            ["amount": "0.75"],
            idempotencyKey: "second"
        )
        #expect(refunded.json["refunded"] as? String == "0.75", "\(refunded.json)")
    }

    private func run(_ line: String, _ shop: ShopProcess) throws {
        let run = try ProcessRun(line, in: shop.folder.url)
        #expect(run.status == 0, "\(run.remarks)")
    }

    @Test func `of SQLite, made while it serves, has what was answered`() throws {
        let shop = try ShopProcess()
        let payment = try pay(shop)
        try run(#"sqlite3 shop/payments.sqlite ".backup backup.sqlite""#, shop)
        shop.server.kill()
        try run("rm shop/payments.sqlite*; cp backup.sqlite shop/payments.sqlite", shop)
        try shop.restart()
        try expectWhole(shop, payment)
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, "\(PostgreSQLServer.absence)"))
    func `of PostgreSQL, made while it serves, has what was answered`() throws {
        let server = try PostgreSQLServer.shared()
        let (first, second) = (server.newDatabase(), server.newDatabase())
        let shop = try ShopProcess(onPostgreSQL: first)
        let payment = try pay(shop)
        let tools = URL(filePath: PostgreSQLServer.psql).deletingLastPathComponent().path
        try run("\(tools)/pg_dump --format=custom --file=backup '\(first)'", shop)
        shop.server.kill()
        try run("\(tools)/pg_restore --no-owner --dbname='\(second)' backup", shop)
        try Data("\(second)\n".utf8).write(to: shop.folder.url.appending(path: "shop/address"))
        try shop.restart()
        try expectWhole(shop, payment)
    }
}
