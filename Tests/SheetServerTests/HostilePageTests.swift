import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import PaymentSheet
import Sockets
import Testing
import Wallet
import World

/// The attempts of others than the sheet's own page at its server, which achieve nothing.
@Suite("A sheet's server before hostile pages", .timeLimit(.minutes(30)))
struct HostilePageTests {
    private static var order: [String: Any] {
        ["origin": "https://shop.example", "request": SheetBench.request()]
    }

    @Test(
        arguments: [
            [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
            ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-origin, cross-site"],
            ["Sec-Fetch-Site": "Same-Origin"],
        ] as [[String: String]]
    )
    func `refuses requests of other sites`(fields: [String: String]) async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated()
        var sent = HTTPFields()
        sent[.contentType] = "application/json"
        for (name, value) in fields {
            sent[try #require(HTTPFieldName(name))] = HTTPFieldValue(value)
        }
        let path = "/sheet/sessions/\(page.identifier)"
        let answers = [
            try await bench.ask(.post, "/sheet/sessions", Self.order, fields: sent),
            try await bench.ask(.get, "\(path)/events", fields: sent),
            try await bench.ask(.post, "\(path)/steps", "cancel", fields: sent),
            try await bench.ask(.delete, path, fields: sent),
            try await bench.ask(.get, "/sheet/card", fields: sent),
        ]
        #expect(answers.map(\.status) == [403, 403, 403, 403, 403])
        try await page.answer("paymentmethodselected", NSNull())
        _ = try await page.view(state: "open")
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/json5", nil])
    func `refuses bodies that a form can send`(type: String?) async throws {
        let bench = try SheetBench()
        var fields: HTTPFields = ["Sec-Fetch-Site": "same-origin"]
        fields[.contentType] = type.flatMap { HTTPFieldValue($0) }
        let answer = try await bench.ask(.post, "/sheet/sessions", Self.order, fields: fields)
        #expect(answer.status == 403)
    }

    @Test(arguments: ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example"])
    func `refuses requests to another host, as of a name that was made to point here`(
        host: String
    ) async throws {
        let bench = try SheetBench()
        let stream = try await TCPDialer().connect(to: bench.server.address, within: .seconds(120))
        try await stream.send(
            Array(
                "GET /sheet/card HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: same-origin\r\n\r\n"
                    .utf8
            )
        )
        let text = String(decoding: try await stream.receive(upTo: 4096), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 403 "), "\(text)")
        #expect(try await bench.ask(.get, "/sheet/card").object["hasActiveCard"] as? Bool == true)
    }

    @Test func `knows no sheet but by its whole secret`() async throws {
        let bench = try SheetBench()
        let page = try await bench.open()
        #expect(page.identifier.count == 32)
        let wrong = [
            "0123456789abcdef0123456789abcdef", page.identifier.uppercased() + "x", "x",
            String(page.identifier.dropLast()),
        ]
        for identifier in wrong {
            let path = "/sheet/sessions/\(identifier)"
            #expect(try await bench.ask(.get, "\(path)/events").status == 404)
            #expect(try await bench.ask(.post, "\(path)/steps", "cancel").status == 404)
            #expect(try await bench.ask(.delete, path).status == 404)
        }
        var seen: Set<String> = []
        for _ in 0..<20 { seen.insert(try await bench.open().identifier) }
        #expect(seen.count == 20)
    }

    @Test(arguments: [
        "null", "", "file://", "javascript:alert(1)", "https://", "https://shop.example/path",
        "https://user@shop.example", "ftp://shop.example", "data:text/html,x",
    ])
    func `shows no sheet to a page without an origin`(origin: String) async throws {
        let bench = try SheetBench()
        await #expect(throws: SheetBench.Refused.self) { try await bench.open(origin: origin) }
    }

    @Test(arguments: [
        #"{"countryCode":""}"#, #"{"currencyCode":"XXY"}"#, #"{"supportedNetworks":["cash"]}"#,
        #"{"supportedNetworks":["jcb"],"supportedCountries":["FR"]}"#,
        #"{"total":{"label":"","amount":"-1"}}"#, #"{"total":5}"#, #"{"disbursementRequest":{}}"#,
    ])
    func `says to the developer what is wrong with a request`(
        json: String
    ) async throws {
        let bench = try SheetBench()
        let changes = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let answer = try await bench.ask(
            .post,
            "/sheet/sessions",
            ["origin": "https://shop.example", "request": json]
        )
        #expect(answer.status == 400)
        do {
            _ = try await bench.open(changes ?? [:])
            Issue.record("a sheet is shown")
        } catch let refused as SheetBench.Refused {
            #expect(refused.status == 422 && !refused.words.isEmpty)
        }
    }

    @Test func `takes no answer twice, and none of the wrong kind`() async throws {
        let bench = try SheetBench()
        let page = try await bench.openValidated()
        let (number, _) = try await page.question("paymentmethodselected")
        func answer(_ value: Any, to number: Int) async throws -> SheetBench.Answer {
            try await page.post("answers", ["question": number, "value": value])
        }
        #expect(try await answer(["status": 0], to: number).status == 422)
        #expect(
            try await answer(["newTotal": ["label": "x", "amount": "a"], "errors": 5], to: number)
                .status == 422
        )
        #expect(try await answer([], to: number).status == 422)
        #expect(try await answer(NSNull(), to: 99).status == 409)
        #expect(try await answer(NSNull(), to: number).status == 204)
        #expect(try await answer(NSNull(), to: number).status == 409)
        #expect(try await page.post("answers", ["question": number]).status == 400)
        #expect(try await page.post("answers", ["value": 1]).status == 400)
        _ = try await page.view(state: "open")
        let steps: [Any] = [
            "buy", ["choose": ["row": "card"]], ["choose": ["row": "house", "place": 0]], [:],
            ["pin": "1234"], ["authorize": 29.27], ["write": ["row": "contact", "place": "first"]],
            ["code": 5], ["cancel": true], ["choose": 1, "code": "x"],
        ]
        for step in steps { #expect(try await page.post("steps", step).status == 400, "\(step)") }
        let untaken: [Any] = [
            ["choose": ["row": "card", "place": 2]], ["choose": ["row": "card", "place": -1]],
            ["choose": ["row": "contact", "place": 0]], ["code": "SAVE"], ["pin": 4],
            ["write": ["row": "card", "place": 0, "fields": [:]]],
        ]
        for step in untaken { #expect(try await page.post("steps", step).status == 409, "\(step)") }
    }

    @Test func `takes what comes when the shopper has canceled for nothing, which is no fault`()
        async throws
    {
        let bench = try SheetBench()
        let page = try await bench.open()
        let (number, _) = try await page.question("validatemerchant")
        try await page.step("cancel")
        #expect(try await page.end() == "notPaid cancelled")
        let late: [String: Any] = ["question": number, "value": SheetBench.session]
        #expect(try await page.post("answers", late).status == 204)
        #expect(try await page.post("steps", "cancel").status == 200)
        let invented: [String: Any] = ["question": 99, "value": SheetBench.session]
        #expect(try await page.post("answers", invented).status == 409)
        #expect(try await page.end() == "notPaid cancelled")
    }

    @Test func `gives the place of a stream to the newest, which gets what was not answered`()
        async throws
    {
        let bench = try SheetBench()
        let page = try await bench.open()
        let (number, _) = try await page.question("validatemerchant")
        let path = "/sheet/sessions/\(page.identifier)/events"
        let second = try await EventReader(bench.server.address, path)
        let isAsked = await second.state.wait(within: SheetPage.patience) { state in
            state.events.contains { $0.object["question"] as? Int == number }
        }
        #expect(isAsked)
        #expect(await page.reader.state.wait(within: SheetPage.patience) { $0.isOver })
        #expect(page.reader.state.read { $0.events.last?.name } == "replaced")
        try await page.answer("validatemerchant", SheetBench.session)
        let goesOn = await second.state.wait(within: SheetPage.patience) { state in
            state.events.contains { $0.object["name"] as? String == "paymentmethodselected" }
        }
        #expect(goesOn)
        let last = try #require(second.state.read { $0.events.compactMap(\.identifier).max() })
        let third = try await EventReader(bench.server.address, path, lastEvent: last)
        try await page.step("cancel")
        let ends = await third.state.wait(within: SheetPage.patience) { state in
            state.events.contains { $0.name == "end" }
        }
        #expect(ends && third.state.read { $0.events.allSatisfy { ($0.identifier ?? 0) > last } })
    }

    @Test func `closes a sheet whose page is gone for too long, and no other`() async throws {
        let bench = try SheetBench(patience: .seconds(5))
        let page = try await bench.openValidated()
        try await page.answer("paymentmethodselected", NSNull())
        _ = try await page.view(state: "open")
        let path = "/sheet/sessions/\(page.identifier)/events"
        page.reader.close()
        let second = try await EventReader(bench.server.address, path)
        await RealTime.pass(.seconds(8))
        #expect(bench.endings.isEmpty)
        second.close()
        #expect(await bench.ends(within: .seconds(120)))
        #expect(bench.endings == [.notPaid(.cancelled)])
        // Reading its events would keep it.
        let code = "/sheet/sessions/\(page.identifier)/code.svg"
        var asked = 0
        while try await bench.ask(.get, code).status != 404, asked < 60 {
            asked += 1
            await RealTime.pass(.seconds(1))
        }
        #expect(try await bench.ask(.get, path).status == 404)
    }

    @Test func `keeps at most 64 sheets, and has a place again when one is over`() async throws {
        let bench = try SheetBench(patience: .seconds(15))
        var pages: [SheetPage] = []
        for _ in 0..<64 { pages.append(try await bench.open()) }
        #expect(try await bench.refusalOfOpening() == 503)
        try await pages[0].step("cancel")
        #expect(try await pages[0].end() == "notPaid cancelled")
        var attempts = 0
        while try await bench.refusalOfOpening() != nil, attempts < 60 {
            attempts += 1
            await RealTime.pass(.seconds(1))
        }
        #expect(attempts < 60)
    }

    @Test func `says of each page who may frame it, and that nothing but its own files is loaded`()
        async throws
    {
        let bench = try SheetBench()
        for (path, isFramed) in [
            ("/sheet.html", true), ("/sheet.css", false), ("/apple-pay.js", true),
        ] {
            let answer = try await bench.ask(.get, path, fields: HTTPFields())
            #expect(answer.status == 200, "\(path)")
            let policy = answer.fields["Content-Security-Policy"]?.text ?? ""
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            #expect(policy.contains("frame-ancestors 'none'") == !isFramed, "\(path)")
            #expect(answer.fields["X-Content-Type-Options"]?.text == "nosniff")
        }
        let script = try await bench.ask(.get, "/apple-pay.js", fields: HTTPFields())
        let text = String(decoding: script.body, as: UTF8.self)
        #expect(text.hasSuffix("quince.showSheets(\"http://\(bench.server.address)\");\n"))
    }
}

extension SheetBench {
    /// Opens a sheet; returns the status of its refusal, or nil where it is shown.
    func refusalOfOpening() async throws -> Int? {
        do {
            _ = try await open()
            return nil
        } catch let refused as Refused { return refused.status }
    }

    /// How the sheets ended, in order.
    var endings: [PaymentSheet.Outcome] {
        host.observations.withLock { $0.compactMap(\.outcome) }
    }

    /// Waits until a sheet has ended.
    func ends(within patience: Duration) async -> Bool {
        for _ in 0..<200 {
            if !endings.isEmpty { return true }
            await RealTime.pass(patience / 200)
        }
        return false
    }
}
