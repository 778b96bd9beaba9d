import HTTPMessages
import JSON
import MerchantServer
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("Captures, voids, refunds and lists over HTTP")
struct PaymentOperationTests {
    private func paid(
        _ bench: PaymentBench,
        _ server: ServerUnderTest,
        _ number: Int = 1
    ) async throws -> String {
        let body = PaymentBench.body(try await bench.token(), reference: "cart \(number)")
        let answer = try await server.pay(body, key: "pay \(number)")
        #expect(answer.status == 201, "\(answer.text)")
        return "/payments/" + (try #require(answer["id"]))
    }

    @Test(arguments: PaymentDatabase.here)
    func `parts are captured and refunded, and never more than there is`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        func ask(_ verb: String, _ body: String, _ key: String) async throws
            -> ServerUnderTest.Answer
        {
            try await server.call("POST", "\(path)/\(verb)", body, key: key)
        }
        let first = try await ask("capture", #"{"amount":"4.00"}"#, "1")
        #expect(first.status == 200 && first["captured"] == "4.00", "\(first.text)")
        let tooMuch = try await ask("capture", #"{"amount":"6.76"}"#, "2")
        #expect(tooMuch.status == 409 && tooMuch["code"] == "exceedsAuthorized")
        #expect(try await ask("capture", "", "3")["captured"] == "10.75")
        let void = try await ask("void", "", "4")
        #expect(void.status == 409 && void["code"] == "notVoidable")
        #expect(try await ask("refund", #"{"amount":"0.75","currency":"USD"}"#, "5").status == 200)
        let over = try await ask("refund", #"{"amount":"10.01"}"#, "6")
        #expect(over.status == 409 && over["code"] == "exceedsCaptured")
        let wrong = try await ask("refund", #"{"amount":"1.00","currency":"EUR"}"#, "7")
        #expect(wrong.status == 422 && wrong["code"] == "currencyNotOfPayment")
        #expect(wrong["cause"]?.contains("the payment is in USD") == true)
        let rest = try await ask("refund", "{}", "8")
        #expect(rest["status"] == "refunded" && rest["refunded"] == "10.75")
        for (verb, code, cause) in [
            ("refund", "exceedsCaptured", "nothing is left that can be refunded"),
            ("capture", "exceedsAuthorized", "nothing is left that can be captured"),
        ] {
            let none = try await ask(verb, "", "none-\(verb)")
            #expect(
                none.status == 409 && none["code"] == code && none["cause"] == cause,
                "\(none.text)"
            )
        }
        let payment = try await server.call("GET", path)
        #expect(payment["operations.3.kind"] == "refund" && payment["operations.4"] == nil)
    }

    private func types(_ server: ServerUnderTest) async throws -> [String] {
        try await server.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(
                "SELECT type FROM event WHERE type LIKE 'payment.%' ORDER BY position"
            )
            .map { row throws(StorageFailure) in try row.text("type") }
        }
    }

    @Test(arguments: PaymentDatabase.here)
    func `a final capture releases the rest of the hold`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        let body = #"{"amount":"4.00","final":true}"#
        let capture = try await server.call("POST", "\(path)/capture", body, key: "1")
        #expect(capture.status == 200 && capture["capturable"] == "0.00", "\(capture.text)")
        #expect(capture["captured"] == "4.00" && capture["operations.0.final"] == "true")
        #expect(capture["operations.1.kind"] == "release")
        #expect(capture["operations.1.amount"] == "6.75")
        #expect(capture["operations.1.status"] == "completed")
        let again = try await server.call("POST", "\(path)/capture", body, key: "1")
        #expect(again.text == capture.text)
        let more = try await server.call("POST", "\(path)/capture", #"{"amount":"1.00"}"#, key: "2")
        #expect(more.status == 409 && more["code"] == "afterFinalCapture", "\(more.text)")
        let refund = try await server.call("POST", "\(path)/refund", "{}", key: "3")
        #expect(refund["refunded"] == "4.00" && refund["operations.3"] == nil)
        let changes = ["authorized", "captured", "holdReleased", "refunded"]
        #expect(try await types(server) == changes.map { "payment." + $0 })
    }

    @Test(arguments: PaymentDatabase.here)
    func `a void after a capture releases the rest of the hold`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        _ = try await server.call("POST", "\(path)/capture", #"{"amount":"4.00"}"#, key: "1")
        let void = try await server.call("POST", "\(path)/void", key: "2")
        #expect(void.status == 200 && void["status"] == "captured", "\(void.text)")
        #expect(void["captured"] == "4.00" && void["capturable"] == "0.00")
        #expect(void["operations.1.kind"] == "void" && void["operations.1.amount"] == "6.75")
        #expect(try await server.call("POST", "\(path)/void", key: "2").text == void.text)
        for (verb, code) in [("void", "notVoidable"), ("capture", "afterFinalCapture")] {
            let more = try await server.call("POST", "\(path)/\(verb)", "{}", key: verb)
            #expect(more.status == 409 && more["code"] == code, "\(more.text)")
        }
        // Nothing is left of the hold that could end.
        #expect(void["holdEndsAt"] == nil)
        bench.clock.advance(bySeconds: 8 * 86_400)
        _ = await server.service.settleDue()
        #expect(
            try await types(server)
                == ["payment.authorized", "payment.captured", "payment.holdReleased"]
        )
    }

    @Test(arguments: PaymentDatabase.here)
    func `a hold ends at its time, and a later capture is tried`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        let week = try #require(bench.clock.now.advanced(bySeconds: 7 * 86_400))
        #expect(try await server.call("GET", path)["holdEndsAt"] == week.iso8601)
        bench.clock.advance(bySeconds: 7 * 86_400 - 1)
        for types in [["payment.authorized"], ["payment.authorized", "payment.holdEnded"]] {
            _ = await server.service.settleDue()
            #expect(try await self.types(server) == types)
            bench.clock.advance(bySeconds: 1)
        }
        let capture = try await server.call("POST", "\(path)/capture", key: "c")
        #expect(capture.status == 402 && capture["processorCode"] == "12", "\(capture.text)")
        #expect(try await server.call("GET", path)["status"] == "authorized")
    }

