import Foundation
import HTTPMessages
import JSON
import PaymentToken
import Payments
import Storage
import TestSupport
import Testing
import World

@testable import HTTPServer
@testable import MerchantServer

/// The members are those of the API's own description, so that a new one is tried too.
@Suite("The texts of a body")
struct BodyTextTests {
    /// Members that have a form of their own, so that few texts are taken.
    private static let formed: Set<String> = ["token", "amount", "currency", "applicationData"]
    /// Parts of a contact that no order has.
    private static let notKept: Set<String> = [
        "phoneticGivenName", "phoneticFamilyName", "subLocality", "subAdministrativeArea",
    ]
    private static let longest: [String: Int] = ["reference": 64]

    /// The places of a payment with a token, each once; what is stored and charged has words of its own,
    /// and metadata is kept as JSON.
    private static let places = BodyPlace.texts(in: PaymentForm.schema)
        .filter { place in
            !["store", "credential", "initiator", "metadata"].map(BodyPlace.Step.member)
                .contains { place.steps.first == $0 }
        }
        .reduce(into: [BodyPlace]()) { places, place in
            if !places.contains(where: { $0.steps == place.steps }) { places.append(place) }
        }

    private static func isFormed(_ place: BodyPlace) -> Bool {
        formed.contains(place.name ?? "")
    }

    /// A body with texts in the places of others.
    private static func body(
        _ token: Any,
        _ reference: String,
        _ texts: [(BodyPlace, BodyText)]
    ) throws -> String {
        var body: Any = [
            "token": token, "amount": "10.75", "currency": "USD", "reference": reference,
        ]
        for (place, _) in texts {
            if place.steps.first == .member("lines") {
                body = BodyPlace(steps: [.member("lines"), .element, .member("title")])
                    .setting("a", in: body)
                body = BodyPlace(steps: [.member("lines"), .element, .member("amount")])
                    .setting("10.75", in: body)
            }
            if place.steps.first == .member("shippingMethod") {
                for name in ["identifier", "label"] {
                    body = BodyPlace(steps: [.member("shippingMethod"), .member(name)])
                        .setting("a", in: body)
                }
            }
        }
        for (index, text) in texts.enumerated() {
            body = text.0.setting("placeholder-\(index)-", in: body)
        }
        var json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        for (index, text) in texts.enumerated() {
            json = json.replacing("\"placeholder-\(index)-\"", with: text.1.json)
        }
        return json
    }

    private static func page(_ bench: PaymentBench) async throws -> [String: Any] {
        let token = try await bench.token().json.compact
        return ["token": try JSONSerialization.jsonObject(with: Data(token.utf8))]
    }

    private static let rows: StaticString = """
        SELECT (SELECT count(*) FROM intent) + (SELECT count(*) FROM operation)
            + (SELECT count(*) FROM accepted_token) + (SELECT count(*) FROM shop_order)
            + (SELECT count(*) FROM idempotent_request) + (SELECT count(*) FROM audit_entry) AS n
        """

