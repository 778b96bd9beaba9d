import ASN1
import Certificates
import Foundation
import PaymentToken
import TestSupport
import Testing
import World

@testable import WalletOrders

/// Small changes of a right package, each with the one fault that it makes.
@Suite("The faults of order packages")
struct OrderFaultTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let file: String?
        let path: String?
        let make: @Sendable (OrderBench) throws -> [UInt8]
        var page: String?
        var trustsApple = false

        var testDescription: String { "\(name) \(file ?? "") \(path ?? "")" }
    }

    @Test(arguments: members + contents + manifests + signatures + OrderArchiveFaults.rows)
    func `are found, named and placed`(row: Row) throws {
        let bench = try OrderBench()
        let faults = try bench.faults(
            row.make(bench),
            trusting: row.trustsApple ? OrderVerifier() : nil
        )
        #expect(faults.map(\.name) == [row.name])
        #expect(faults.first?.file == row.file)
        #expect(faults.first?.path == row.path)
        if let page = row.page { #expect(faults.first?.page == page) }
    }

    @Test func `are shown for every rule`() {
        let rows = Self.members + Self.contents + Self.manifests + Self.signatures
        let shown = Set((rows + OrderArchiveFaults.rows).map(\.name))
        #expect(shown == Set(OrderRule.allCases.map(\.rawValue)))
        #expect(shown.count > 60)
    }

    @Test func `are all found in one package`() throws {
        let bench = try OrderBench(usage: AppleExtension.tokenSigner)
        var files = OrderBench.full
        files["order.json"] = Array(
            OrderBench.fullOrder.replacing("\"PT2H\"", with: "\"2H\"")
                .replacing("\"quantity\": 2,", with: "").utf8
        )
        files["fr.lproj/order.strings"] = nil
        let faults = try bench.faults(OrderBench.zip(bench.signed(files)))
        #expect(
            faults.map(\.name) == ["missing", "duration", "stringsMissing", "orderSigningUsage"]
        )
    }

    @Test func `are no more, and no longer, than a person reads`() throws {
        let bench = try OrderBench()
        var files = OrderBench.full
        let keys = (0..<OrderFaultLog.limit).map { "\"\($0)\" = \"\";" }
        let long = String(repeating: "k", count: 2 * OrderFaultLog.detailLimit)
        files[Self.strings]? += OrderBench.utf16(keys.joined() + "\"\(long)\" = \"\";").dropFirst(2)
        let faults = try bench.faults(OrderBench.zip(bench.signed(files)))
        #expect(faults.map(\.name) == Array(repeating: "stringsKeys", count: OrderFaultLog.limit))
        #expect(faults.last?.detail == "further faults are not listed")
        files[Self.strings] = OrderBench.utf16("\"prepared\" = \"\"; \"\(long)\" = \"\";")
        let one = try bench.faults(OrderBench.zip(bench.signed(files)))
        #expect(one.map(\.detail) == [String(long.prefix(OrderFaultLog.detailLimit))])
    }

    // MARK: - Files

    private static func content(
        _ name: String,
        _ file: String,
        _ change: @escaping @Sendable (inout [String: [UInt8]]) -> Void
    ) -> Row {
        Row(name: name, file: file, path: nil) { bench in
            var files = OrderBench.full
            change(&files)
            return try OrderBench.zip(bench.signed(files))
        }
    }

    static let contents = [
        content("hiddenFile", ".DS_Store") { $0[".DS_Store"] = [1] },
        content("hiddenFile", "__MACOSX/a") { $0["__MACOSX/a"] = [1] },
        content("orderMissing", "order.json") { $0["order.json"] = nil },
        content("enclosingFolder", "shop/order.json") { files in
            files = Dictionary(uniqueKeysWithValues: files.map { ("shop/\($0.key)", $0.value) })
        },
        content("imageFormat", "logo@2x.png") { $0["logo@2x.png"] = Array("GIF89a".utf8) },
        content("imageFormat", "fr.lproj/banner@2x.png") { $0["fr.lproj/banner@2x.png"] = [] },
        content("fileFormat", "receipt.pdf") { $0["receipt.pdf"] = Array("Thanks".utf8) },
        content("localeName", "French.lproj") { rename(&$0, to: "French.lproj") },
        content("localeName", "fr_FR.lproj") { rename(&$0, to: "fr_FR.lproj") },
        content("stringsMissing", strings) { $0[strings] = nil },
        content("stringsForm", strings) { $0[strings] = Array("\"prepared\" \"b\";".utf8) },
        content("stringsForm", strings) { $0[strings] = Array("\"prepared\" = \"b".utf8) },
        content("stringsEncoding", strings) { $0[strings] = Array("\"prepared\"=\"é\";".utf8) },
        content("repeatedKey", strings) {
            $0[strings] = Array("\"prepared\"=\"a\";\n\"prepared\"=\"b\";".utf8)
        },
        content("stringsKeys", strings) {
            $0["zh-Hans.lproj/order.strings"] = Array("\"a\" = \"1\"; \"prepared\"= \"2\";".utf8)
        },
        content("localizedImageMissing", "zh-Hans.lproj") {
            $0["zh-Hans.lproj/banner@2x.png"] = nil
        },
        content("imageResolutions", "zh-Hans.lproj") {
            $0["fr.lproj/banner@3x.png"] = OrderBench.png
        },
        content("imageOverridden", "banner.png") { $0["banner.png"] = OrderBench.png },
        Row(name: "packageSize", file: nil, path: nil) { bench in
            var files = OrderBench.full
            let world = World.simulated(seed: 1, startingAt: OrderBench.now)
            files["large.bin"] = world.randomness.bytes(OrderPackage.sizeLimit)
            return try OrderBench.zip(bench.signed(files))
        },
    ]

    private static let strings = "fr.lproj/order.strings"

    private static func rename(_ files: inout [String: [UInt8]], to folder: String) {
        for (name, bytes) in files where name.hasPrefix("fr.lproj/") {
            files[name] = nil
            files[name.replacing("fr.lproj", with: folder)] = bytes
        }
    }

    // MARK: - Manifest

    private static func manifest(
        _ name: String,
        _ file: String,
        _ path: String? = nil,
        _ change: @escaping @Sendable (String) -> String
    ) -> Row {
        Row(name: name, file: file, path: path) { bench in
            try OrderBench.zip(bench.signed(OrderBench.full, manifest: change))
        }
    }

    private static let digest = String(repeating: "0a", count: 32)

    static let manifests = [
        Row(name: "manifestMissing", file: "manifest.json", path: nil) { bench in
            var files = try bench.signed(OrderBench.full)
            files["manifest.json"] = nil
            return try OrderBench.zip(files)
        },
        manifest("manifestNotJSON", "manifest.json") { $0.replacing("}", with: ",}") },
        manifest("manifestForm", "manifest.json") { _ in "[]" },
        manifest("manifestForm", "manifest.json", "book.jpg") {
            $0.replacing(/"book.jpg": "[0-9a-f]+"/, with: "\"book.jpg\": 1")
        },
        manifest("digestForm", "manifest.json", "book.jpg") {
            $0.replacing(/("book.jpg": "[0-9a-f]{40})[0-9a-f]+"/) { "\($0.output.1)\"" }
        },
        manifest("digestForm", "manifest.json", "book.jpg") {
            $0.replacing(
                /"book.jpg": "[0-9a-f]+"/,
                with: "\"book.jpg\": \"\(digest.uppercased())\""
            )
        },
        manifest("digestDiffers", "book.jpg") {
            $0.replacing(/"book.jpg": "[0-9a-f]+"/, with: "\"book.jpg\": \"\(digest)\"")
        },
        manifest("fileNotInManifest", "fr.lproj/order.strings") {
            $0.replacing(/"fr.lproj.order.strings": "[0-9a-f]+",/, with: "")
        },
        manifest("manifestFileMissing", "manifest.json", "gone.png") {
            $0.replacing("{", with: "{\"gone.png\": \"\(digest)\",")
        },
        manifest("manifestListsItself", "manifest.json", "signature") {
            $0.replacing("{", with: "{\"signature\": \"\(digest)\",")
        },
    ]

    // MARK: - Signature

    private static func signature(
        _ name: String,
        _ change: @escaping @Sendable (OrderBench, inout [String: [UInt8]]) throws -> Void
    ) -> Row {
        Row(name: name, file: "signature", path: nil) { bench in
            var files = try bench.signed(OrderBench.full)
            try change(bench, &files)
            return try OrderBench.zip(files)
        }
    }

    private static func signer(
        _ name: String,
        file: String = "signature",
        path: String? = nil,
        _ other: @escaping @Sendable () throws -> OrderBench
    ) -> Row {
        Row(name: name, file: file, path: path) { _ in
            try OrderBench.zip(other().signed(OrderBench.full))
        }
    }

    static let signatures =
        [
            signature("signatureMissing") { $1["signature"] = nil },
            signature("signatureForm") { $1["signature"]?.removeLast() },
            signature("certificateForm") { bench, files in
                try edit(&files, bench.leaf.der) { part in
                    for place in 4..<part.count { part[place] = 0 }
                }
            },
            signature("signerMissing") { bench, files in
                // In the certificate the number comes first; the last one is the signer's.
                try edit(&files, bench.leaf.serialNumber) { $0[$0.count - 1] ^= 1 }
            },
            signature("signatureInvalid") { $1["manifest.json"]?.append(0x0a) },
            signer("signerNotValidNow") {
                try OrderBench(closing: UnixTime(seconds: OrderBench.now.seconds - 1))
            },
            signer("developerRelationsMarker") {
                try OrderBench(relations: AppleExtension.developerRelations)
            },
            signer("orderTypeMarker") { try OrderBench(type: nil) },
            signer("orderTypeMarker") {
                try OrderBench(type: (.octetString, "order.com.example.shop"))
            },
            signer("orderTypeDiffers", file: "order.json", path: "orderTypeIdentifier") {
                try OrderBench(type: (.utf8String, "order.com.example"))
            },
            signer("orderSigningUsage") { try OrderBench(usage: AppleExtension.tokenSigner) },
            Row(
                name: "signerChain",
                file: "signature",
                path: nil,
                make: { try OrderBench.zip($0.signed(OrderBench.full)) },
                page: "Security framework, SecPolicyCreateOrderBundleSigner",
                trustsApple: true
            ),
        ]

    /// Changes the last place of some bytes in the signature.
    private static func edit(
        _ files: inout [String: [UInt8]],
        _ part: [UInt8],
        _ change: (inout [UInt8]) -> Void
    ) throws {
        var signature = try #require(files["signature"])
        let start = try #require(
            signature.indices.last { signature[$0...].starts(with: part) }
        )
        var changed = part
        change(&changed)
        signature.replaceSubrange(start..<start + part.count, with: changed)
        files["signature"] = signature
    }

    @Test func `are none where the certificate's marks are critical, or its type an IA5String`()
        throws
    {
        for bench in try [
            OrderBench(isCritical: true),
            OrderBench(type: (.ia5String, "order.com.example.shop")),
        ] {
            #expect(try bench.faults(OrderBench.zip(bench.signed(OrderBench.full))) == [])
            let faults = try bench.faults(
                OrderBench.zip(bench.signed(["order.json": Array(OrderBench.fullOrder.utf8)]))
            )
            #expect(Set(faults.map(\.name)) == ["imageMissing", "fileMissing"])
        }
    }
}
