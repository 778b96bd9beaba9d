import CommandLineTool
import Foundation
import TestSupport
import Testing

@testable import quince

@Suite("quince checkout --database")
struct CheckoutDatabaseTests {
    let folder = ScratchFolder()

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `keeps the orders on a PostgreSQL server, and shows no password`() async throws {
        let server = try PostgreSQLServer.shared()
        let database = server.newDatabase()
        let name = try #require(database.split(separator: "=").last)
        let address =
            "postgresql://quince:\(PostgreSQLServer.password)@"
            + server.socketFolder.replacing("/", with: "%2F") + "/\(name)"
        for (scenario, number) in [("guide", "1001"), ("china", "1002")] {
            let run = await CommandRun(
                ["checkout", "--scenario", scenario, "--json", "--out", folder.path("shop")]
                    + ["--database", address]
            )
            #expect(run.status == .success, "\(run.remarks)")
            #expect(run.results.contains("\"orderNumber\":\(number)"))
            #expect(
                !run.results.contains("orders") && !(run.results + run.remarks).contains("7f3a91")
            )
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("shop/orders.sqlite")))
        let orders = server.sql("SELECT number FROM shop_order ORDER BY number", in: database)
        #expect(orders == "1001\n1002\n")
        let missing = await CommandRun(
            "checkout",
            "--out",
            folder.path("other"),
            "--database",
            address + "missing"
        )
        #expect(missing.status == .misuse)
        #expect(missing.remarks.hasPrefix("quince: --database postgresql:…: PostgreSQL database "))
        #expect(!missing.remarks.contains("7f3a91") && !missing.remarks.contains("--out"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
    }

    @Test(
        arguments: [
            (
                "orders.sqlite", "not the address of a PostgreSQL server",
                "postgresql://USER@HOST/NAME"
            ),
            ("postgresql://[:7f3a91", "cannot be read", "postgresql://USER@HOST/NAME"),
            ("postgresql://shop:7f3a91@127.0.0.1:1/shop", "no connection", "then try again"),
        ]
    )
    func `says what to type instead`(address: String, cause: String, hint: String) async {
        let run = await CommandRun(
            "checkout",
            "--out",
            folder.path("shop"),
            "--database",
            address
        )
        let lines = run.remarks.split(separator: "\n")
        #expect(run.status == .misuse && lines.count == 2, "\(run.remarks)")
        #expect(lines.first?.contains(cause) == true && lines.last?.contains(hint) == true)
        #expect(!(run.results + run.remarks).contains("7f3a91"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("shop")))
    }

    @Test func `that is interrupted says that the server may have an order`() throws {
        let new = CheckoutFolder(CheckoutFiles(folder: folder.path("new"), haveOrders: false))
        #expect(new.giveUp() == .ordersOnServer)
        let shop = folder.path("shop")
        try FileManager.default.createDirectory(atPath: shop, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: shop + "/orders.sqlite"))
        var files = CheckoutFiles(folder: shop)
        #expect(CheckoutFolder(files).giveUp() == .orders(path: shop + "/orders.sqlite"))
        files.haveOrders = false
        #expect(CheckoutFolder(files).giveUp() == .ordersOnServer)
        #expect(
            try CheckoutFolder(new: CheckoutFiles(folder: folder.path("made"), haveOrders: false))
                .giveUp()
                == .ordersOnServer
        )
        #expect(!FileManager.default.fileExists(atPath: folder.path("made")))
    }
}