    @Test(arguments: PaymentDatabase.here)
    func `that no order can hold are refused before anything happens`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let asked = LockedValue(0)
        bench.beforeMessage.withLock { $0 = { asked.withLock { $0 += 1 } } }
        let page = try await Self.page(bench)
        for place in Self.places where !Self.notKept.contains(place.name ?? "") {
            let longest = Self.longest[place.name ?? ""] ?? 1_024
            var texts = BodyText.unstorable + [.bytes(longest + 1)]
            if Self.isFormed(place) { texts += BodyText.storable }
            for text in texts {
                let body = try Self.body(page, "cart 1", [(place, text)])
                let answer = try await server.pay(body)
                // What is no JSON is refused as that.
                let isRefused = answer.status == 422 || answer.status == 400
                #expect(isRefused, "\(place), \(text.testDescription): \(answer.text)")
                if text.testDescription.hasPrefix("U+0000"), !Self.isFormed(place) {
                    #expect(answer.status == 422, "\(place): \(answer.text)")
                }
            }
        }
        #expect(try await server.count(Self.rows) == 0)
        #expect(asked.withLock(\.self) == 0)
        // Nothing happened to the token, nor to the key.
        #expect(try await server.pay(try Self.body(page, "cart 1", [])).status == 201)
    }

    @Test(arguments: PaymentDatabase.here)
    func `that an order can hold are in it exactly`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let others = Self.places.filter { place in
            !Self.isFormed(place) && !Self.isContact(place)
        }
        let contacts = [["shippingContact"], ["billingContact"], ["token", "shippingContact"]]
            .map { path in
                Self.places.filter { place in
                    Self.isContact(place)
                        && place.steps.starts(with: path.map(BodyPlace.Step.member))
                }
            }
        #expect(others.count >= 4 && contacts.allSatisfy { $0.count >= 14 })
        for (number, text) in (BodyText.storable + [.bytes(1_024)]).enumerated() {
            var places = others + contacts[number % contacts.count]
            // A full name has both, and each country is given once.
            places.removeAll { ["familyName", "countryCode"].contains($0.name) }
            var texts = places.map { place -> (BodyPlace, BodyText) in
                if Self.notKept.contains(place.name ?? "") {
                    return (place, BodyText.unstorable[0])
                }
                return (place, place.name == "reference" && number == 7 ? .bytes(64) : text)
            }
            if number > 0 { texts.removeAll { $0.0.name == "reference" } }
            if number == 7 {
                texts += places.filter { $0.name == "reference" }.map { ($0, .bytes(64)) }
            }
            let body = try Self.body(try await Self.page(bench), "cart \(number)", texts)
            let paid = try await server.pay(body, key: "\(number)")
            #expect(paid.status == 201, "\(text.testDescription): \(paid.text)")
            guard let id = paid["order.id"] else { continue }
            let order = try await server.call("GET", "/orders/\(id)")
            let held = Self.texts(order) + [paid["reference"] ?? ""]
            for (place, text) in texts where !Self.notKept.contains(place.name ?? "") {
                let wanted = try #require(JSONDocument(Array("[\(text.json)]".utf8)).root.elements)
                let bytes = Array((wanted.first?.string ?? "").utf8)
                let count = held.count { Array($0.utf8) == bytes }
                #expect(count > 0, "\(place), \(text.testDescription): \(order.text)")
            }
            let distinct = texts.count { !Self.notKept.contains($0.0.name ?? "") }
            #expect(held.count { !$0.isEmpty } >= distinct)
        }
    }

    private static func isContact(_ place: BodyPlace) -> Bool {
        place.steps.contains {
            $0 == .member("shippingContact") || $0 == .member("billingContact")
        }
    }

    /// Every text of an answer.
    private static func texts(_ answer: ServerUnderTest.Answer) -> [String] {
        func texts(_ json: JSONValue) -> [String] {
            if let text = json.string { return [text] }
            return (json.elements ?? json.members.map { $0.1 }).flatMap(texts)
        }
        let json = try? JSONDocument(answer.response.body).root
        return json.map(texts) ?? []
    }

    @Test(arguments: PaymentDatabase.here, ["capture", "refund", "void"])
    func `of a change are refused before anything happens`(
        _ kind: PaymentDatabase,
        _ verb: String
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token()
        let paid = try await server.pay(PaymentBench.body(token, #""capture":true"#))
        let path = "/payments/\(try #require(paid["id"]))/\(verb)"
        let before = try await server.count(Self.rows)
        let operation = PaymentRoutes.operations(server.service)
            .first { "\($0.path)".hasSuffix(verb) }
        for place in BodyPlace.texts(in: try #require(operation?.body)) {
            for text in BodyText.unstorable + BodyText.storable + [.bytes(1_025)] {
                let body = "{\"\(place)\":\(text.json)}"
                let answer = try await server.call("POST", path, body, key: "k")
                #expect([400, 422].contains(answer.status), "\(place): \(answer.text)")
            }
        }
        #expect(try await server.count(Self.rows) == before)
    }
}
