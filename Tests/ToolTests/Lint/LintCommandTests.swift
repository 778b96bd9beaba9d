internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

@testable import quince

@Suite("quince lint")
struct LintCommandTests {
    let folder = ScratchFolder()

    private func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
        return url.path
    }

    private static let bad =
        "import PassKit\nlet toy = PKPaymentSummaryItem(label: \"Toy\", amount: 22.99)\n"
    private static let good = "import PassKit\nlet request = PKPaymentRequest()\n"

    @Test func `prints place, fault, remedy and reference`() async throws {
        let path = try write(Self.bad, to: "Shop.swift")
        let run = await CommandRun("lint", path)
        #expect(run.status == .refused)
        #expect(run.remarks == "")
        #expect(
            run.results == """
                \(path):2:54: binary-amount: the amount 22.99 is read as a Double, which cannot represent it
                  remedy: create it from text, as in NSDecimalNumber(string: "22.99"), or from mantissa and exponent
                  see: https://developer.apple.com/documentation/passkit/pkpaymentsummaryitem/amount
                1 finding in 1 file

                """
        )
    }

    @Test func `prints JSON`() async throws {
        _ = try write(Self.bad, to: "Shop.swift")
        _ = try write(Self.good, to: "More/Other.swift")
        let run = await CommandRun("lint", "--json", folder.url.path)
        #expect(run.status == .refused)
        #expect(run.texts["verdict"] == "found")
        #expect(run.json["files"] as? Int == 2)
        let findings = run.json["findings"] as? [[String: Any]]
        #expect(findings?.count == 1)
        #expect(findings?.first?["file"] as? String == folder.path("Shop.swift"))
        #expect(findings?.first?["line"] as? Int == 2)
        #expect(findings?.first?["column"] as? Int == 54)
        #expect(findings?.first?["rule"] as? String == "binary-amount")
    }

    @Test func `exits with 0 for correct sources`() async throws {
        let path = try write(Self.good, to: "Shop.swift")
        let run = await CommandRun("lint", path, path)
        #expect(run.status == .success)
        #expect(run.results == "nothing found in 1 file\n")
        let json = await CommandRun("lint", path, "--json")
        #expect(json.status == .success)
        #expect(
            json.results == "{\"verdict\":\"clean\",\"files\":1,\"findings\":[],\"unread\":[]}\n"
        )
    }

    @Test func `honours an ignore comment, and skips dependencies and build folders`() async throws
    {
        _ = try write(
            Self.bad.replacingOccurrences(
                of: "22.99)",
                with: "22.99) // quince:ignore binary-amount"
            ),
            to: "Shop.swift"
        )
        for name in ["Pods/A.swift", ".build/B.swift", "Carthage/C.m", "a/DerivedData/D.swift"] {
            _ = try write(Self.bad, to: name)
        }
        let run = await CommandRun("lint", folder.url.path)
        #expect(run.results == "nothing found in 1 file\n")
    }

    @Test func `follows no links, and does not block on a pipe`() async throws {
        _ = try write(Self.good, to: "App/Shop.swift")
        _ = Shell.output(
            of: "ln -s .. App/Up; ln -s App/Shop.swift Link.swift; ln -s no No.swift",
            in: folder.url
        )
        let run = await CommandRun("lint", folder.url.path)
        #expect(run.results == "nothing found in 1 file\n")
        _ = Shell.output(of: "mkfifo App/Pipe.swift", in: folder.url)
        let piped = await CommandRun("lint", folder.url.path)
        #expect(piped.status == .misuse)
        #expect(piped.remarks.contains("Pipe.swift: not read: is a pipe, a socket or a device"))
        #expect(piped.results == "nothing found in 1 file\n")
        let named = await CommandRun("lint", folder.path("App/Pipe.swift"))
        #expect(named.status == .misuse)
        #expect(named.results == "")
    }

    @Test func `fails for a file that it could not read`() async throws {
        _ = try write([0xff, 0xfe, 0x61, 0x00], to: "Wide.swift")
        let run = await CommandRun("lint", folder.url.path)
        #expect(run.status == .misuse)
        #expect(run.remarks.contains("Wide.swift: not read: not UTF-8 text"))
        let long = try write([UInt8](repeating: 0x20, count: 3 << 20), to: "Long.m")
        let json = await CommandRun("lint", "--json", long)
        #expect(json.status == .misuse)
        #expect(json.texts["verdict"] == "unread")
        #expect(json.remarks.contains("longer than 2097152 bytes"))
        _ = try write(Self.bad, to: "Shop.swift")
        #expect(await CommandRun("lint", folder.url.path).status == .refused)
        // Old files in other encodings have bytes that are not UTF-8 in their comments.
        let old = try write(
            Array("// ".utf8) + [0xc9, 0xcc, 0xbb, 0xa7] + Array("\n".utf8),
            to: "GB.m"
        )
        #expect(await CommandRun("lint", old).status == .success)
    }

    @Test func `finds a merchant's key among an app's files, by content or by name`() async throws {
        let files = try await CheckoutRun.shared().files
        let certificate = try [UInt8](Data(contentsOf: URL(filePath: files.merchant)))
        let key = try [UInt8](Data(contentsOf: URL(filePath: files.merchantKey)))
        let root = try [UInt8](Data(contentsOf: URL(filePath: files.root)))
        let content: [(String, [UInt8], String?)] = [
            ("Resources/shop.cer", certificate, "a merchant's certificate is among"),
            ("merchant-key.pem", key, "a merchant's private key is among"),
            ("apple_pay.p12", [0x30, 0x82, 1, 2], "a merchant's PKCS #12 file is among"),
            ("server-key.pem", key, nil), ("root.pem", root, nil), ("merchant.pem", [], nil),
            ("merchant.txt", key, nil),
        ]
        for (name, bytes, message) in content {
            let other = ScratchFolder()
            let url = other.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
            try Data("let a = 1".utf8).write(to: other.url.appending(path: "A.swift"))
            let elsewhere = await CommandRun("lint", other.url.path)
            #expect(elsewhere.status == .success, "no app that pays: \(elsewhere.results)")
            try Data(Self.good.utf8).write(to: other.url.appending(path: "A.swift"))
            let run = await CommandRun("lint", other.url.path)
            #expect(run.status == (message == nil ? .success : .refused), "\(name) \(run.results)")
            if let message {
                #expect(run.results.contains(":1:1: merchant-certificate-in-bundle: \(message)"))
            }
        }
    }

    @Test func `lists the rules`() async {
        let run = await CommandRun("lint", "--rules")
        #expect(run.status == .success)
        #expect(run.results.hasPrefix("token-in-cloud-store\n  what    The data of"))
        let json = await CommandRun("lint", "--rules", "--json")
        #expect((json.json["rules"] as? [[String: Any]])?.count == 15)
    }

    @Test func `reports wrong operands`() async throws {
        let text = try write("", to: "Notes.txt")
        for (arguments, problem) in [
            ([], "PATH is missing"), (["/nowhere"], "/nowhere: no such file or folder"),
            ([text], "\(text): no Swift or Objective-C file there"),
            (["/dev/null"], "/dev/null: is a pipe, a socket or a device"),
            (["--rules", text], "--rules and a PATH were both given"),
            (["--fix"], "there is no option '--fix'"),
        ] {
            let run = await CommandRun(["lint"] + arguments)
            #expect(run.status == .misuse)
            #expect(run.results == "")
            #expect(run.remarks.hasPrefix("quince: \(problem)\nhint: "), "\(run.remarks)")
        }
    }
}
