import Foundation
import HTTPMessages
import JSON
import MerchantServer
import TestSupport
import Testing
import World

@Suite("The metrics of the server")
struct MetricsTests {
    /// The samples by name and labels, of a text that has the form of Prometheus.
    private func samples(_ text: String) throws -> [String: Double] {
        let form = try Regex(
            #"[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-z]+="([^"\\\n]|\\.)*"(,[a-z]+="([^"\\\n]|\\.)*")*\})? [0-9.e+-]+"#
        )
        var samples: [String: Double] = [:]
        var kinds: [String: Substring] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                #expect(kinds.updateValue(words[3], forKey: String(words[2])) == nil, "\(line)")
            } else if !line.hasPrefix("# HELP ") {
                #expect(line.wholeMatch(of: form) != nil, "\(line)")
                let space = try #require(line.lastIndex(of: " "))
                let value = try #require(Double(line[line.index(after: space)...]))
                #expect(samples.updateValue(value, forKey: String(line[..<space])) == nil)
            }
        }
        #expect(kinds.filter { $0.value == "counter" }.allSatisfy { $0.key.hasSuffix("_total") })
        #expect(text.hasSuffix("\n"))
        return samples
    }

    @Test func `count what was answered by route and status`() async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .readOnly).key
        for path in [
            "/payments", "/payments/payment-1", "/payments/payment-2", "/x/4111111111111111",
        ] {
            _ = try await fixture.send(.get, path, key: key)
        }
        let answer = try await fixture.send(.get, "/metrics", key: key)
        #expect(answer.fields[.contentType]?.text == "text/plain; version=0.0.4; charset=utf-8")
        let found = try samples(answer.text)
        func count(_ route: String, _ status: Int) -> Double? {
            found[#"quince_http_requests_total{route="\#(route)",status="\#(status)"}"#]
        }
        #expect(count("/payments", 200) == 1)
        #expect(count("/payments/{id}", 404) == 2)
        #expect(count("none", 404) == 1)
        let histogram = "quince_http_request_duration_seconds"
        #expect(found[#"\#(histogram)_count{route="/payments/{id}"}"#] == 2)
        #expect(found[#"\#(histogram)_bucket{route="/payments/{id}",le="+Inf"}"#] == 2)
        #expect(!answer.text.contains("4111111111111111"))
        await fixture.stop()
    }

    @Test func `tell the days that certificates have left, and what is unsettled`() async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .readOnly).key
        func sample(_ name: String) async throws -> Double? {
            let found = try samples(try await fixture.send(.get, "/metrics", key: key).text)
            return found.first { $0.key.hasPrefix(name) }?.value
        }
        // openssl made the certificate for 30 days, in this second or some seconds ago.
        fixture.clock.advance(bySeconds: 1)
        #expect(try await sample(#"quince_certificate_days_left{purpose="identity""#) == 29)
        fixture.clock.advance(bySeconds: 31 * 86_400)
        #expect(try await sample(#"quince_certificate_days_left{purpose="identity""#) == -2)
        #expect(try await sample("quince_unsettled_operations") == 0)
        #expect(try await sample("quince_processing_keys") == 1)
        #expect(try await sample("quince_network_signed_on") == 0)
        await fixture.stop()
    }

    @Test func `are all that the dashboard asks for`() async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .readOnly).key
        let text = try await fixture.send(.get, "/metrics", key: key).text
        let families = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
            .map { String($0.split(separator: " ")[2]) }
        let file = Repository.root.appending(path: "Support/grafana/quince-server.json")
        let dashboard = try JSONDocument([UInt8](try Data(contentsOf: file))).root
        let panels = try #require(dashboard.member("panels")?.elements)
        var asked: Set<String> = []
        for panel in panels {
            for target in try #require(panel.member("targets")?.elements) {
                let query = try #require(target.member("expr")?.string)
                for match in query.matches(of: try Regex("quince_[a-z_]+")) {
                    asked.insert(String(query[match.range]))
                }
            }
        }
        for name in asked {
            let family = name.replacing(/_(bucket|count|sum)$/, with: "")
            #expect(families.contains(family), "\(name)")
        }
        #expect(families.allSatisfy { family in asked.contains { $0.hasPrefix(family) } })
        await fixture.stop()
    }
}
