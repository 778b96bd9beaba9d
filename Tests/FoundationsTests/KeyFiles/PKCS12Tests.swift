import ASN1
import Bytes
import Certificates
import Cryptography
import TestSupport
import Testing

/// PKCS #12 as OpenSSL's command line makes it.
@Suite("A PKCS #12 file")
struct PKCS12Tests {
    struct Export: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(key) \(options) \(password)" }
        var key = "ec"
        var options = ""
        var password = "quince"
        var certificates = 1

        /// The shell line that makes it, the password through a file so that it may be any text.
        var line: String {
            """
            printf '%s\\n' '\(password)' >password-$MADE
            openssl pkcs12 -export -inkey \(key).key -in \(key).pem \(options) \
                -passout file:password-$MADE -out $MADE
            """
        }

        func contents(_ secret: Secret?) throws -> KeyFileContents {
            try KeyFileContents(KeyFileFolder.shared.made(by: line), password: secret)
        }
    }

    static let rc2 = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 6)

    static let readable: [Export] =
        ["ec", "rsa"].flatMap { key in
            [
                "", "-certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1",
                "-certpbe PBE-SHA1-2DES -keypbe PBE-SHA1-2DES", "-certpbe NONE -keypbe NONE",
                "-certpbe NONE", "-keypbe NONE", "-certpbe aes-128-cbc -keypbe aes-192-cbc",
                "-legacy -certpbe PBE-SHA1-3DES", "-legacy", "-legacy -keypbe PBE-SHA1-RC2-40",
                "-legacy -certpbe PBE-SHA1-RC2-128 -keypbe PBE-SHA1-RC4-40",
                "-legacy -certpbe PBE-SHA1-RC4-128", "-macalg sha224", "-macalg sha384",
                "-macalg sha512", "-iter 1", "-noiter -nomaciter", "-iter 100000", "-name Käse",
            ].map { Export(key: key, options: $0) }
        } + [
            Export(options: "-certfile chain.pem", certificates: 3),
            Export(options: "-nokeys", certificates: 1),
            Export(options: "-nocerts", certificates: 0),
            Export(key: "p384"),
        ]

    @Test(arguments: readable)
    func `gives its key and its certificates`(export: Export) throws {
        let contents = try export.contents(password("quince"))
        let keys = export.options == "-nokeys" ? [] : [export.key]
        #expect(
            try contents.privateKeys.map(\.publicKey) == keys.map(KeyFileFolder.shared.publicKey)
        )
        #expect(contents.certificates.count == export.certificates)
        if let key = contents.privateKeys.first, let certificate = contents.certificates.first {
            #expect(certificate.publicKey == key.publicKey)
        }
    }

    @Test(arguments: [
        "пароль", "密码-ключ-🔑", "Grüße", " ", "a b\\c\"d", String(repeating: "x", count: 300),
    ])
    func `is opened by any text that it was locked with`(text: String) throws {
        for options in ["", "-certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1"] {
            let export = Export(options: options, password: text)
            #expect(try export.contents(password(text)).privateKeys.count == 1)
            #expect(throws: KeyFileFailure.wrongPassword(.pkcs12)) {
                try export.contents(password(text + "x"))
            }
        }
    }

    @Test func `with an empty password needs none`() throws {
        for options in ["", "-certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES"] {
            let export = Export(options: options, password: "")
            for given in [nil, password("")] {
                #expect(try export.contents(given).privateKeys.count == 1)
            }
            #expect(throws: KeyFileFailure.wrongPassword(.pkcs12)) {
                try export.contents(password("quince"))
            }
        }
    }

    @Test(arguments: readable)
    func `is not opened by another password`(export: Export) throws {
        for other in ["", "Quince", "quince\n"] {
            #expect(throws: KeyFileFailure.wrongPassword(.pkcs12)) {
                try export.contents(password(other))
            }
        }
        #expect(throws: KeyFileFailure.passwordNeeded(.pkcs12)) { try export.contents(nil) }
    }

    static let refused: [(String, KeyFileFailure)] = [
        ("-nomac", .notAuthenticated),
        ("-macalg md5", .oldAlgorithm(ASN1ObjectIdentifier(1, 2, 840, 113_549, 2, 5))),
        (
            "-macalg sha3-256",
            .unknownAlgorithm(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 8))
        ),
        ("-iter 1500001", .tooMuchWork(limit: 3_000_000)),
        ("-legacy -iter 1500001", .tooMuchWork(limit: 3_000_000)),
    ]

    @Test(arguments: refused)
    func `that cannot be trusted or read is refused by name`(
        options: String,
        failure: KeyFileFailure
    ) throws {
        let refusal = #expect(throws: KeyFileFailure.self) {
            try Export(options: options).contents(password("quince"))
        }
        #expect(refusal == failure)
    }

    /// The remedy of an old file is a command that works.
    @Test(arguments: [
        KeyFileFailure.oldAlgorithm(rc2), .legacyProviderMissing(rc2),
    ])
    func `of an old algorithm is converted as its remedy says`(failure: KeyFileFailure) throws {
        let command = try #require(failure.remedy.split(separator: "convert it: ").last)
            .replacing("FILE", with: "old-$MADE").replacing("new.pem", with: "$MADE")
            .replacing("-legacy", with: "-legacy -passin pass:quince -passout pass:quince")
        let line = """
            openssl pkcs12 -export -legacy -inkey ec.key -in ec.pem -passout pass:quince \
                -out old-$MADE
            \(command)
            """
        let contents = try KeyFileContents(
            KeyFileFolder.shared.made(by: line),
            password: password("quince")
        )
        #expect(contents.privateKeys.count == 1 && contents.certificates.count == 1)
    }

    @Test func `that was changed anywhere is not read as something else`() throws {
        let whole = try KeyFileFolder.shared.made(by: Export(options: "-iter 1").line)
        let bytes = whole.withBytes { [UInt8](copying: $0) }
        #expect(throws: Never.self) { try KeyFileContents(whole, password: password("quince")) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x41
            let read = try? KeyFileContents(Secret(copying: changed), password: password("quince"))
            #expect(read == nil, "a change at \(index) is not seen")
            let cut = Secret(copying: Array(bytes[..<index]))
            #expect((try? KeyFileContents(cut, password: password("quince"))) == nil)
        }
        let longer = Secret(copying: bytes + [0])
        #expect(throws: KeyFileFailure.malformed(.pkcs12)) {
            try KeyFileContents(longer, password: password("quince"))
        }
    }
}
