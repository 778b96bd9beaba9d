import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import TestSupport
import Testing
import World

@testable import WalletOrders

@Suite("Order packages")
struct OrderPackageTests {
    let bench: OrderBench

    init() throws { bench = try OrderBench() }

    static var minimal: [String: [UInt8]] {
        ["order.json": Array(OrderBench.minimalOrder.utf8)]
    }

    @Test(arguments: [OrderBench.full, minimal])
    func `that are right have no fault`(files: [String: [UInt8]]) throws {
        let package = try OrderPackage.make(
            files,
            signedBy: bench.identity,
            at: OrderBench.now
        )
        #expect(try bench.faults(package) == [])
        let again = try OrderPackage.make(files, signedBy: bench.identity, at: OrderBench.now)
        #expect(try bench.faults(again) == [])
        let verified = try bench.verifier.verify(package, at: OrderBench.now)
        #expect(files.allSatisfy { verified.files[$0.key] == $0.value })
    }

    @Test func `have durations and addresses of the standards`() {
        let durations = ["P1Y2M3W4DT5H6M7.5S", "P1W", "PT0,5S", "P1M", "PT1M", "P30D"]
        #expect(durations.allSatisfy { DurationForm.value($0) != nil })
        let wrong = [
            "", "P", "PT", "P1S", "1D", "P1D2Y", "PT1H2H", "P1DT", "P1.2.3D", "PT1HT1M", "p1D",
        ]
        #expect(wrong.allSatisfy { DurationForm.value($0) == nil })
        let addresses = [
            "https://a", "HTTP://a:80/%20?#", "tel:+1", "mailto:a@example.com", "a+b:c",
        ]
        #expect(addresses.allSatisfy { URLForm.value($0) != nil })
        let others = [
            "", "https://", "https:a", "https:///a", ":a", "1a:b", "a", "https://é.com", "a: b",
            "a:<",
        ]
        #expect(others.allSatisfy { URLForm.value($0) == nil })
        #expect(WebServiceForm.value("https://") == nil)
    }

    @Test func `are read with every member`() throws {
        let package = try OrderPackage.make(
            OrderBench.full,
            signedBy: bench.identity,
            at: OrderBench.now
        )
        let order = try bench.verifier.verify(package, at: OrderBench.now).json
        Self.requireWhole(order, .object(.order), "order")
    }

    /// Requires that no member of any object is missing in the first value of each list.
    private static func requireWhole(_ value: JSONValue, _ kind: OrderKind, _ path: String) {
        switch kind {
        case .object(let schema):
            for member in schema.members {
                let path = "\(path).\(member.name)"
                guard let value = value.member(member.name) else {
                    Issue.record("the full example has no \(path)")
                    continue
                }
                let isShortened = path.hasSuffix("lineItems") && path != "order.lineItems"
                if isShortened || path.contains(/fulfillments.*address/) { continue }
                requireWhole(value, member.kind, path)
            }
        case .list(.variants(let name, let variants)):
            #expect(value.elements?.count == variants.count, "\(path)")
            for (element, variant) in zip(value.elements ?? [], variants) {
                #expect(element.member(name)?.string == variant.word)
                requireWhole(element, .object(variant.schema), path)
            }
        case .list(let kind):
            if let first = value.elements?.first { requireWhole(first, kind, path) }
        default: break
        }
    }

    @Test func `satisfy Python and OpenSSL`() throws {
        let folder = ScratchFolder()
        let package = try OrderPackage.make(
            OrderBench.full,
            signedBy: bench.identity,
            at: OrderBench.now
        )
        try Data(package).write(to: folder.url.appending(path: "a.order"))
        try Data(bench.root.certificate.pem.utf8).write(to: folder.url.appending(path: "root.pem"))
        try Data(Self.reader.utf8).write(to: folder.url.appending(path: "read.py"))
        let answer = Shell.output(of: "python3 read.py 2>&1", in: folder.url)
        #expect(answer == "14 files in a.order, all as listed\n")
        let verdict = Shell.output(
            of: """
                openssl cms -verify -binary -inform DER -in signature -content manifest.json \
                -CAfile root.pem -purpose any -attime \(OrderBench.now.seconds) \
                -certsout certs.pem -out out 2>&1 && cmp out manifest.json && \
                grep -c BEGIN certs.pem && openssl asn1parse -inform DER -in signature \
                | grep -c -e inf -e signingTime
                """,
            in: folder.url
        )
        #expect(verdict == "CMS Verification successful\n2\n1\n")
    }

