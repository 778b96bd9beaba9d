import AppleServers
import Foundation
import HTTPMessages
import JSON
import SandboxServer
import TestSupport
import Testing
import World

@Suite("The API of the member center")
struct MemberCenterRoutesTests {
    let scratch = ScratchFolder()
    let clock = SimulatedClock(startingAt: CenterBench.start)
    let folder: SandboxFolder
    let api: LocalAPI

    init() async throws {
        let world = World(clock: clock, randomness: SystemRandomness())
        folder = try await SandboxFolder(scratch.url.path, world: world)
        api = LocalAPI(memberCenterOf: folder)
    }

    struct Answer {
        let status: Int
        let fields: HTTPFields
        let body: [String: Any]

        subscript(name: String) -> String? { body[name] as? String }
        var code: String? { self["code"] }
        func list(_ name: String) -> [[String: Any]] { body[name] as? [[String: Any]] ?? [] }
    }

    func call(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [String: Any]? = nil
    ) async throws -> Answer {
        let sent = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let response = await api.answer(method, path, body: Array(sent ?? Data()))
        let read = try JSONSerialization.jsonObject(with: Data(response.body))
        return Answer(
            status: Int(response.status.code),
            fields: response.fields,
            body: try #require(read as? [String: Any])
        )
    }

    func register(_ identifier: String = CenterBench.merchant) async throws {
        let answer = try await call(
            .post,
            "/merchants",
            ["identifier": identifier, "description": "A shop"]
        )
        #expect(answer.status == 201)
    }

    func request(_ key: String = "ec -pkeyopt ec_paramgen_curve:P-256") -> String {
        Shell.output(
            of: "openssl req -new -newkey \(key) -nodes -keyout key.pem -subj /CN=shop 2>/dev/null",
            in: scratch.url
        )
    }

    func issue(_ request: String, kind: String = "paymentProcessing") async throws -> Answer {
        try await call(
            .post,
            "/merchants/\(CenterBench.merchant)/certificates",
            ["kind": kind, "request": request]
        )
    }

