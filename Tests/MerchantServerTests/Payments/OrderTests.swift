import HTTPMessages
import JSON
import MerchantServer
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("Orders over HTTP")
struct OrderTests {
    private static let lines =
        #""lines":[{"title":"Toy","amount":"8.00","quantity":2},{"title":"Post","amount":"2.75"}]"#

    private static let manyLines = Array(repeating: #"{"line":1}"#, count: 1_001)
        .joined(separator: ",")

    private func placed(
        _ bench: PaymentBench,
        _ server: ServerUnderTest,
        _ number: Int = 1,
        _ more: String = lines
    ) async throws -> String {
        let token = try await bench.token()
        let body = PaymentBench.body(token, reference: "cart \(number)", more)
        let answer = try await server.pay(body, key: "pay \(number)")
        #expect(answer.status == 201, "\(answer.text)")
        return "/orders/" + (try #require(answer["order.id"]))
    }

    private func types(_ server: ServerUnderTest) async throws -> [EventType] {
        try await server.database.read { snapshot throws(StorageFailure) in
            try EventLog.events(after: 0, through: .max, limit: 100, in: snapshot)
        }.map(\.type)
    }

    @Test(arguments: PaymentDatabase.here)
    func `are followed from payment to delivery and return`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await placed(bench, server)
        func change(_ version: Int, _ body: String) async throws -> ServerUnderTest.Answer {
            bench.clock.advance(bySeconds: 60)
            return try await server.call("PATCH", path, body, version: "\(version)")
        }
        let sent = try await change(
            1,
            #"{"fulfillments":{"box":{"fulfillmentType":"shipping","status":"shipped","carrier":"Post","#
                + #""trackingNumber":"RR1","trackingURL":"https://post.example/RR1","#
                + #""lineItems":[{"line":1}]},"shop":{"fulfillmentType":"pickup","status":"open","#
                + #""displayName":"Main street"}},"metadata":{"cart":"7","by":"app"}}"#
        )
        #expect(sent.status == 200 && sent["version"] == "2", "\(sent.text)")
        #expect(sent.response.fields[.entityTag]?.text == "\"2\"")
        let arrived = try await change(
            2,
            #"{"fulfillments":{"box":{"status":"delivered","trackingURL":null},"shop":null},"#
                + #""metadata":{"by":"web"}}"#
        )
        let box = arrived["fulfillments.box"]
        #expect(
            box
                == #"{"fulfillmentType":"shipping","status":"delivered","carrier":"Post","#
                + #""trackingNumber":"RR1","lineItems":[{"line":1}]}"#
        )
        #expect(arrived["fulfillments.shop"] == nil)
        #expect(arrived["metadata"] == #"{"cart":"7","by":"web"}"#)
        #expect(try await change(3, #"{"status":"completed"}"#)["status"] == "completed")
        let back = try await change(4, #"{"returns":{"r1":{"status":"onTheWay"}}}"#)
        #expect(back["returns.r1.status"] == "onTheWay" && back["status"] == "completed")
        let read = try await server.call("GET", path)
        #expect(read.text == back.text)
        #expect(read["changedAt"] == "\(bench.clock.now)")

        let history = try await server.call("GET", "\(path)/history")
        let changes = (0..<5).map { history["history.\($0).change"] }
        #expect(changes == ["placed", "details", "details", "status", "details"])
        #expect(history["history.1.details.fulfillments.shop.displayName"] == "Main street")
        #expect(history["history.4.version"] == "5" && history["history.5"] == nil)
        #expect(history["next"] == nil)
        try await expectPages(of: "\(path)/history", server)
        #expect(
            try await types(server)
                == [
                    .paymentAuthorized, .orderPlaced, .orderChanged, .orderChanged,
                    .orderCompleted, .orderChanged,
                ]
        )
        let audit = try await server.count(
            "SELECT count(*) AS n FROM audit_entry WHERE action = 'order.change'"
        )
        #expect(audit == 4)
    }

    /// The five lines of a history, two at a time.
    private func expectPages(of path: String, _ server: ServerUnderTest) async throws {
        var (versions, next): ([[String?]], String?) = ([], "")
        while let cursor = next, versions.count < 4 {
            let place = cursor.isEmpty ? "" : "&cursor=\(cursor)"
            let page = try await server.call("GET", "\(path)?limit=2\(place)")
            versions.append((0..<3).map { page["history.\($0).version"] })
            next = page["next"]
        }
        #expect(versions == [["1", "2", nil], ["3", "4", nil], ["5", nil, nil]])
        let wrong = try await server.call("GET", "\(path)?cursor=x")
        #expect(wrong["code"] == "queryInvalid")
    }