    @Test func `a hold is released`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        let answer = try await server.call("POST", "\(path)/void", "{}", key: "v")
        #expect(answer.status == 200 && answer["status"] == "voided", "\(answer.text)")
        let capture = try await server.call("POST", "\(path)/capture", key: "c")
        #expect(capture.status == 409)
    }

    @Test func `a payment that was declined has nothing to capture`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let token = try await bench.token(900_051)
        let answer = try await server.pay(PaymentBench.body(token, amount: "9000.51"))
        let path = "/payments/\(try #require(answer["payment"]))/capture"
        let capture = try await server.call("POST", path, key: "c")
        #expect(capture.status == 409 && capture["code"] == "notAuthorized")
    }

    @Test(arguments: ["payment-00000000000000000000000000000000", "payment-1", "x"])
    func `an identifier that was not given is 404`(_ id: String) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        for (method, path) in [
            ("GET", "/payments/\(id)"), ("POST", "/payments/\(id)/capture"),
            ("GET", "/orders/\(id)"),
        ] {
            let answer = try await server.call(method, path, key: method == "GET" ? nil : "k")
            #expect(answer.status == 404 && answer["code"] == "notFound", "\(answer.text)")
        }
    }

    @Test(arguments: [
        (CallerRole.shop, 201, 403, 200), (.billing, 201, 403, 200), (.backOffice, 201, 200, 200),
        (.readOnly, 403, 403, 200),
    ])
    func `a role may do what it is for`(
        _ role: CallerRole,
        _ paying: Int,
        _ capturing: Int,
        _ reading: Int
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let path = try await paid(bench, server)
        let body = PaymentBench.body(try await bench.token(), reference: "cart 2")
        let answer = try await server.call("POST", "/payments", body, key: "2", as: role)
        #expect(answer.status == paying)
        let capture = try await server.call("POST", "\(path)/capture", key: "3", as: role)
        #expect(capture.status == capturing)
        for path in [path, "/payments"] {
            #expect(try await server.call("GET", path, as: role).status == reading)
        }
    }

    @Test(arguments: PaymentDatabase.here)
    func `a list has each payment once, the newest first, by pages and filters`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        var paths: [String] = []
        for number in 1...7 {
            // Two payments have each time.
            if number.isMultiple(of: 2) { bench.clock.advance(bySeconds: 60) }
            paths.append(try await paid(bench, server, number))
        }
        #expect(try await server.call("POST", "\(paths[1])/capture", key: "c").status == 200)
        let declined = try await server.pay(
            PaymentBench.body(
                try await bench.token(900_051),
                amount: "9000.51",
                reference: "cart 8"
            ),
            key: "pay 8"
        )
        func ids(_ query: String) async throws -> [String] {
            let answer = try await server.call("GET", "/payments?\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return (0..<100).compactMap { answer["payments.\($0).id"].map { "/payments/\($0)" } }
        }
        var (seen, cursor) = ([String](), "")
        while seen.count < 20 {
            let answer = try await server.call("GET", "/payments?limit=3\(cursor)")
            seen += (0..<3).compactMap { answer["payments.\($0).id"].map { "/payments/\($0)" } }
            guard let next = answer["next"] else { break }
            cursor = "&cursor=\(next)"
        }
        let all = try await ids("limit=100")
        #expect(seen == all && Set(all).count == 8)
        #expect(seen[...2].contains("/payments/\(try #require(declined["payment"]))"))
        #expect(Set(seen[6...]).isSubset(of: [paths[0], paths[1], paths[2]]))
        #expect(try await ids("status=captured") == [paths[1]])
        #expect(try await ids("status=declined").count == 1)
        #expect(try await ids("status=authorized&limit=4").count == 4)
        #expect(try await ids("status=pending") == [])
        #expect(try await ids("reference=cart%203") == [paths[2]])
        #expect(try await ids("reference=cart%203&status=captured") == [])
        #expect(try await ids("from=2026-03-01T00:01:59Z&to=2026-03-01T00:02:59Z").count == 2)
        #expect(try await server.call("GET", "/payments?cursor=1.x").status == 400)
        #expect(try await server.call("GET", "/payments?status=paid").status == 400)
    }
}
