import Foundation
import TestSupport
import Testing

/// The same cart, paid over the card network and in each way over each platform: by servers of one shop, on one database,
/// against one sandbox (mission 12.8, 12.9).
@Suite("One shop over the card network and over every platform")
struct EqualOrdersTests {
    /// A server that charges in one way.
    struct Server {
        /// The platform; nil for the card network.
        let platform: String?
        let form: String
        let config: String
        let process: ServerProcess

        var url: String { process.ready["server"] ?? "" }
        var name: String { [platform ?? "network", form].joined(separator: "-") }
    }

    /// The shop with a server for each way.
    struct Shop {
        let base: ShopProcess
        let servers: [Server]

        init() throws {
            base = try ShopProcess(through: "")
            try base.becomeReady()
            var servers = [
                Server(platform: nil, form: "", config: base.config, process: base.server)
            ]
            for platform in ["stripe", "adyen", "checkout", "braintree"] {
                for form in ["networkToken", "passThrough"] {
                    servers.append(try Self.server(platform, form, base))
                }
                let endpoint: [String: Any] = [
                    "platform": platform, "url": "\(servers.last?.url ?? "")/webhooks/\(platform)",
                ]
                let made = try base.sandbox.call("POST", "/platforms/endpoints", endpoint)
                #expect(made.status == 200, "\(made.json)")
                let certified = try base.sandbox.call(
                    "POST",
                    "/platforms/\(platform)/certificates",
                    ["merchantIdentifier": base.merchant]
                )
                #expect(certified.status < 300, "\(certified.json)")
            }
            self.servers = servers
        }

        /// A server on the shop's records that charges through one platform only.
        private static func server(
            _ platform: String,
            _ form: String,
            _ base: ShopProcess
        ) throws -> Server {
            let name = "\(platform)-\(form)"
            let made = try ProcessRun(
                """
                "$QUINCE" server --init \(name) --sandbox ready --platform \(platform) \\
                    --token-form \(form) && mv \(name)/*\(platform)* shop
                """,
                in: base.folder.url
            )
            #expect(made.status == 0, "\(made.remarks)")
            var configuration = try object(base.folder.path("shop/server.json"))
            configuration["network"] = nil
            configuration["platforms"] =
                try object(base.folder.path("\(name)/server.json"))["platforms"]
            let config = base.folder.path("shop/\(name).json")
            try JSONSerialization.data(withJSONObject: configuration)
                .write(to: URL(filePath: config))
            let process = try ServerProcess(
                ["server", "--config", config, "--listen", "127.0.0.1:0", "--json"],
                log: base.folder.url.appending(path: "\(name).log")
            )
            return Server(platform: platform, form: form, config: config, process: process)
        }

