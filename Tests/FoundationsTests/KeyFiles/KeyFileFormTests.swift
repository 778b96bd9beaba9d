import ASN1
import Bytes
import Certificates
import Cryptography
import TestSupport
import Testing

/// The content of a file is found by looking; OpenSSL makes the files.
@Suite("A file of keys")
struct KeyFileFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: String
        var keys: [String] = []
        var certificates = 0
        var password: String?
    }

    static let forms: [Form] = [
        ("EC key in its older PEM", "cp ec.key $MADE", ["ec"], 0, nil),
        ("EC key in PKCS #8", "openssl pkey -in ec.key -out $MADE", ["ec"], 0, nil),
        ("EC key in older DER", "openssl ec -in ec.key -outform DER -out $MADE", ["ec"], 0, nil),
        (
            "EC key in PKCS #8 DER",
            "openssl pkcs8 -topk8 -nocrypt -in ec.key -outform DER -out $MADE", ["ec"], 0, nil
        ),
        (
            "EC key behind the name of its curve",
            "openssl ecparam -name prime256v1 >$MADE; cat ec.key >>$MADE", ["ec"], 0, nil
        ),
        ("key on P-384", "cp p384.key $MADE", ["p384"], 0, nil),
        ("RSA key in PKCS #8", "cp rsa.key $MADE", ["rsa"], 0, nil),
        (
            "RSA key in its older PEM", "openssl rsa -in rsa.key -traditional -out $MADE", ["rsa"],
            0, nil
        ),
        (
            "RSA key in older DER",
            "openssl rsa -in rsa.key -traditional -outform DER -out $MADE", ["rsa"], 0, nil
        ),
        ("certificate", "cp ec.pem $MADE", [], 1, nil),
        ("certificate in DER", "openssl x509 -in rsa.pem -outform DER -out $MADE", [], 1, nil),
        (
            "everything in one PEM", "cat chain.pem ec.key ec.pem rsa.key >$MADE", ["ec", "rsa"], 3,
            nil
        ),
        (
            "PEM behind a byte order mark", "{ printf '\\357\\273\\277'; cat ec.key; } >$MADE",
            ["ec"], 0, nil
        ),
        ("older EC key labelled PRIVATE KEY", "sed 's/ EC / /' ec.key >$MADE", ["ec"], 0, nil),
        ("RSA key labelled EC", "sed 's/ PRIVATE/ EC PRIVATE/' rsa.key >$MADE", ["rsa"], 0, nil),
        (
            "certificate labelled as a key", "sed 's/CERTIFICATE/PRIVATE KEY/' ec.pem >$MADE", [],
            1, nil
        ),
        ("PEM with other line ends", "sed 's/$/\\r/' ec.key >$MADE", ["ec"], 0, nil),
        (
            "PEM in one long line",
            """
            { echo '-----BEGIN PRIVATE KEY-----'; openssl pkcs8 -topk8 -nocrypt -in ec.key -outform DER |
            base64 -w0; echo; echo '-----END PRIVATE KEY-----'; } >$MADE
            """, ["ec"], 0, nil
        ),
        (
            "a PKCS #12 taken apart",
            """
            openssl pkcs12 -export -inkey ec.key -in ec.pem -passout pass:x -out t.p12
            openssl pkcs12 -in t.p12 -nodes -passin pass:x -out $MADE
            """, ["ec"], 1, nil
        ),
    ].map { Form(testDescription: $0, line: $1, keys: $2, certificates: $3, password: $4) }

    static let protected: [Form] = [
        "-v2 aes-256-cbc", "-v2 aes-128-cbc -v2prf hmacWithSHA1", "-v2 aes-192-cbc -iter 1",
        "-v2 aes-256-cbc -v2prf hmacWithSHA512 -iter 600000", "-v2 des3", "-v1 PBE-SHA1-3DES",
    ].flatMap { options in
        ["ec", "rsa"].flatMap { key in
            ["PEM", "DER"].map { form in
                Form(
                    testDescription: "\(key) \(form) \(options)",
                    line: "openssl pkcs8 -topk8 \(options) -passout pass:quince -in \(key).key "
                        + "-outform \(form) -out $MADE",
                    keys: [key],
                    password: "quince"
                )
            }
        }
    }

    @Test(arguments: forms + protected)
    func `is read in any form`(form: Form) throws {
        let folder = KeyFileFolder.shared
        let contents = try KeyFileContents(
            folder.made(by: form.line),
            password: form.password.map(password)
        )
        #expect(try contents.privateKeys.map(\.publicKey) == form.keys.map(folder.publicKey))
        #expect(contents.certificates.count == form.certificates)
    }

    @Test(arguments: protected)
    func `is opened by its own password only`(form: Form) throws {
        let bytes = try KeyFileFolder.shared.made(by: form.line)
        #expect(throws: KeyFileFailure.passwordNeeded(.encryptedPKCS8)) {
            try KeyFileContents(bytes)
        }
        for other in ["", "Quince", "quince ", "\u{0}"] {
            #expect(throws: KeyFileFailure.wrongPassword(.encryptedPKCS8)) {
                try KeyFileContents(bytes, password: password(other))
            }
        }
    }

    static let refused: [(String, KeyFileFailure)] = [
        (": >$MADE", .notRecognized), ("echo hello >$MADE", .notRecognized),
        ("head -c 100 /dev/zero >$MADE", .notRecognized),
        ("printf '0\\202' >$MADE", .notRecognized),
        (
            "openssl asn1parse -genstr SEQUENCE:x -noout -out $MADE 2>&1; echo >>$MADE",
            .notRecognized
        ),
        ("head -3 ec.key >$MADE", .malformed(.pem)),
        ("sed '2s/^./!/' ec.key >$MADE", .malformed(.pem)),
        ("sed 's/END EC/END RSA/' ec.key >$MADE", .malformed(.pem)),
        ("sed '2d' ec.key >$MADE", .malformed(.ellipticCurveKey)),
        ("sed '2d' rsa.key >$MADE", .malformed(.pkcs8)),
        ("sed '2d' ec.pem >$MADE", .malformed(.certificate)),
        ("openssl ec -in ec.key -aes256 -passout pass:x -out $MADE", .oldPEMProtection),
        ("openssl ec -in ec.key -pubout -out $MADE", .holdsOnly(.publicKey)),
        ("openssl ec -in ec.key -pubout -outform DER -out $MADE", .holdsOnly(.publicKey)),
        ("openssl req -new -key ec.key -subj /CN=x -out $MADE", .holdsOnly(.signingRequest)),
        (
            "openssl req -new -key ec.key -subj /CN=x -outform DER -out $MADE",
            .holdsOnly(.signingRequest)
        ),
        (
            "openssl req -new -key ec.key -subj /CN=x | "
                + "sed 's/CERTIFICATE REQUEST/PRIVATE KEY/' >$MADE", .holdsOnly(.signingRequest)
        ),
        ("openssl crl2pkcs7 -nocrl -certfile ec.pem -out $MADE", .holdsOnly(.pkcs7)),
        ("openssl crl2pkcs7 -nocrl -certfile ec.pem -outform DER -out $MADE", .holdsOnly(.pkcs7)),
        ("awk '{printf \"%s\\\\n\", $0}' ec.key >$MADE", .mistaken(.escapedLineEnds)),
        ("tr '\\n' ' ' <ec.key >$MADE", .mistaken(.oneLine)),
        ("tr -d '\\n' <ec.key >$MADE", .mistaken(.oneLine)),
        ("grep -v -e ----- ec.key >$MADE", .mistaken(.noMarks)),
        ("sed 's/-----/–––/g' ec.key >$MADE", .mistaken(.wrongHyphens)),
        ("iconv -t UTF-16 ec.key >$MADE", .mistaken(.utf16)),
        ("iconv -t UTF-16LE ec.key >$MADE", .mistaken(.utf16)),
        ("printf '\\376\\355\\376\\355\\0\\0\\0\\2' >$MADE", .mistaken(.javaKeyStore)),
        ("openssl genpkey -algorithm ED25519 -out $MADE", .unknownKind),
        ("openssl ecparam -name secp521r1 -genkey -noout -out $MADE", .unknownKind),
        ("openssl ecparam -name secp256k1 -genkey -noout -out $MADE", .unknownKind),
        ("head -c 65537 /dev/zero >$MADE", .tooLong(limit: 65_536)),
        ("for i in $(seq 65); do cat ec.key; done >$MADE", .tooManyItems(limit: 64)),
        (
            "openssl pkcs8 -topk8 -scrypt -passout pass:quince -in ec.key -out $MADE",
            .unknownAlgorithm(ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11591, 4, 11))
        ),
        (
            "openssl pkcs8 -topk8 -v1 PBE-MD5-DES -provider legacy -provider default "
                + "-passout pass:quince -in ec.key -out $MADE",
            .oldAlgorithm(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 3))
        ),
        (
            "openssl pkcs8 -topk8 -v2 aes256 -iter 3000001 -passout pass:quince -in ec.key "
                + "-out $MADE", .tooMuchWork(limit: 3_000_000)
        ),
    ]

    @Test(arguments: refused)
    func `that is not a certificate is refused by name`(line: String, failure: KeyFileFailure)
        throws
    {
        let bytes = try KeyFileFolder.shared.made(by: line)
        let made = #expect(throws: KeyFileFailure.self) {
            try KeyFileContents(bytes, password: password("quince"))
        }
        #expect(made == failure)
        #expect(!failure.description.isEmpty && !failure.remedy.isEmpty)
    }

    @Test func `refuses a key whose two parts do not match`() throws {
        let pem = try OpenSSLKeyTests.pemOfMismatchedHalves()
        #expect(throws: KeyFileFailure.malformed(.pkcs8)) {
            try KeyFileContents(Secret(copying: Array(pem.utf8)))
        }
    }

    /// PEM is read and written here without libcrypto: every length of line and padding.
    @Test func `is read whatever its length`() throws {
        for length in 1...100 {
            let text =
                "-----BEGIN CERTIFICATE-----\n"
                + Base64.encode([UInt8](repeating: 0x30, count: length))
                + "\n-----END CERTIFICATE-----\n"
            #expect(throws: KeyFileFailure.malformed(.certificate)) {
                try KeyFileContents(Secret(copying: Array(text.utf8)))
            }
        }
    }
}
