internal import Files
internal import TestSupport
import Testing
internal import World

@Suite("A path that is not UTF-8")
struct PathTextTests {
    private static let paths: [([UInt8], String)] = [
        (Array("shop/é.pem".utf8), "shop/é.pem"), ([0x63, 0xe9], "c\u{10ffe9}"),
        ([0xff, 0xfe], "\u{10ffff}\u{10fffe}"), ([0xe2, 0x82], "\u{10ffe2}\u{10ff82}"),
        // The character of an escape itself: four bytes, each escaped.
        ([0xf4, 0x8f, 0xbf, 0xa9], "\u{10fff4}\u{10ff8f}\u{10ffbf}\u{10ffa9}"),
        // A surrogate and a form that is too long are no UTF-8.
        ([0xed, 0xa0, 0x80], "\u{10ffed}\u{10ffa0}\u{10ff80}"),
        ([0xc0, 0xaf], "\u{10ffc0}\u{10ffaf}"),
        ([0xf0, 0x9f, 0x98, 0x80, 0x80], "😀\u{10ff80}"), ([], ""),
    ]

    @Test(arguments: paths)
    func `can be decoded from its text`(bytes: [UInt8], text: String) {
        #expect(PathText.text(bytes) == text)
        #expect(PathText.bytes(text) == bytes)
    }

    @Test func `has a text for any bytes`() {
        let chance = SeededRandomness(seed: 5)
        for _ in 0..<20_000 {
            // Bytes that are near those of the escapes.
            let choice: [UInt8] = [0xf4, 0x8f, 0xbf, 0xbe, 0x80, 0xff, 0x61, 0xc3, 0xa9, 0xe2]
            let bytes = chance.bytes(6).map { $0 < 128 ? choice[Int($0) % choice.count] : $0 }
            #expect(PathText.bytes(PathText.text(bytes)) == bytes)
        }
    }

    private let folder = ScratchFolder()

    @Test func `names a file that is read, and is printed as it is`() throws {
        let made = try ProcessRun(
            """
            $QUINCE checkout --seed 1 --out a >/dev/null; mkdir $'d\\xe9' && \\
            cp a/token.json $'caf\\xe9.json' && cp a/merchant-key.pem $'d\\xe9/k\\xff.pem' && \\
            echo 'import PassKit' >$'d\\xe9/\\xfe.swift' && echo 'let item = PKPaymentSummaryItem(' \\
            'label: "x", amount: NSDecimalNumber(value: 12.1))' >>$'d\\xe9/\\xfe.swift'
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let inspected = try ProcessRun("$QUINCE token inspect $'caf\\xe9.json'", in: folder.url)
        #expect(inspected.status == 0, "\(inspected.remarks)")
        let missing = try ProcessRun(
            "$QUINCE token inspect $'n\\xe9' 2>&1 | LC_ALL=C grep -c $'quince: n\\xe9: no such file'",
            in: folder.url
        )
        #expect(missing.results == "1\n")
        let linted = try ProcessRun(
            "$QUINCE lint $'d\\xe9' | LC_ALL=C grep -c $'^d\\xe9/\\xfe.swift'",
            in: folder.url
        )
        #expect(linted.results == "1\n", "\(linted.results)\(linted.remarks)")
        let json = try ProcessRun("$QUINCE lint --json $'d\\xe9'", in: folder.url)
        #expect(json.results.contains(#""d\udbff\udfe9/\udbff\udffe.swift""#), "\(json.results)")
        let keys = try ProcessRun(
            "$QUINCE key check --key $'d\\xe9/k\\xff.pem' --certificate a/certificates/merchant.pem >keys",
            in: folder.url
        )
        #expect(keys.status == 0, "\(keys.results)\(keys.remarks)")
    }
}