        private static func object(_ path: String) throws -> [String: Any] {
            let data = try Data(contentsOf: URL(filePath: path))
            return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func call(
            _ server: Server,
            _ method: String,
            _ path: String,
            _ body: Any? = nil,
            key: String = ""
        ) throws -> SandboxProcess.Answer {
            let fields = ["Authorization: Bearer \(base.apiKey)"]
            return try SandboxProcess.call(
                method,
                server.url + path,
                body,
                fields: fields + (key.isEmpty ? [] : ["Idempotency-Key: \(key)"])
            )
        }

        /// The payment once it has this value; as it is after ten seconds otherwise.
        func payment(
            _ server: Server,
            _ id: String,
            _ member: String,
            _ value: String
        ) throws -> [String: Any] {
            var found: [String: Any] = [:]
            for _ in 0..<100 {
                found = try call(server, "GET", "/payments/\(id)").json
                if found[member] as? String == value { break }
                _ = try ProcessRun("sleep 0.1", in: base.folder.url)
            }
            return found
        }

        /// A payment of 10.75 that is captured, and of which 1.25 are paid back.
        func pay(_ server: Server) throws -> [String: Any] {
            let isSealed = server.form == "passThrough"
            let others = isSealed ? ["platform": server.platform ?? ""] : [:]
            let token = try #require(try base.paid(others)["token"])
            let body: [String: Any] = [
                "token": token, "amount": "10.75", "currency": "USD", "reference": server.name,
                "lines": [["title": "Tea", "amount": "10.75"]],
            ]
            let paid = try call(server, "POST", "/payments", body, key: server.name)
            #expect(paid.status == 201, "\(server.name): \(paid.json)")
            let id = try #require(paid.text("id"))
            let path = "/payments/\(id)"
            _ = try call(server, "POST", path + "/capture", [:], key: "\(server.name)-1")
            _ = try payment(server, id, "captured", "10.75")
            if server.platform == "braintree" {
                // What is not settled is not refunded in part.
                let transaction = try #require(paid.text("processorReference"))
                try base.settleAtBraintree(transaction, in: server.config)
            }
            let part = ["amount": "1.25"]
            _ = try call(server, "POST", path + "/refund", part, key: "\(server.name)-2")
            return try payment(server, id, "refunded", "1.25")
        }

        /// The report of a settlement of the card network, or of its last one, compared with the records.
        func reconcile(_ server: Server, _ number: Int?) throws -> [String: Any] {
            let options =
                (number.map { " --number \($0)" } ?? "")
                + (server.platform.map { " --platform \($0)" } ?? "")
            let run = try ProcessRun(
                """
                "$QUINCE" sandbox settle --state sandbox\(options) >report &&
                "$QUINCE" server reconcile report --json --config \(server.config)
                """,
                in: base.folder.url
            )
            let object = try? JSONSerialization.jsonObject(with: Data(run.results.utf8))
            return try #require(object as? [String: Any], "\(run.remarks) \(run.results)")
        }
    }

    @Test func `has equal orders, and every processor's report agrees`() throws {
        let shop = try Shop()
        var orders: Set<String> = []
        for server in shop.servers {
            let payment = try shop.pay(server)
            let members = ["status", "amount", "authorized", "captured", "refunded", "refundable"]
            let states = members.map { payment[$0] as? String ?? "" }
            #expect(states == ["captured", "10.75", "10.75", "10.75", "1.25", "9.50"])
            #expect(payment["processor"] as? String == server.platform ?? "card-network")
            let order = try #require((payment["order"] as? [String: Any])?["id"] as? String)
            let found = try shop.call(server, "GET", "/orders/\(order)").json
            let own = [
                "id", "number", "payment", "reference", "placedAt", "changedAt", "createdAt",
                "statusURL",
            ]
            let common = found.filter { !own.contains($0.key) }
            let data = try JSONSerialization.data(withJSONObject: common, options: .sortedKeys)
            orders.insert(String(decoding: data, as: UTF8.self))
        }
        #expect(orders.count == 1, "\(orders)")
        let reports = try [(0, 2), (1, 4), (3, 4), (5, 4), (7, 4)].map { place, matched in
            let report = try shop.reconcile(shop.servers[place], place == 0 ? nil : 1)
            #expect(report["verdict"] as? String == "agrees", "\(report)")
            #expect(report["matched"] as? Int == matched && report["awaiting"] as? Int == 0)
            return report
        }
        #expect(reports.count == 5)
        // A refund that people make, of which no message comes.
        let silence = ["platform": "stripe", "fault": "webhookSilence"]
        #expect(try shop.base.sandbox.call("POST", "/platforms/faults", silence).status == 200)
        let list = try shop.call(shop.servers[1], "GET", "/payments?reference=stripe-networkToken")
        let payments = try #require(list.json["payments"] as? [[String: Any]])
        let intent = try #require(payments[0]["processorReference"] as? String)
        let run = try ProcessRun(
            """
            url=$(sed -n 's/.*"stripe":{"url":"\\([^"]*\\)".*/\\1/p' ready)
            curl -sS --fail -u "$(cat shop/stripe.key):" -d payment_intent=\(intent) -d amount=100 \\
                "$url/v1/refunds"
            """,
            in: shop.base.folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
        let differing = try shop.reconcile(shop.servers[1], nil)
        let causes = (differing["differences"] as? [[String: Any]])?.map { $0["cause"] as? String }
        #expect(causes == ["operationUnrecorded"], "\(differing)")
    }
}
