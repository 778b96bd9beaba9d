import ApplePaySession
import Foundation
import JSON
import PaymentRequest
import TestSupport
import Testing

/// The vectors of pages' requests, which `Web/apple-pay.js` runs in a browser. A page that Safari refuses is refused
/// here too, and one that Safari takes is taken, but where the vector says why not.
@Suite("A page's request in the vectors")
struct PageRequestVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let request: Data
        let isRefusedByWebKit: Bool
        let difference: String?

        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let url = Repository.root.appending(path: "Tests/Vectors/page-requests.json")
        guard let data = try? Data(contentsOf: url),
            let file = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let base = file["base"] as? [String: Any], let cases = file["cases"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap { vector in
            var request = base
            request.merge(vector["set"] as? [String: Any] ?? [:]) { $1 }
            for list in ["remove", "undefined"] {
                for name in vector[list] as? [String] ?? [] { request[name] = nil }
            }
            guard let name = vector["name"] as? String,
                let data = try? JSONSerialization.data(withJSONObject: request)
            else { return nil }
            return Vector(
                name: name,
                request: data,
                isRefusedByWebKit: vector["error"] != nil,
                difference: vector["swift"] as? String
            )
        }
    }()

    @Test func `are read`() { #expect(Self.vectors.count > 250) }

    @Test(arguments: vectors)
    func `is judged as WebKit judges it`(vector: Vector) throws {
        let refusal = Self.refusal(of: try JSONDocument(Array(vector.request)).root)
        guard let difference = vector.difference else {
            #expect((refusal != nil) == vector.isRefusedByWebKit, "\(refusal ?? "taken")")
            return
        }
        let verdict = vector.isRefusedByWebKit ? "accepts: " : "refuses: "
        #expect(difference.hasPrefix(verdict), "the difference is the other way")
        #expect((refusal == nil) == vector.isRefusedByWebKit, "there is no difference any more")
    }

    private static func refusal(of json: JSONValue) -> String? {
        do {
            _ = try PageRequest.read(json, merchantIdentifier: "merchant.com.example")
                .validated(on: .page)
            return nil
        } catch { return "\(error)" }
    }
}