    /// Reads a package without anything of ours, and leaves manifest and signature.
    private static let reader = """
        import hashlib, json, zipfile
        package = zipfile.ZipFile("a.order")
        assert package.testzip() is None
        names = package.namelist()
        assert len(set(names)) == len(names)
        assert all(i.create_system == 3 and i.external_attr >> 16 == 0o100644 for i in package.infolist())
        manifest = json.loads(package.read("manifest.json"))
        assert set(manifest) == set(names) - {"manifest.json", "signature"}
        for name, digest in manifest.items():
            assert hashlib.sha256(package.read(name)).hexdigest() == digest, name
        for name in ("manifest.json", "signature"):
            open(name, "wb").write(package.read(name))
        print(len(names), "files in a.order, all as listed")
        """

    @Test func `made by Python and OpenSSL are right`() throws {
        let folder = ScratchFolder()
        for (name, text) in [
            ("order.json", OrderBench.minimalOrder), ("leaf.pem", bench.leaf.pem),
            ("wwdr.pem", bench.intermediate.certificate.pem),
            ("key.pem", bench.key.pem.revealedText()), ("make.py", Self.maker),
        ] { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
        let answer = Shell.output(
            of: """
                python3 make.py manifest && openssl smime -binary -sign -certfile wwdr.pem \
                -signer leaf.pem -inkey key.pem -in manifest.json -out signature -outform DER \
                && python3 make.py package && echo made
                """,
            in: folder.url
        )
        #expect(answer == "made\n")
        let package = try [UInt8](Data(contentsOf: folder.url.appending(path: "a.order")))
        #expect(try bench.faults(package) == [])
    }

    private static let maker = """
        import hashlib, json, sys, zipfile
        if sys.argv[1] == "manifest":
            digest = hashlib.sha256(open("order.json", "rb").read()).hexdigest()
            json.dump({"order.json": digest}, open("manifest.json", "w"))
        else:
            with zipfile.ZipFile("a.order", "w", zipfile.ZIP_DEFLATED) as package:
                for name in ("order.json", "manifest.json", "signature"):
                    package.write(name)
        """

    @Test func `are not made where they would have a fault, and each is said`() throws {
        var files = OrderBench.full
        files["logo@2x.png"] = Array("GIF89a".utf8)
        files["order.json"] = Array(
            OrderBench.fullOrder.replacing("order.com.example.shop", with: "order.other").utf8
        )
        let identity = try bench.identity
        let error = #expect(throws: OrderFaults.self) {
            try OrderPackage.make(files, signedBy: identity, at: OrderBench.now)
        }
        #expect(error?.list.map(\.name) == ["imageFormat", "orderTypeDiffers"])
        #expect(error?.list.map(\.file) == ["logo@2x.png", "order.json"])
    }

    @Test func `that were accepted are read again, also when their signer has ended`() throws {
        let ended = try OrderBench(closing: UnixTime(seconds: OrderBench.now.seconds - 1))
        let package = try OrderBench.zip(ended.signed(OrderBench.full))
        let read = try #require(VerifiedOrder(acceptedBefore: package))
        #expect(read.order.orderIdentifier == "1001" && read.json.member("barcode") != nil)
        #expect(read.files["book.jpg"] == OrderBench.jpeg)
        #expect(VerifiedOrder(acceptedBefore: Array(package.dropLast(30))) == nil)
    }

