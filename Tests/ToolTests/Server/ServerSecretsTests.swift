import Foundation
import TestSupport
import Testing

@Suite("Secrets of a shop's server", .enabled(if: PythonOracle.isInstalled))
struct ServerSecretsTests {
    static let isRoot = geteuid() == 0

    /// Takes a payment of each kind, and then others.
    private func take(_ searched: SearchedShop, others: Int) throws {
        try searched.shop.becomeReady()
        let paid = try searched.pay("10.75", "paid")
        #expect(paid.status == 201)
        let identifier = try #require(paid.payment)
        for (action, amount) in [("capture", "4.00"), ("refund", "1.25")] {
            let path = "/payments/\(identifier)/\(action)"
            let done = try searched.call("POST", path, ["amount": amount], idempotencyKey: action)
            #expect(done.status == 200, "\(done.json)")
        }
        #expect(try searched.pay("9000.51", "declined").status == 402)
        // Refused after it was opened, and before.
        #expect(try searched.pay("10.75", "differs", asking: "11.75").status == 422)
        let changed = try searched.pay("10.75", "changed") { token in
            var data = token["paymentData"] as? [String: Any] ?? [:]
            data["signature"] = "MIIB"
            token["paymentData"] = data
        }
        #expect(changed.status == 422)
        for number in 0..<others {
            #expect(try searched.pay("5.00", "other-\(number)").status == 201)
        }
        let key = searched.shop.apiKey
        #expect(try searched.call("GET", "/payments", key: key + "0").status == 401)
        #expect(try searched.call("GET", "/payments?key=\(key)").status == 400)
        #expect(try searched.call("POST", "/payments", [key: key]).status == 400)
        for path in ["/payments", "/payments/\(identifier)", "/metrics", "/openapi.json"] {
            #expect(try searched.call("GET", path).status == 200, "\(path)")
        }
    }

