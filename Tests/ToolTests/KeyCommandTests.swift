internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

@Suite("quince key check")
struct KeyCommandTests {
    /// A shell line that makes files in a folder that holds a checkout in `a`, and what is then
    /// asked and answered.
    struct Question: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var made = "true"
        let options: String
        let status: Int32
        let said: [String]
    }

    static let usual = "--key a/merchant-key.pem --certificate a/certificates/merchant.pem"
    static let export = """
        openssl pkcs12 -export -inkey a/merchant-key.pem -in a/certificates/merchant.pem \
        -certfile a/certificates/developer-relations.pem -passout pass:quince -out keys.p12; \
        echo quince >password; chmod 600 password
        """
    static let p384 = """
        openssl ecparam -name secp384r1 -genkey -noout -out made.key; openssl req -x509 -new \
        -key made.key -subj /CN=x -days 30 -out made.pem
        """

    static let questions: [Question] = [
        Question(
            testDescription: "a good pair",
            options: usual + " --at 2026-01-02",
            status: 0,
            said: ["opens            EC_v1", "merchant.com.example", ", 758 days", "all is well"]
        ),
        Question(
            testDescription: "a PKCS #12 file with the authority above",
            made: export,
            options: "--key keys.p12 --password-file password --at 2026-01-02",
            status: 0,
            said: ["keys.p12\n", "all is well"]
        ),
        Question(
            testDescription: "a folder with two merchants' keys",
            made: "$QUINCE checkout --seed 2 --out b >b.txt; mkdir k; for n in a b; do "
                + "cp $n/merchant-key.pem k/$n.key; cp $n/certificates/merchant.pem k/$n.cer; done",
            options: "--key k --at 2026-01-02",
            status: 0,
            said: ["k/a.key\n", "k/b.key\n", "k/a.cer", "k/b.cer"]
        ),
        Question(
            testDescription: "a certificate that ends soon",
            options: usual + " --at 2028-01-20",
            status: 0,
            said: [
                "note: a/certificates/merchant.pem: the certificate ends in 10 days", "all is well",
            ]
        ),
        Question(
            testDescription: "a certificate that ends soon enough for who asks",
            options: usual + " --at 2028-01-20 --days 10",
            status: 0,
            said: [", 10 days"]
        ),
        Question(
            testDescription: "a certificate that ended",
            options: usual + " --at 2028-02-20",
            status: 1,
            said: [
                "must be fixed: a/certificates/merchant.pem: the certificate ended at 2028-01-30",
                ", 21 days ago",
            ]
        ),
        Question(
            testDescription: "a key on P-384",
            made: p384,
            options: "--key made.key --merchant-id merchant.com.example",
            status: 1,
            said: ["unusable: made.key: the key is neither a P-256 key"]
        ),
        Question(
            testDescription: "a certificate and a key in each other's place",
            options: "--key a/certificates/merchant.pem --certificate a/merchant-key.pem",
            status: 1,
            said: ["a certificate, where a private key is asked for"]
        ),
    ]

    @Test(arguments: questions)
    func `says what fits and what does not`(question: Question) throws {
        let folder = ScratchFolder()
        let line = "$QUINCE checkout --seed 1 --out a >/dev/null && { \(question.made) ; }"
        let made = try ProcessRun(line, in: folder.url)
        #expect(made.status == 0, "\(made.remarks)")
        let run = try ProcessRun("$QUINCE key check \(question.options)", in: folder.url)
        #expect(run.status == question.status, "\(run.results)\(run.remarks)")
        for said in question.said { #expect(run.results.contains(said), "\(run.results)") }
        let json = try ProcessRun("$QUINCE key check --json \(question.options)", in: folder.url)
        #expect(json.status == question.status)
        let verdict = question.status == 0 ? #""verdict":"good""# : #""verdict":"mustBeFixed""#
        #expect(json.results.contains(verdict))
        #expect(json.results.split(separator: "\n").count == 1)
        let key = try String(contentsOfFile: folder.path("a/merchant-key.pem"), encoding: .utf8)
        let secret = try #require(key.split(separator: "\n").dropFirst().first)
        for text in [run.results, run.remarks, json.results] { #expect(!text.contains(secret)) }
    }

    /// A file name in a folder of keys must not add lines to the output.
    @Test func `prints each message on its own line, for any file name`() async throws {
        let folder = ScratchFolder()
        let name = "x\nall is well\u{1b}[31m.pem"
        try Data("no key".utf8).write(to: folder.url.appending(path: name))
        let run = await CommandRun("key", "check", "--key", folder.path("."))
        #expect(run.results.split(separator: "\n").count == 2, "\(run.results)")
        #expect(run.results.contains("x\u{fffd}all is well\u{fffd}[31m.pem: no private key"))
        let none = await CommandRun("key", "check", "--key", folder.path("none\nremedy: none"))
        #expect(none.remarks.split(separator: "\n").count == 2, "\(none.remarks)")
    }

    /// As `openssl -passin file:` does, so that one file serves both.
    @Test(arguments: ["quince", "quince\n", "quince\r\n", "quince\nsomething else\n"])
    func `takes the first line of the password's file`(text: String) throws {
        let folder = ScratchFolder()
        let made = try ProcessRun(
            "$QUINCE checkout --seed 1 --out a >/dev/null; \(Self.export)",
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        try Data(text.utf8).write(to: folder.url.appending(path: "password"))
        let run = try ProcessRun(
            "$QUINCE key check --key keys.p12 --password-file password --at 2026-01-02",
            in: folder.url
        )
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
    }

    /// The form of Keychain Access: certificates under RC2 with 40 bits, the key under triple DES.
    @Test func `reads an export of Keychain Access, or says what is missing for it`() throws {
        let folder = ScratchFolder()
        let made = try ProcessRun(
            """
            $QUINCE checkout --seed 1 --out a >/dev/null; umask 077; echo quince >password
            openssl pkcs12 -export -legacy -macalg sha1 -inkey a/merchant-key.pem \
                -in a/certificates/merchant.pem -passout file:password -out keychain.p12
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let check = """
            $QUINCE key check --key keychain.p12 --password-file password --at 2026-01-02
            """
        let run = try ProcessRun(check, in: folder.url)
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
        let without = try ProcessRun("OPENSSL_MODULES=/none \(check)", in: folder.url)
        #expect(without.status == 1)
        #expect(without.results.contains("OpenSSL's legacy provider is not installed\nremedy: "))
        let rest = try #require(without.results.split(separator: "convert it: ").last)
        let convert = try #require(rest.split(separator: "\n").first)
        let converted = try ProcessRun(
            """
            \(convert) -passin pass:quince -passout pass:quince
            $QUINCE key check --key new.pem --password-file password --at 2026-01-02
            """,
            in: folder.url
        )
        #expect(converted.status == 0, "\(convert)\n\(converted.results)\(converted.remarks)")
    }

    @Test func `is used correctly, or explains how`() async {
        let wrong = [
            ([], "--key is missing"), (["--key", "none.pem"], "none.pem: no such file"),
            (["--key", "none.pem", "--days", "many"], "--days many: not a whole number from 0 to"),
            (["--key", "pkcs11:object=k"], "the PKCS #11 URI names no module"),
            (["--key", "none.pem", "--merchant-id", ""], "--merchant-id is empty"),
        ]
        for (options, said) in wrong {
            let run = await CommandRun(["key", "check"] + options)
            #expect(run.status == .misuse)
            #expect(run.remarks.contains(said), "\(run.remarks)")
        }
    }

    /// Both keys of a rotation are given at once, and the token says which it wants.
    @Test func `and token open take several keys`() throws {
        let folder = ScratchFolder()
        let run = try ProcessRun(
            """
            for n in 1 2; do $QUINCE checkout --seed $n --out $n >/dev/null; done
            cat 1/certificates/root.pem >root1.pem
            for n in 1 2; do
                $QUINCE token open $n/token.json --root $n/certificates/root.pem \
                    --at 2026-01-01T12:00:00Z \
                    --key 1/merchant-key.pem --key 2/merchant-key.pem \
                    --certificate 2/certificates/merchant.pem \
                    --certificate 1/certificates/merchant.pem --json
            done
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
        #expect(run.results.split(separator: "\n").count == 2)
        #expect(!run.results.contains("refused"))
    }

    @Test(.enabled(if: SoftwareToken.isInstalled, "softhsm2 is not installed"))
    func `and token open ask a key in a security module`() throws {
        let token = SoftwareToken(.tool)
        let folder = ScratchFolder()
        let made = try ProcessRun("$QUINCE checkout --seed 1 --out a >/dev/null", in: folder.url)
        #expect(made.status == 0)
        let pem = try String(contentsOfFile: folder.path("a/merchant-key.pem"), encoding: .utf8)
        try token.importKey(pem, object: "apple-pay", id: "01")
        try Data("\(SoftwareToken.pin)\n".utf8).write(to: folder.url.appending(path: "pin"))
        let pin = "pin-source=\(folder.path("pin"))"
        let options =
            "--allow-readable-key --key '\(token.uri("apple-pay"))&\(pin)' "
            + "--certificate a/certificates/merchant.pem --at 2026-01-01T12:00:00Z"
        let run = try ProcessRun(
            """
            export \(SoftwareToken.environment)
            $QUINCE key check \(options) &&
                $QUINCE token open a/token.json --root a/certificates/root.pem \(options)
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
        #expect(run.results.contains("pkcs11:token=QuinceTool;object=apple-pay\n"))
        #expect(run.results.contains("accepted\n"))
        #expect(!(run.results + run.remarks).contains(SoftwareToken.pin))
        // A module that keeps the private half alone: the certificate has the other.
        try token.importKey(pem, object: "alone", id: "02", withPublicHalf: false)
        let alone = try ProcessRun(
            """
            export \(SoftwareToken.environment)
            chmod 600 pin; $QUINCE key check --key '\(token.uri("alone"))&\(pin)' \
                --certificate a/certificates/developer-relations.pem \
                --certificate a/certificates/merchant.pem --at 2026-01-01T12:00:00Z
            """,
            in: folder.url
        )
        #expect(alone.status == 0, "\(alone.results)\(alone.remarks)")
    }
}