    private func faultsOfMaking(
        _ files: [String: [UInt8]],
        by bench: OrderBench
    ) throws -> [String] {
        let identity = try bench.identity
        do {
            _ = try OrderPackage.make(files, signedBy: identity, at: OrderBench.now)
            return []
        } catch let faults as OrderFaults { return faults.list.map(\.name) }
    }

    @Test func `are not made with an unsafe name, or by a signer that is not valid`() throws {
        for name in ["receipt 12:30.pdf", "a\\b", "../a", "a\n"] {
            var files = Self.minimal
            files[name] = [1]
            #expect(try faultsOfMaking(files, by: bench) == ["unsafeName"], "\(name)")
        }
        let ended = try OrderBench(closing: UnixTime(seconds: OrderBench.now.seconds - 1))
        #expect(try faultsOfMaking(Self.minimal, by: ended) == ["signerNotValidNow"])
    }

    @Test func `are signed by that certificate of the key that ends last`() throws {
        let old = try OrderBench(closing: UnixTime(seconds: OrderBench.now.seconds + 1))
        try #require(old.key.publicKey == bench.key.publicKey)
        for leaves in [[old.leaf, bench.leaf], [bench.leaf, old.leaf]] {
            let identity = try OrderTypeIdentity(
                keys: [bench.key],
                certificates: leaves + [bench.intermediate.certificate]
            )
            #expect(identity.chain.first == bench.leaf)
        }
    }

    @Test func `that are damaged anywhere are refused, or have the same files`() throws {
        let package = try OrderPackage.make(
            OrderBench.full,
            signedBy: bench.identity,
            at: OrderBench.now
        )
        let files = try bench.verifier.verify(package, at: OrderBench.now).files
        let randomness = World.simulated(seed: 3, startingAt: OrderBench.now).randomness
        var refused = 0
        for _ in 0..<1000 {
            var damaged = package
            let random = randomness.bytes(4)
            let place =
                (Int(random[0]) << 16 | Int(random[1]) << 8 | Int(random[2])) % package.count
            damaged[place] ^= max(1, random[3])
            let read = try? bench.verifier.verify(damaged, at: OrderBench.now)
            if let read { #expect(read.files == files) } else { refused += 1 }
        }
        #expect(refused > 800)
    }

    /// Expected: the subject key identifier of the certificate, and the certificate of G2 itself.
    @Test func `trust the keys of Apple's published roots`() throws {
        let keys = TrustAnchor.appleRoots.map(\.publicKey.publicKeyInfo)
        // The key's bits follow 24 bytes of algorithm and lengths.
        #expect(
            Hexadecimal.encode(SHA1.digest(Array(keys[0].dropFirst(24))))
                == "2bd06947947609fef46b8d2e40a6f7474d7f085e"
        )
    }

    static let secondRoot = Repository.root.appending(path: "../shared/certs/AppleRootCA-G2.pem")

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: secondRoot.path),
            "needs ../shared/certs"
        )
    )
    func `trust the second root of Apple as it is published`() throws {
        let certificate = try Certificate(
            pem: String(contentsOf: Self.secondRoot, encoding: .utf8)
        )
        #expect(TrustAnchor.appleRoots[1].name == certificate.subject)
        #expect(TrustAnchor.appleRoots[1].publicKey == certificate.publicKey)
    }

    @Test func `are trusted under Apple's roots only by those of Apple`() throws {
        let package = try OrderPackage.make(
            OrderBench.full,
            signedBy: bench.identity,
            at: OrderBench.now
        )
        let faults = try bench.faults(package, trusting: OrderVerifier())
        #expect(faults.map(\.name) == ["signerChain"])
        let strict = OrderVerifier(trusting: [])
        #expect(try bench.faults(package, trusting: strict).map(\.name) == ["signerChain"])
        let old = try bench.verifier
        let late = #expect(throws: OrderFaults.self) {
            try old.verify(package, at: UnixTime(seconds: TokenWorkshop.closing.seconds + 1))
        }
        #expect(late?.list.map(\.name) == ["signerNotValidNow"])
    }
}
