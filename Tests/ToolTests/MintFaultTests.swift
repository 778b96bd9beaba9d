internal import CommandLineTool
internal import Foundation
internal import PaymentToken
internal import TestSupport
import Testing
internal import TokenMint

/// A folder with a token for each fault, and what `quince token open` says of each.
@Suite("quince mint --fault all")
struct MintFaultTests {
    let folder = ScratchFolder()

    static let time = ["--at", "2026-01-01T12:00:00Z"]

    /// A key of either kind with a certificate that names no merchant.
    static let kinds: [(version: PaymentTokenVersion, key: String)] = [
        (.ecV1, "ec -pkeyopt ec_paramgen_curve:P-256"), (.rsaV1, "rsa:2048"),
    ]

    func mint(_ kind: String, _ options: String = "") throws -> ProcessRun {
        try ProcessRun(
            """
            openssl req -x509 -newkey \(kind) -nodes -keyout k -out c -subj /CN=T -days 1 \
                2>/dev/null
            $QUINCE mint --certificate c --merchant-id merchant.t --fault all --out faults \
                --at 2026-01-01T12:00:00Z \(options)
            """,
            in: folder.url
        )
    }

    func manifest() throws -> [[String: String]] {
        let data = try Data(contentsOf: folder.url.appending(path: "faults/manifest.json"))
        return try #require(JSONSerialization.jsonObject(with: data) as? [[String: String]])
    }

    @Test(arguments: kinds.indices)
    func `writes a manifest that token open confirms for every file`(index: Int) async throws {
        let kind = Self.kinds[index]
        let minted = try mint(kind.key)
        #expect(minted.status == 0, "\(minted.results)\(minted.remarks)")
        let entries = try manifest()
        let faults = TokenFault.all.filter { $0.versions.contains(kind.version) }
        #expect(entries.map { $0["name"] } == faults.map(\.name))
        let files = entries.compactMap { $0["file"] }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.path("faults"))
        #expect(found.sorted() == (files + ["manifest.json", "root.pem"]).sorted())
        for entry in entries {
            let (name, file) = (try #require(entry["name"]), try #require(entry["file"]))
            #expect(entry["reason"]?.isEmpty == false && entry["explanation"]?.isEmpty == false)
            let opened = await CommandRun(
                [
                    "token", "open", folder.path("faults/\(file)"), "--key", folder.path("k"),
                    "--merchant-id", "merchant.t", "--json",
                    "--root", folder.path("faults/root.pem"),
                ] + Self.time
            )
            #expect(opened.texts["verdict"] == entry["verdict"], "\(name) \(opened.remarks)")
            #expect(opened.texts["step"] == entry["step"], "\(name)")
            #expect((entry["verdict"] == "refused") == (entry["step"] != nil), "\(name)")
        }
    }

    @Test func `has the verdicts of its manifest under the root of a sandbox, too`() async throws {
        let made = try ProcessRun(
            """
            $QUINCE merchant register merchant.t --name T --state s &&
            $QUINCE merchant csr --key k --request r && $QUINCE merchant certificate merchant.t \
                --request r --out c --state s &&
            $QUINCE mint --certificate c --state s --fault all --out faults && cmp s/root.pem faults/root.pem
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.results)\(made.remarks)")
        #expect(!made.remarks.contains("--seed"))
        let entries = try manifest()
        #expect(entries.count > 130)
        for entry in entries {
            let (name, file) = (try #require(entry["name"]), try #require(entry["file"]))
            let opened = await CommandRun([
                "token", "open", folder.path("faults/\(file)"), "--key", folder.path("k"),
                "--certificate", folder.path("c"), "--root", folder.path("s/root.pem"), "--json",
            ])
            #expect(opened.texts["verdict"] == entry["verdict"], "\(name) \(opened.remarks)")
            #expect(opened.texts["step"] == entry["step"], "\(name)")
        }
    }

    @Test func `has the group policy for the faults that the decision names, and for no others`()
        throws
    {
        let page = try String(
            contentsOf: Repository.root.appending(
                path: "Documentation/Decisions/0022-verdicts-on-doubtful-tokens.md"
            ),
            encoding: .utf8
        )
        let doubtful = TokenFault.all.filter { $0.group == .policy }
        #expect(doubtful.count > 40)
        #expect(
            doubtful.map(\.name) == TokenFault.all.map(\.name).filter { page.contains("**\($0)**") }
        )
    }

    @Test func `says where the manifest is, and how a token is opened later`() throws {
        let minted = try mint(Self.kinds[0].key, "--json")
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(minted.results.utf8)) as? [String: Any]
        )
        #expect(json["manifest"] as? String == "faults/manifest.json")
        #expect(json["fault"] as? String == "all")
        #expect(json["count"] as? Int == (try manifest().count))
        let command = try #require(json["openCommand"] as? String)
        #expect(command.hasSuffix(" --at '2026-01-01T12:00:00Z'"))
        let first = try #require(manifest().first)
        #expect(first["verdict"] == "accepted")
        let line = command.replacing("quince", with: "$QUINCE", maxReplacements: 1)
            .replacing("KEY.pem", with: "k")
        #expect(try ProcessRun(line, in: folder.url).status == 0)
    }

    @Test func `lists the faults, and why each has its verdict`() async throws {
        let listed = await CommandRun("mint", "--faults", "--json")
        let faults = try #require(listed.json["faults"] as? [[String: Any]])
        #expect(faults.compactMap { $0["name"] as? String } == TokenFault.all.map(\.name))
        let accepted = faults.filter { $0["verdict"] as? String == "accepted" }
        #expect(!accepted.isEmpty)
        for fault in accepted { #expect(fault["reason"] != nil, "\(fault["name"] ?? "")") }
        let text = await CommandRun("mint", "--faults")
        #expect(text.results.split(separator: "\n").allSatisfy { $0.count <= 100 })
        for fault in TokenFault.all { #expect(text.results.contains("\n  \(fault.name) ")) }
    }

    /// OpenSSL agrees that the signature of a shifted token is as good as that of the original.
    @Test(arguments: ["boundary-shift-forward", "boundary-shift-back"])
    func `shifts boundaries under a signature that stays good`(name: String) throws {
        _ = try mint(Self.kinds[0].key)
        let url = folder.url.appending(path: "faults/\(name).json")
        let token = try SealedPaymentToken(json: Array(Data(contentsOf: url)))
        try Data(token.signedContent).write(to: folder.url.appending(path: "content"))
        try Data(token.signature).write(to: folder.url.appending(path: "signature"))
        let run = try ProcessRun(
            """
            openssl cms -verify -inform DER -in signature -content content -binary \
                -CAfile faults/root.pem -purpose any -attime 1767268800 -out /dev/null
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
    }
}
