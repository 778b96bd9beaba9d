import Foundation
import TestSupport
import Testing

@Suite("quince sandbox")
struct SandboxCallTests {
    let orders = SandboxOrders()

    @Test func `says where it listens, on this machine only, and ends by a signal`() throws {
        let sandbox = try orders.start()
        #expect(sandbox.api.hasPrefix("http://127.0.0.1:"))
        #expect(sandbox.ready["gateway"]?.hasPrefix("https://127.0.0.1:") == true)
        #expect(sandbox.ready["network"]?.hasPrefix("127.0.0.1:") == true)
        #expect(sandbox.token.hasPrefix("TEST-") && sandbox.token.utf8.count > 40)
        for name in ["ca", "root"] {
            let file = try #require(sandbox.ready[name])
            let read = try Program.openSSL.run(["x509", "-in", file, "-noout", "-subject"])
            #expect(read.text.contains("TEST"), "\(read.complaint)")
        }
        #expect(sandbox.terminate() == 0)
    }

    @Test func `removes the folder of an ephemeral sandbox`() throws {
        let sandbox = try SandboxProcess(["--ephemeral"])
        let folder = URL(filePath: try #require(sandbox.ready["root"])).deletingLastPathComponent()
        #expect(FileManager.default.fileExists(atPath: folder.path))
        #expect(sandbox.terminate() == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `tells callers without the token nothing of what there is`() throws {
        let sandbox = try orders.start()
        let expected = try sandbox.call("GET", "/nothing", fields: [])
        #expect(expected.status == 401 && expected.code == "unauthorized")
        func withoutDate(_ header: String) -> [Substring] {
            header.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }
        }
        let wrong = [
            [], ["Authorization: Bearer \(sandbox.token)x"],
            ["Authorization: Basic \(sandbox.token)"],
            ["Authorization: Bearer"],
            ["Authorization: Bearer \(sandbox.token)", "Authorization: Bearer \(sandbox.token)"],
        ]
        for fields in wrong {
            for (method, path) in [
                ("GET", "/devices"), ("GET", "/devices/phone"),
                ("DELETE", "/devices/phone/cards/1"),
                ("POST", "/clock"), ("OPTIONS", "/devices"), ("GET", "/openapi.json"),
            ] {
                let answer = try sandbox.call(method, path, fields: fields)
                #expect(
                    withoutDate(answer.header) == withoutDate(expected.header),
                    "\(method) \(path)"
                )
                #expect(answer.body == expected.body)
            }
        }
    }

    @Test func `keeps token, clock, devices and testers over a restart`() throws {
        var sandbox = try orders.start()
        let token = sandbox.token
        #expect(try sandbox.call("POST", "/clock", ["advanceSeconds": 86_400]).status == 200)
        #expect(
            try sandbox.call(
                "POST",
                "/testers",
                ["emailAddress": "Mei@example.cn", "countryCode": "CN"]
            ).status == 201
        )
        #expect(try sandbox.call("POST", "/devices", ["identifier": "old phone"]).status == 201)
        sandbox.kill()
        sandbox = try orders.start()
        #expect(sandbox.token == token)
        let clock = try sandbox.call("GET", "/clock").json
        #expect(clock["offsetSeconds"] as? Int == 86_400)
        let now = try #require(ISO8601DateFormatter().date(from: clock["now"] as? String ?? ""))
        #expect(abs(now.timeIntervalSinceNow - 86_400) < 60)
        let settled = try ProcessRun(
            "\"$QUINCE\" sandbox settle --state sandbox",
            in: orders.folder.url
        )
        let day = settled.results.split(separator: "\n").first?.split(separator: ",").last?.prefix(
            10
        )
        #expect(day == (clock["now"] as? String)?.prefix(10), "\(settled.results)")
        let testers = try sandbox.call("GET", "/testers").json["testers"] as? [[String: String]]
        #expect(testers?.map { $0["emailAddress"] } == ["Mei@example.cn", "tester@quince.example"])
        let devices = try sandbox.call("GET", "/devices").json["devices"] as? [String]
        #expect(devices == ["old phone", "phone"])
        #expect(try sandbox.call("GET", "/devices/old%20phone").status == 200)
    }

    @Test func `moves its clock to any time from 2000 to 2099, and nowhere else`() throws {
        let sandbox = try orders.start()
        for time in ["2000-01-01T00:00:00Z", "2099-12-31T23:59:00Z", "2026-03-01T12:00:00Z"] {
            let answer = try sandbox.call("POST", "/clock", ["now": time])
            #expect(answer.text("now")?.prefix(16) == time.prefix(16), "\(answer.json)")
        }
        let before = try sandbox.call("GET", "/clock").json["offsetSeconds"] as? Int
        let wrong: [(Any, String)] = [
            (["now": "1999-12-31T23:59:59Z"], "timeOutOfRange"),
            (["advanceSeconds": 3_000_000_000], "timeOutOfRange"),
            (["advanceSeconds": "10"], "memberWrong"), (["now": "tomorrow"], "memberWrong"),
            ([:] as [String: String], "memberMissing"),
            (["now": "2026-03-01T12:00:00Z", "advanceSeconds": 1], "memberMissing"),
            (["advanceSecond": 1], "memberMissing"),
            (["advanceSeconds": 1, "unit": "day"], "memberUnknown"), ([1], "memberWrong"),
        ]
        for (body, code) in wrong {
            let answer = try sandbox.call("POST", "/clock", body)
            #expect(answer.code == code, "\(body): \(answer.json)")
        }
        #expect(try sandbox.call("GET", "/clock").json["offsetSeconds"] as? Int == before)
    }

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `answers as its description says, whatever is sent`() async throws {
        let sandbox = try orders.start()
        let answer = try await PythonOracle.runAside(
            "describe-api.py",
            input: "\(sandbox.api)\n\(sandbox.token)\n"
        )
        #expect(answer.isSuccess, "\(answer.text.suffix(4_000))\(answer.complaint.suffix(1_000))")
        // The sum of the operations that were tried, so that an empty description is no success.
        let tested = answer.text.split(separator: "\n").first { $0.contains("Tested:") }
        let count = tested?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        #expect(count >= 30, "\(answer.text.suffix(1_000))")
        #expect(try sandbox.call("GET", "/clock").status == 200)
    }
}