    @Test func `a merchant is registered, listed and found`() async throws {
        let made = try await call(
            .post,
            "/merchants",
            ["identifier": "merchant.com.example", "description": "A shop"]
        )
        #expect(made.status == 201)
        #expect(made.fields[.location]?.text == "/merchants/merchant.com.example")
        let wanted = [
            "identifier": "merchant.com.example", "description": "A shop", "team": "QUINCETEST",
            "registeredAt": "2025-11-24T16:00:00Z",
        ]
        #expect(made.body as? [String: String] == wanted)
        #expect(
            try await call(.get, "/merchants").list("merchants") as? [[String: String]] == [wanted]
        )
        let found = try await call(.get, "/merchants/merchant.com.example")
        #expect(found.body as? [String: String] == wanted)
        #expect(try await call(.get, "/order-types").list("orderTypes").isEmpty)
    }

    @Test func `a certificate is issued, activated and revoked, and says its state`() async throws {
        try await register()
        let (first, second) = (try await issue(request()), try await issue(request()))
        #expect(first.status == 201 && second.status == 201)
        #expect(first["state"] == "active" && second["state"] == "inactive")
        let serial = try #require(second["serialNumber"])
        #expect(second.fields[.location]?.text == "/certificates/\(serial)")
        #expect(second["holder"] == CenterBench.merchant)
        #expect(second["notBefore"] == "2025-11-23T16:00:00Z")
        try Data((second["certificate"] ?? "").utf8)
            .write(to: scratch.url.appending(path: "leaf.pem"))
        let shown = Shell.output(of: "openssl x509 -in leaf.pem -noout -serial", in: scratch.url)
        #expect(shown == "serial=\(serial)\n")
        let activated = try await call(.post, "/certificates/\(serial)/activate")
        #expect(activated.status == 200 && activated["state"] == "active")
        let path = "/merchants/\(CenterBench.merchant)/certificates"
        let states = try await call(.get, path).list("certificates").map { $0["state"] as? String }
        #expect(states == ["replaced", "active"])
        let ends = try await call(.get, path).list("certificates")
        #expect(ends.map { $0["usableUntil"] as? String } == ["2025-11-24T16:10:00Z", nil])
        let revoked = try await call(.post, "/certificates/\(serial)/revoke")
        #expect(revoked.status == 200 && revoked["state"] == "revoked")
        #expect(revoked["revokedAt"] == "2025-11-24T16:00:00Z")
        #expect(try await call(.get, "/certificates/\(serial)")["state"] == "revoked")
    }

    @Test func `an app is registered and entitled`() async throws {
        try await register()
        let made = try await call(
            .post,
            "/apps",
            ["bundleIdentifier": "com.example.store", "description": "Store"]
        )
        #expect(made.status == 201)
        #expect(made.fields[.location]?.text == "/apps/com.example.store")
        let path = "/apps/com.example.store/entitlement"
        let put = try await call(.put, path, ["merchantIdentifiers": [CenterBench.merchant]])
        #expect(put.status == 200)
        let read = try await call(.get, path)
        #expect(read.body["merchantIdentifiers"] as? [String] == [CenterBench.merchant])
        let unknown = try await call(.put, path, ["merchantIdentifiers": ["merchant.com.b"]])
        #expect(unknown.status == 422 && unknown.code == "merchantUnknown")
        #expect(try await call(.get, "/apps").list("apps").count == 1)
    }

    @Test func `every authority is given out`() async throws {
        let files = try await call(.get, "/authorities").list("authorities")
        #expect(
            files.map { $0["name"] as? String } == [
                "root-g3", "root-g2", "application-integration-g3", "developer-relations-g2",
                "developer-relations-g2-under-root-g2", "developer-relations-rsa",
                "developer-relations-rsa-under-root-g3",
            ]
        )
    }

    @Test func `each refusal has its status and code`() async throws {
        try await register()
        let merchant = "/merchants/\(CenterBench.merchant)"
        func expect(
            _ status: Int,
            _ code: String,
            _ method: HTTPMethod,
            _ path: String,
            _ body: [String: Any]? = nil
        ) async throws {
            let answer = try await call(method, path, body)
            #expect(answer.status == status && answer.code == code, "\(path): \(answer.body)")
            #expect(answer["detail"]?.isEmpty == false)
        }
        let again = ["identifier": CenterBench.merchant, "description": "A"]
        try await expect(409, "alreadyRegistered", .post, "/merchants", again)
        let wrong = ["identifier": "com.example", "description": "A"]
        try await expect(422, "identifierInvalid", .post, "/merchants", wrong)
        try await expect(422, "identifierInvalid", .post, "/order-types", again)
        let lost = ["identifier": "merchant.com.b", "description": "A", "team": "NOSUCHTEAM"]
        try await expect(422, "teamUnknown", .post, "/merchants", lost)
        let member = ["identifier": "merchant.com.b", "description": "A", "nmae": "B"]
        try await expect(400, "memberUnknown", .post, "/merchants", member)
        try await expect(422, "teamInvalid", .post, "/teams", ["identifier": "a", "name": "A"])
        try await expect(404, "merchantUnknown", .get, "/merchants/merchant.com.b")
        try await expect(404, "merchantUnknown", .get, "/order-types/\(CenterBench.merchant)")
        try await expect(404, "merchantUnknown", .get, "/merchants/merchant.com.b/certificates")
        try await expect(404, "certificateUnknown", .get, "/certificates/00")
        try await expect(404, "certificateUnknown", .post, "/certificates/00/activate")
        try await expect(404, "certificateUnknown", .post, "/certificates/00/revoke")
        try await expect(404, "appUnknown", .get, "/apps/com.example")
        try await expect(404, "appUnknown", .get, "/apps/com.example/entitlement")
        let none = ["merchantIdentifiers": [String]()]
        try await expect(404, "appUnknown", .put, "/apps/com.example/entitlement", none)
        let asterisk = ["bundleIdentifier": "com.*.b", "description": "A"]
        try await expect(422, "bundleIdentifierInvalid", .post, "/apps", asterisk)
        let junk = ["kind": "paymentProcessing", "request": "junk"]
        try await expect(422, "requestUnreadable", .post, "\(merchant)/certificates", junk)
        let kind = ["kind": "orderType", "request": request()]
        try await expect(400, "memberWrong", .post, "\(merchant)/certificates", kind)
        let key = ["kind": "merchantIdentity", "request": request()]
        try await expect(422, "keyUnsupported", .post, "\(merchant)/certificates", key)
        let serial = try #require(try await issue(request())["serialNumber"])
        try await expect(409, "notActivable", .post, "/certificates/\(serial)/activate")
        _ = try await issue(request())
        let third = ["kind": "paymentProcessing", "request": request()]
        try await expect(409, "tooManyCertificates", .post, "\(merchant)/certificates", third)
        _ = try await call(.post, "/certificates/\(serial)/revoke")
        try await expect(409, "alreadyRevoked", .post, "/certificates/\(serial)/revoke")
    }
}
