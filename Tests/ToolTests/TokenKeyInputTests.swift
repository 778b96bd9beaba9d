internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

/// The usual mistakes with keys and certificates: each is reported as itself.
@Suite("The files that quince token is given")
struct TokenKeyInputTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A shell line that makes what is wrong, in a folder that holds a checkout in `a`.
        let made: String
        let options: [String]
        let said: String
    }

    static let identity = """
        openssl req -x509 -new -key a/merchant-key.pem -subj \
        '/UID=merchant.com.example/CN=Merchant Identity' -out made.pem -days 30 \
        -addext keyUsage=critical,digitalSignature \
        -addext '1.2.840.113635.100.6.32=ASN1:UTF8String:'\
        $(printf merchant.com.example | sha256sum | cut -c1-64 | tr a-f A-F)
        """
    static let p256 = "openssl ecparam -name prime256v1 -genkey -noout -out made.pem"
    static let key = ["--key", "a/merchant-key.pem"]
    static let certificate = ["--certificate", "a/certificates/merchant.pem"]

    static let mistakes: [Mistake] = [
        ("a key of another merchant", p256, ["--key", "made.pem"] + certificate, "is for another"),
        (
            "a key on P-384", "openssl ecparam -name secp384r1 -genkey -noout -out made.pem",
            ["--key", "made.pem", "--merchant-id", "merchant.com.example"], "P-256"
        ),
        (
            "an RSA key", "openssl genrsa -out made.pem 2048", ["--key", "made.pem"] + certificate,
            "is for another"
        ),
        (
            "a certificate as key", "true", ["--key", "a/certificates/merchant.pem"] + certificate,
            "a certificate, where a private key is asked for"
        ),
        (
            "no key in the file", "true", ["--key", "/dev/null"] + certificate,
            "/dev/null: no private key and no certificate"
        ),
        (
            "a folder with more than keys", "true", ["--key", "a"] + certificate,
            "a/merchant-request.pem: a certificate signing request"
        ),
        (
            "a PKCS #12 file without its password",
            "openssl pkcs12 -export -inkey a/merchant-key.pem -in a/certificates/merchant.pem "
                + "-passout pass:quince -out made.p12", ["--key", "made.p12"],
            "PKCS #12 behind a password, and none was given"
        ),
        (
            "a PKCS #12 file with another password",
            "openssl pkcs12 -export -inkey a/merchant-key.pem -in a/certificates/merchant.pem "
                + "-passout pass:quince -out made.p12; "
                + "umask 077; echo Quince >password",
            ["--key", "made.p12", "--password-file", "password"], "wrong password"
        ),
        (
            "a password's file that is not there", "true",
            key + certificate + ["--password-file", "none"],
            "the password's file: no such file or folder\nhint: give a file whose first line"
        ),
        (
            "a PKCS #12 file that MD5 protects",
            "openssl pkcs12 -export -macalg md5 -inkey a/merchant-key.pem "
                + "-in a/certificates/merchant.pem -passout pass:quince -out made.p12; "
                + "umask 077; echo quince >password",
            ["--key", "made.p12", "--password-file", "password"], "made with an old algorithm"
        ),
        (
            "a key to which others have access",
            "cp a/merchant-key.pem made.pem; chmod 644 made.pem",
            ["--key", "made.pem"] + certificate,
            "made.pem: the group or others have access to this file (mode 0644)\n"
                + "hint: chmod 600 made.pem; or"
        ),
        (
            "a password to which others have access",
            "openssl pkcs12 -export -inkey a/merchant-key.pem -in a/certificates/merchant.pem "
                + "-passout pass:quince -out made.p12; echo quince >password; chmod 640 password",
            ["--key", "made.p12", "--password-file", "password"],
            "password: the group or others have access to this file (mode 0640)\n"
                + "hint: chmod 600 password; or"
        ),
        (
            "a signing request as certificate", "true",
            key + ["--certificate", "a/merchant-request.pem"], "a certificate signing request"
        ),
        (
            "a module that is not there", "true",
            ["--key", "pkcs11:object=k?module-path=/none.so"] + certificate,
            "the security module's library cannot be loaded"
        ),
        (
            "a PIN for all to see", "true",
            ["--key", "pkcs11:object=k?module-path=/none.so&pin-value=1"] + certificate,
            "use pin-source=FILE"
        ),
        ("a key that is not there", "true", ["--key", "b"] + certificate, "b: no such file"),
        (
            "a key as certificate", "true", key + ["--certificate", "a/merchant-key.pem"],
            "a private key, where a certificate is asked for"
        ),
        (
            "the identity certificate", identity, key + ["--certificate", "made.pem"],
            "Merchant Identity certificate"
        ),
        (
            "the root as certificate", "true", key + ["--certificate", "a/certificates/root.pem"],
            "lacks extension"
        ),
        (
            "neither certificate nor identifier", "true", key,
            "neither a certificate nor a merchant identifier goes with this key"
        ),
        (
            "a certificate and another merchant's identifier", "true",
            key + certificate + ["--merchant-id", "merchant.com.other"],
            "the certificate is for merchant.com.example, not for merchant.com.other"
        ),
        (
            "an intermediate as root", "true",
            key + certificate + ["--root", "a/certificates/application-integration.pem"],
            "not a root certificate"
        ),
        (
            "a leaf as root", "true",
            key + certificate + ["--root", "a/certificates/token-signer.pem"],
            "not a root certificate"
        ),
        (
            "a root that is too long for one", "head -c 65537 /dev/zero >made.pem",
            key + certificate + ["--root", "made.pem"], "longer than 65536 bytes"
        ),
    ].map { Mistake(testDescription: $0, made: $1, options: $2, said: $3) }

    @Test(arguments: mistakes)
    func `are refused with the kind of problem`(mistake: Mistake) throws {
        let folder = ScratchFolder()
        let made = try ProcessRun(
            "$QUINCE checkout --seed 1 --out a >/dev/null && { \(mistake.made) ; }",
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let options = mistake.options.map { "'\($0)'" }.joined(separator: " ")
        for json in ["", "--json"] {
            let run = try ProcessRun(
                "$QUINCE token open a/token.json \(options) \(json)",
                in: folder.url
            )
            #expect(run.status == 2, "\(run.results)")
            #expect(run.results == "")
            #expect(run.remarks.contains(mistake.said), "\(run.remarks)")
            #expect(run.remarks.contains("\nhint: "))
        }
    }

    /// Root may read every file, unless it gives up the capabilities for that.
    @Test func `may not be readable`() throws {
        let folder = ScratchFolder()
        let run = try ProcessRun(
            """
            touch x; chmod 000 x
            if [ $(id -u) = 0 ]; then
                set -- setpriv --bounding-set=-dac_override,-dac_read_search
            fi
            "$@" $QUINCE token inspect x
            """,
            in: folder.url
        )
        #expect(run.status == 2)
        #expect(run.remarks.hasPrefix("quince: x: not permitted\n"), "\(run.remarks)")
    }
}
