internal import Foundation
internal import TestSupport
import Testing

/// Files that are given in the place of others: what is said names what the file is.
@Suite("A file in the place of another")
struct MistakenFileTests {
    let folder = ScratchFolder()

    init() throws {
        let made = try ProcessRun(
            #"""
            $QUINCE checkout --seed 1 --out a >/dev/null && cd a && t=token.json && \
            openssl pkey -in merchant-key.pem -pubout -out ../public.pem && \
            openssl pkcs12 -export -inkey merchant-key.pem -in certificates/merchant.pem \
                -passout pass:q -out ../keys.p12 && \
            openssl x509 -in certificates/merchant.pem -outform DER -out ../merchant.cer && \
            openssl pkey -in merchant-key.pem -outform DER -out ../key.der && \
            gzip -c $t >../t.gz && base64 $t >../base64 && base64 -w 0 $t >../line && \
            (printf '\xef\xbb\xbf'; cat $t) >../bom && iconv -t UTF-16 $t >../utf16 && \
            tr -d '\n' <$t >../one && (cat ../one; echo; cat ../one) >../two && \
            head -c 70000 /dev/zero >../zeros && : >../nothing && echo >../newline && \
            (printf '"'; sed 's/"/\\"/g' ../one; printf '"') >../quoted && \
            echo '<?xml version="1.0"?>' >../xml && echo '{"a": 1}' >../object && echo '[]' >../list && \
            echo 'PK' >../text && printf 'PK\3\4' >../zip && echo '"a"' >../word && \
            echo '{"paymentData": {}}' >../simulator && (echo '-----BEGIN CMS-----'; echo) >../cms.pem && \
            (echo '-----BEGIN CERTIFICATE-----'; echo A) >../damaged.pem && \
            openssl ecparam -name prime256v1 -genkey -out ../curve.pem
            """#,
            in: folder.url
        )
        try #require(made.status == 0, "\(made.remarks)")
    }

    static let token = "give the token's file: the JSON of PKPaymentToken, or of its paymentData"

    static let noTokens: [(String, String, String)] = [
        ("a/merchant-key.pem", "a private key", token), ("curve.pem", "a private key", token),
        ("public.pem", "a public key", token), ("a/certificates/root.pem", "a certificate", token),
        ("a/merchant-request.pem", "a certificate signing request", token),
        ("merchant.cer", "a certificate", token), ("cms.pem", "PEM with CMS", token),
        ("keys.p12", "PKCS #12, a key with its certificate", token),
        ("key.der", "DER, in which keys and certificates are written", token),
        ("a/signature.der", "a CMS signature", token),
        ("a/orders.sqlite", "a SQLite database", token),
        ("t.gz", "compressed by gzip", "unpack it"),
        ("zip", "a ZIP archive", "unpack it first"), ("xml", "HTML or XML", token),
        ("bom", "text with a byte order mark", "remove the three bytes in front of the JSON"),
        ("utf16", "text in UTF-16", "write the token in UTF-8, as the wallet does"),
        ("base64", "Base64 over several lines", "decode it first, with base64 -d"),
        ("two", "several tokens", "give one token a file; quince token open --batch FILE"),
        ("newline", "white space alone", token),
        ("object", "JSON without any member of a token's", token),
        ("list", "JSON without any member of a token's", token),
        ("word", "JSON without any member of a token's", token),
    ]

    @Test(arguments: noTokens)
    func `is no token, and is called what it is`(file: String, kind: String, remedy: String) throws
    {
        let said = "refused at format: not a token: \(kind)\nremedy: \(remedy)"
        for verb in ["verify", "inspect", "explain"] {
            let run = try ProcessRun("$QUINCE token \(verb) \(file)", in: folder.url)
            #expect(run.status == 1)
            #expect(
                verb == "explain" ? run.results.contains(said) : run.results.hasPrefix(said),
                "\(run.results)"
            )
        }
        let json = try ProcessRun("$QUINCE token verify --json \(file)", in: folder.url)
        let object = try JSONSerialization.jsonObject(with: Data(json.results.utf8))
        #expect((object as? [String: Any])?["cause"] as? String == "not a token: \(kind)")
    }

    static let elsewhere: [(String, String)] = [
        ("quoted", "the token is JSON inside of a JSON string"),
        ("event", #"the token is in the member "payment.token""#),
        ("plugin", #"the token is in the member "token", as text"#),
        ("request", #"the token is in the member "token_data""#),
        ("list-of-events", #"the token is in the member "[0].payment.token""#),
        ("private", #"the token is in the member "…""#),
        ("pascal", #"the token is in the member "PaymentData""#),
    ]

    @Test(arguments: elsewhere)
    func `has the token inside of something else, and the place is named`(
        file: String,
        cause: String
    ) throws {
        let made = try ProcessRun(
            #"""
            python3 - <<'END'
            import json
            token = json.load(open("a/token.json"))
            data = token["paymentData"]
            files = {
                "event": {"isTrusted": True, "payment": {"billingContact": {"postalCode": "1"}, "token": token}},
                "plugin": {"token": json.dumps(data), "transactionIdentifier": token["transactionIdentifier"]},
                "request": {"type": "applepay", "token_data": data},
                "list-of-events": [{"payment": {"token": token}}],
                "private": {"4111111111111111": data},
                "pascal": {"PaymentData": {name.capitalize(): value for name, value in data.items()}},
            }
            for name, value in files.items():
                json.dump(value, open(name, "w"))
            END
            """#,
            in: folder.url
        )
        try #require(made.status == 0, "\(made.remarks)")
        let said = "refused at format: \(cause)\nremedy: give that part alone, byte for byte"
        for verb in ["verify", "explain"] {
            let run = try ProcessRun("$QUINCE token \(verb) \(file)", in: folder.url)
            #expect(run.status == 1 && run.results.contains(said), "\(run.results)")
        }
    }

    /// An unknown file is not guessed.
    @Test(
        arguments: [
            ("text", "not JSON: byte 0 is not allowed there"),
            ("zeros", "longer than 65536 bytes, which no token is\nremedy: \(token)"),
            ("nothing", "the token is empty: 0 bytes"),
            ("simulator", "the payment data is empty, as in tokens of Apple's Simulator"),
        ]
    )
    func `is called nothing that it may not be`(file: String, cause: String) throws {
        let run = try ProcessRun("$QUINCE token verify \(file)", in: folder.url)
        #expect(run.results.hasPrefix("refused at format: \(cause)"), "\(run.results)")
    }

    @Test(arguments: ["one", "line", "a/token.json"])
    func `is no matter where it is a token`(file: String) throws {
        let run = try ProcessRun(
            "$QUINCE token verify \(file) --root a/certificates/root.pem --at 2026-01-01T12:00:00Z",
            in: folder.url
        )
        #expect(run.status == 0, "\(run.results)")
    }

    static let noCertificates: [(String, String)] = [
        ("a/merchant-key.pem", "a private key, where a certificate is asked for"),
        ("public.pem", "a public key, where a certificate is asked for"),
        (
            "a/merchant-request.pem",
            "a certificate signing request, where a certificate is asked for"
        ),
        ("keys.p12", "PKCS #12, a key with its certificate, where a certificate is asked for"),
        ("a/orders.sqlite", "longer than 65536 bytes"),
        ("a/token.json", "there is no certificate in it that can be read"),
        ("key.der", "there is no certificate in it that can be read"),
        ("nothing", "there is no certificate in it that can be read"),
        ("damaged.pem", "the certificate in it is damaged"),
    ]

    @Test(arguments: noCertificates)
    func `is no certificate, and is called what it is`(file: String, problem: String) throws {
        let lines = ["mint --certificate", "token verify a/token.json --root"]
        for line in lines {
            let run = try ProcessRun("$QUINCE \(line) \(file)", in: folder.url)
            #expect(run.status == 2)
            #expect(run.remarks.hasPrefix("quince: \(file): \(problem)\nhint: "), "\(run.remarks)")
            if line.hasSuffix("--root"), file != "damaged.pem" {
                #expect(run.remarks.hasSuffix("--root takes a root's certificate in PEM or DER\n"))
            }
        }
    }

    /// Apple's pages give certificates out in DER.
    @Test func `is a certificate in DER, which is taken`() throws {
        let run = try ProcessRun(
            """
            openssl x509 -in a/certificates/root.pem -outform DER -out root.cer && \
            $QUINCE mint --certificate merchant.cer --out m >/dev/null && \
            $QUINCE token verify a/token.json --root root.cer --at 2026-01-01T12:00:00Z
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
    }

    @Test func `is a key whose certificate is named by its own file`() throws {
        let root = try ProcessRun(
            "$QUINCE token open a/token.json --key a/merchant-key.pem --certificate a/certificates/root.pem",
            in: folder.url
        )
        #expect(root.remarks.hasPrefix("quince: a/certificates/root.pem: the certificate lacks"))
        let twice = try ProcessRun(
            """
            $QUINCE key check --key a/merchant-key.pem --key a/merchant-key.pem \
                --certificate a/certificates/merchant.pem --at 2026-01-02
            """,
            in: folder.url
        )
        #expect(twice.status == 0)
        #expect(twice.results.contains("the same key as in a/merchant-key.pem\nremedy: leave one"))
    }

    /// Files of a mint and of a checkout go with others of the same run.
    @Test func `is not written over by a verb that did not write it`() throws {
        let run = try ProcessRun(
            """
            sha256sum a/token.json >sum
            $QUINCE mint --certificate a/certificates/merchant.pem --out a --force; echo $?
            sha256sum --check --quiet sum; echo $?
            $QUINCE mint --certificate a/certificates/merchant.pem --out m >/dev/null 2>&1
            sha256sum m/token.json >sum; $QUINCE checkout --out m; echo $?
            sha256sum --check --quiet sum; echo $?; ls a m
            """,
            in: folder.url
        )
        #expect(run.results.hasPrefix("2\n0\n2\n0\n"), "\(run.results)")
        #expect(run.results.hasSuffix("m:\nroot.pem\ntoken.json\n"))
        #expect(run.remarks.contains("quince: a: holds the files of a checkout\nhint: "))
        #expect(run.remarks.contains("there is a token.json that is of no checkout\nhint: "))
    }
}