    @Test(arguments: PaymentDatabase.here)
    func `are changed in one version only`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await placed(bench, server)
        let none = try await server.call("PATCH", path, #"{"status":"completed"}"#)
        #expect(none.status == 400 && none["code"] == "parameterMissing", "\(none.text)")
        // Of many who change the same version one does.
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let body = #"{"metadata":{"number":"\#(number)"}}"#
                    return try await server.call("PATCH", path, body, version: "1").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted()
        }
        #expect(statuses == [200] + Array(repeating: 412, count: 7))
        // The payment changes the version too, and each change has a time of its own.
        let before = try await server.call("GET", path)
        let payment = "/payments/\(try #require(before["payment"]))"
        #expect(try await server.call("POST", "\(payment)/capture", "", key: "c").status == 200)
        let after = try await server.call("GET", path)
        #expect(after["version"] == "3" && after["paymentStatus"] == "paid")
        #expect(try #require(after["changedAt"]) > #require(before["changedAt"]))
        let late = try await server.call("PATCH", path, #"{"status":"cancelled"}"#, version: "2")
        #expect(late.status == 412 && late["code"] == "orderChanged", "\(late.text)")
        // A change to what is there is none.
        let same = #"{"status":"open","returns":null}"#
        #expect(try await server.call("PATCH", path, same, version: "3")["version"] == "3")
    }