    /// Everything that the server has written, by name, but for the files that hold the secrets.
    private func written(_ searched: SearchedShop) throws -> [String: Data] {
        let folder = searched.shop.folder
        var places: [String: Data] = ["log": try Data(contentsOf: searched.shop.log)]
        for (place, answer) in searched.answers.enumerated() { places["answer \(place)"] = answer }
        let own = ["processing", "identity.key", "address", "stripe.key", "stripe-webhooks"]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("shop"))
        where !own.contains(name) {
            places[name] = try Data(contentsOf: URL(filePath: folder.path("shop/\(name)")))
        }
        return places
    }

    private func expectNoSecret(
        _ searched: SearchedShop,
        in places: [String: Data]
    ) throws {
        let secrets = try searched.ofPayments().merging(searched.ofKey()) { $1 }
            .merging(searched.ofCallers()) { $1 }
        for (place, content) in places {
            for (name, secret) in secrets where content.range(of: secret) != nil {
                Issue.record("the \(name) is in \(place)")
            }
        }
        // Each secret is found where it has to be, so the search sees what it looks for.
        let planted = searched.payloads.reduce(Data()) { $0 + $1 }
        let numbers = secrets.filter { $0.key.contains("plaintext") }
        #expect(numbers.count == 2 * searched.payloads.count)
        for (name, secret) in numbers { #expect(planted.range(of: secret) != nil, "\(name)") }
    }

    @Test func `are in no answer, line of the log, metric, audit log or file`() throws {
        let searched = SearchedShop(try ShopProcess())
        try take(searched, others: 2)
        var places = try written(searched)
        let wal = try #require(places["payments.sqlite-wal"])
        #expect(wal.range(of: Data("declined".utf8)) != nil, "what was just written is seen")
        try expectNoSecret(searched, in: places)
        let audit = try ProcessRun(
            "\"$QUINCE\" server audit --config shop/server.json --json",
            in: searched.shop.folder.url
        )
        #expect(audit.results.contains(#""subject":"declined""#), "\(audit.remarks)")
        #expect(searched.shop.server.terminate() == 0)
        places = try written(searched)
        #expect(places["payments.sqlite"]?.range(of: Data("other-1".utf8)) != nil)
        #expect(places["log"]?.range(of: Data(#""code":"declined""#.utf8)) != nil)
        places["audit log"] = Data((audit.results + audit.remarks).utf8)
        try expectNoSecret(searched, in: places)
    }

    @Test func `are in nothing that a server writes that charges through a platform`() throws {
        let searched = SearchedShop(try ShopProcess(through: "--platform stripe"))
        try take(searched, others: 1)
        let places = try written(searched)
        #expect(places["payments.sqlite-wal"]?.range(of: Data("declined".utf8)) != nil)
        try expectNoSecret(searched, in: places)
        for file in ["stripe.key", "stripe-webhooks"] {
            let path = searched.shop.folder.path("shop/\(file)")
            let secret = try Data(contentsOf: URL(filePath: path)).dropLast()
            #expect(secret.count > 30)
            for (place, content) in places where content.range(of: secret) != nil {
                Issue.record("\(file) is in \(place)")
            }
        }
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, "\(PostgreSQLServer.absence)"))
    func `are in nothing that a server on PostgreSQL writes, nor is the database's password`()
        throws
    {
        let database = try PostgreSQLServer.shared().newDatabase()
        let searched = SearchedShop(try ShopProcess(onPostgreSQL: database))
        try take(searched, others: 1)
        let tools = URL(filePath: PostgreSQLServer.psql).deletingLastPathComponent().path
        let dump = try ProcessRun(
            "\(tools)/pg_dump --inserts --file=dump.sql '\(database)'",
            in: searched.shop.folder.url
        )
        #expect(dump.status == 0, "\(dump.remarks)")
        var places = try written(searched)
        places["dump"] = try Data(
            contentsOf: URL(filePath: searched.shop.folder.path("dump.sql"))
        )
        #expect(places["dump"]?.range(of: Data("declined".utf8)) != nil)
        try expectNoSecret(searched, in: places)
        // A database that does not answer must not be named with its password either.
        #expect(searched.shop.server.terminate() == 0)
        let file = searched.shop.folder.url.appending(path: "shop/address")
        for wrong in [
            "postgresql://quince:\(PostgreSQLServer.password)@127.0.0.1:1/none",
            "postgresql://quince:\(PostgreSQLServer.password)@:x:/",
        ] {
            try Data("\(wrong)\n".utf8).write(to: file)
            try FileManager.default
                .setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            // The server waits for a database that is away.
            for command in [
                "timeout 30 \"$QUINCE\" server --config shop/server.json --check",
                """
                timeout 60 "$QUINCE" server --config shop/server.json --listen 127.0.0.1:0 2>log &
                until grep -q database.awaited log; do sleep 0.1; kill -0 $! || exit 1; done
                kill $!; wait $!; cat log
                """,
            ] {
                let run = try ProcessRun(command, in: searched.shop.folder.url)
                #expect(!(run.results + run.remarks).contains(PostgreSQLServer.password))
                #expect(run.status == 0, "\(run.remarks)")
            }
        }
    }

    @Test(.enabled(if: isRoot, "only root reads the memory of a process that is not dumpable"))
    func `of a payment are not in memory after it, and the key is in locked pages only`() throws {
        // The limit that systems have unless told otherwise, for a process without the right to exceed it.
        let searched = SearchedShop(
            try ShopProcess(under: MemoryLimit.wrapper(kilobytes: 8_192))
        )
        try take(searched, others: 20)
        // What the last request used is given back a moment after its answer.
        _ = try ProcessRun("sleep 1", in: searched.shop.folder.url)
        let left = try searched.found(try searched.ofPayments()).filter { $0.value.count > 0 }
        #expect(left.isEmpty, "\(left)")
        let keys = try searched.found(try searched.ofKey())
        #expect(keys.allSatisfy { $0.value.unlocked == 0 }, "\(keys)")
        #expect(keys["private key, least byte first"]?.count ?? 0 > 0, "the key opens tokens")
        // What is no secret, and what this machine keeps until it is used again, is found.
        let identifier = String(searched.shop.apiKey.split(separator: "_")[1])
        let others = try searched.found([
            "identifier": Data(identifier.utf8), "name": Data("merchant.com.example".utf8),
        ])
        #expect(others.allSatisfy { $0.value.count > 0 && $0.value.unlocked > 0 }, "\(others)")
    }
}
