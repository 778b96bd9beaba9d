import Foundation
import TestSupport
import Testing

@Suite("quince rehearse rotation", .enabled(if: PythonOracle.isInstalled))
struct RotationRehearsalTests {
    let folder = ScratchFolder()

    /// A command that opens tokens with a package that is not ours, with these keys.
    func command(_ keys: [String], in folder: String) -> String {
        let python = Repository.root.appending(path: ".build/oracle/bin/python3").path
        let script = Repository.root.appending(path: "Tests/Oracles/open-token-file.py").path
        let files =
            ["root.pem", "intermediate.pem"] + keys.flatMap { ["\($0).pem", "\($0)-key.pem"] }
        return "\(python) \(script) " + files.map { "\(folder)/\($0)" }.joined(separator: " ")
    }

    struct Report {
        let status: Int32
        let wrong: Int
        /// The answers, by step and token.
        let answers: [String: [String: String]]
        let steps: [String]
    }

    func rehearse(_ options: String) async throws -> Report {
        let run = try await ProcessRun.finished(
            "$QUINCE rehearse rotation --json \(options)",
            in: folder.url
        )
        let data = Data(run.results.utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let steps = json["steps"] as? [[String: Any]] ?? []
        var answers: [String: [String: String]] = [:]
        for step in steps {
            let tokens = step["tokens"] as? [[String: Any]] ?? []
            answers[step["step"] as? String ?? ""] = Dictionary(
                uniqueKeysWithValues: tokens.map {
                    ($0["token"] as? String ?? "", $0["answer"] as? String ?? "")
                }
            )
        }
        return Report(
            status: run.status,
            wrong: try #require(json["wrong"] as? Int, "\(run.remarks)"),
            answers: answers,
            steps: steps.compactMap { $0["step"] as? String }
        )
    }

    static let old = "a token for the old key"
    static let new = "a token for the new key"

    @Test func `is passed by software that has both keys`() async throws {
        let program = command(["old", "new"], in: "rotation")
        let report = try await rehearse("--out rotation --verifier '\(program)'")
        #expect(report.status == 0 && report.wrong == 0, "\(report.answers)")
        #expect(report.steps == ["before", "issued", "activated", "settled", "expired"])
        // Which tokens come when is what Apple's TN3206 says of a renewal.
        #expect(report.answers["before"]?[Self.old] == "opened")
        #expect(report.answers["before"]?[Self.new] == nil)
        #expect(report.answers["issued"]?[Self.new] == nil)
        #expect(report.answers["activated"]?[Self.old] == "opened")
        #expect(report.answers["activated"]?[Self.new] == "opened")
        #expect(report.answers["settled"]?[Self.old] == nil)
        #expect(report.answers["expired"]?[Self.new] == "opened")
        #expect(report.answers["expired"]?["a token for another merchant's key"] == "refused")
        let again = try await ProcessRun.finished(
            "$QUINCE rehearse rotation --out rotation --verifier true",
            in: folder.url
        )
        #expect(again.status == 2 && again.remarks.contains("it exists"))
    }

    @Test func `finds a key that is missing, or was changed too early`() async throws {
        let onlyOld = try await rehearse(
            "--out a --verifier '\(command(["old"], in: "a"))'"
        )
        #expect(onlyOld.status == 1 && onlyOld.wrong == 3, "\(onlyOld.answers)")
        #expect(onlyOld.answers["activated"]?[Self.new] == "refused")
        let onlyNew = try await rehearse("--out b --verifier '\(command(["new"], in: "b"))'")
        #expect(onlyNew.status == 1 && onlyNew.wrong == 3, "\(onlyNew.answers)")
        #expect(onlyNew.answers["activated"]?[Self.old] == "refused")
        #expect(onlyNew.answers["settled"]?[Self.new] == "opened")
    }

    @Test func `is not passed by software that opens everything or nothing`() async throws {
        let all = try await rehearse("--out a --verifier true")
        #expect(all.status == 1 && all.wrong == 11)
        let none = try await rehearse("--out b --verifier false")
        #expect(none.status == 1 && none.wrong == 6)
        let missing = try await rehearse("--out c --verifier /no/such/program")
        #expect(missing.status == 2 && missing.steps == ["before"])
    }

    @Test func `takes signing requests, so that the keys stay with their owner`() async throws {
        for key in ["old", "new"] {
            let made = try Program.openSSL.run([
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-subj", "/CN=Shop", "-keyout", folder.path("\(key)-key.pem"), "-out",
                folder.path("\(key).csr"),
            ])
            #expect(made.isSuccess, "\(made.complaint)")
        }
        let program = command(["old", "new"], in: "rotation")
        let report = try await rehearse(
            "--old-request old.csr --new-request new.csr --out rotation"
                + " --on-step 'test $QUINCE_STEP != before || cp *-key.pem $QUINCE_FOLDER/'"
                + " --verifier '\(program)'"
        )
        #expect(report.status == 0 && report.wrong == 0, "\(report.answers)")
        let wrong = try await ProcessRun.finished(
            "$QUINCE rehearse rotation --out x --old-request old-key.pem --verifier true",
            in: folder.url
        )
        #expect(wrong.status == 2 && wrong.remarks.contains("not a signing request"))
    }

    @Test func `asks a server at a URL`() async throws {
        let program = """
            import http.server, subprocess, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    opened = subprocess.run(sys.argv[1], shell=True, input=body).returncode == 0
                    refusal = 400 if self.path == "/tokens" else 404
                    self.send_response(204 if opened and refusal == 400 else refusal)
                    self.end_headers()
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """
        try program.write(toFile: folder.path("server.py"), atomically: true, encoding: .utf8)
        let opener = command(["old", "new"], in: folder.path("rotation"))
        let run = try await ProcessRun.finished(
            """
            python3 server.py '\(opener)' >port & server=$!
            trap 'kill $server' EXIT
            while ! [ -s port ]; do sleep 0.1; done
            # The proxies of the environment are not used: nothing listens at port 9.
            export http_proxy=http://127.0.0.1:9 all_proxy=http://127.0.0.1:9
            $QUINCE rehearse rotation --out rotation --verifier http://127.0.0.1:$(cat port)/tokens
            echo == && ! $QUINCE rehearse rotation --out other --verifier http://127.0.0.1:$(cat port)/
            """,
            in: folder.url
        )
        let parts = run.results.split(separator: "==\n")
        try #require(run.status == 0 && parts.count == 2, "\(run.results)\(run.remarks)")
        #expect(parts[0].contains("all 17 tokens went right"), "\(run.results)")
        #expect(parts[1].contains("it answered with status 404"), "\(run.results)")
    }
}