    @Test(arguments: [
        (#"{"status":"cancelled"}"#, 409, "orderClosed", "completed"),
        (#"{"status":null}"#, 400, "memberWrong", "\"status\""),
        (#"{"colour":"red"}"#, 400, "memberUnknown", "\"colour\""),
        (#"{"fulfillments":{"a":{"status":"shipped"}}}"#, 400, "memberWrong", "a.fulfillmentType"),
        (
            #"{"fulfillments":{"a":{"fulfillmentType":"pickup","status":"shipped","displayName":"b"}}}"#,
            400, "memberWrong", "fulfillments.a.status"
        ),
        (
            #"{"fulfillments":{"a":{"fulfillmentType":"shipping","status":"open","displayName":"b"}}}"#,
            400, "memberUnknown", "fulfillments.a.displayName"
        ),
        (
            #"{"fulfillments":{"a":{"fulfillmentType":"shipping","status":"open","trackingURL":"javascript:1"}}}"#,
            400, "memberWrong", "fulfillments.a.trackingURL"
        ),
        (
            #"{"returns":{"a":{"status":"open","lineItems":[{"line":3}]}}}"#,
            422, "orderInvalid", "returns.a"
        ),
        (#"{"returns":{"":{"status":"open"}}}"#, 400, "memberWrong", "returns"),
        (
            #"{"returns":{"a":{"status":"open","lineItems":[\#(manyLines)]}}}"#,
            422, "orderInvalid", "1000 lines"
        ),
        (
            #"{"returnInfo":{"returnPolicyURL":"https://a/\""}}"#,
            400, "memberWrong", "returnInfo.returnPolicyURL"
        ),
        (
            #"{"returnInfo":{"returnPolicyURL":"https://a","returnDeadline":"2026-04-01"}}"#,
            400, "memberWrong", "returnInfo.returnDeadline"
        ),
        (
            #"{"fulfillments":{"a":{"fulfillmentType":"pickup","status":"open","displayName":"b","address":{"countryCode":"us"}}}}"#,
            400, "memberWrong", "fulfillments.a.address.countryCode"
        ),
        (#"{"metadata":{"a":1}}"#, 400, "memberWrong", "metadata.a"),
    ])
    func `are not changed to what no order is`(
        _ body: String,
        _ status: Int,
        _ code: String,
        _ cause: String
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let path = try await placed(bench, server)
        let done = try await server.call("PATCH", path, #"{"status":"completed"}"#, version: "1")
        let answer = try await server.call("PATCH", path, body, version: "2")
        #expect(answer.status == status && answer["code"] == code, "\(answer.text)")
        #expect(answer["cause"]?.contains(cause) == true, "\(answer.text)")
        #expect(try await server.call("GET", path).text == done.text)
        let reader = try await server.call("PATCH", path, "{}", version: "2", as: .readOnly)
        #expect(reader.status == 403)
    }

    @Test func `have lines that add up to the amount`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let token = try await bench.token()
        for amounts in [["8.00", "2.74"], ["92233720368547758.07", "92233720368547758.07"]] {
            let lines = amounts.map { #"{"title":"a","amount":"\#($0)"}"# }
            let body = PaymentBench.body(token, #""lines":[\#(lines.joined(separator: ","))]"#)
            let answer = try await server.pay(body)
            #expect(answer.status == 422 && answer["code"] == "orderInvalid", "\(answer.text)")
        }
        #expect(try await server.count("SELECT count(*) AS n FROM operation") == 0)
    }

    @Test(arguments: PaymentDatabase.here)
    func `have what the shop keeps with the payment, exactly`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let texts = BodyText.storable + [BodyText.unstorable[0]]
        let pairs = texts.enumerated().map { "\"\($0.offset)\":\($0.element.json)" }
        let metadata = "{\(pairs.joined(separator: ","))}"
        let token = try await bench.token()
        let paid = try await server.pay(PaymentBench.body(token, "\"metadata\":\(metadata)"))
        let order = try await server.call("GET", "/orders/\(try #require(paid["order.id"]))")
        let payment = try await server.call("GET", "/payments/\(try #require(paid["id"]))")
        let sent = try JSONDocument(Array(metadata.utf8)).root.members.map(\.value.stringBytes)
        for answer in [paid, order, payment] {
            let kept = try JSONDocument(answer.response.body).root.member("metadata")
            #expect(kept?.members.map(\.value.stringBytes) == sent, "\(answer.text)")
        }
        // The order's can change, the payment's stays.
        _ = try await server.call(
            "PATCH",
            "/orders/\(try #require(order["id"]))",
            #"{"metadata":null}"#,
            version: "1"
        )
        #expect(try await server.call("GET", "/payments/\(paid["id"]!)").text == payment.text)
    }

    @Test(arguments: PaymentDatabase.here)
    func `and refunds are listed in pages`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        var paths: [String] = []
        for number in 1...5 { paths.append(try await placed(bench, server, number)) }
        for path in [paths[1], paths[3]] {
            let answer = try await server.call(
                "PATCH",
                path,
                #"{"status":"cancelled"}"#,
                version: "1"
            )
            #expect(answer.status == 200)
        }
        func numbers(_ query: String) async throws -> [[String]] {
            var (pages, next): ([[String]], String?) = ([], "")
            while let cursor = next {
                let place = cursor.isEmpty ? "" : "&cursor=\(cursor)"
                let page = try await server.call("GET", "/orders?limit=2\(query)\(place)")
                let root = try JSONDocument(page.response.body).root
                pages.append(
                    (root.member("orders")?.elements ?? []).compactMap {
                        $0.member("number")?.integer.map(String.init)
                    }
                )
                next = page["next"]
            }
            return pages
        }
        #expect(try await numbers("") == [["1005", "1004"], ["1003", "1002"], ["1001"]])
        #expect(try await numbers("&status=open") == [["1005", "1003"], ["1001"]])
        #expect(try await numbers("&number=1004") == [["1004"]])
        #expect(try await numbers("&number=1004&status=open") == [[]])
        #expect(try await server.call("GET", "/orders?cursor=x")["code"] == "queryInvalid")

        let order = try await server.call("GET", paths[0])
        let payment = "/payments/\(try #require(order["payment"]))"
        _ = try await server.call("POST", "\(payment)/capture", "", key: "c")
        for part in 1...3 {
            let body = #"{"amount":"\#(part).00"}"#
            _ = try await server.call("POST", "\(payment)/refund", body, key: "r\(part)")
            bench.clock.advance(bySeconds: 1)
        }
        let first = try await server.call("GET", "/refunds?limit=2")
        #expect(first["refunds.0.amount"] == "3.00" && first["refunds.1.amount"] == "2.00")
        let cursor = try #require(first["next"])
        let second = try await server.call("GET", "/refunds?limit=2&cursor=\(cursor)")
        #expect(second["refunds.0.amount"] == "1.00" && second["refunds.1"] == nil)
        #expect(second["refunds.0.payment"] == order["payment"] && second["next"] == nil)
        let read = try await server.call("GET", payment)
        #expect(read["operations.1.id"] == second["refunds.0.id"])
    }
}
