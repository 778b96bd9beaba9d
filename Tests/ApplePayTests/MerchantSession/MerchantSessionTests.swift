import ApplePaySession
import Bytes
import JSON
import TestSupport
import Testing

@Suite("A merchant session")
struct MerchantSessionTests {
    private static let merchant = String(repeating: "0A", count: 32)
    private static let identifier =
        "SSH" + String(repeating: "B7", count: 16) + "_" + String(repeating: "C9", count: 32)

    /// A session as Apple writes it, with one member in another form.
    private static func text(_ name: String = "", _ value: String? = nil) -> [UInt8] {
        var members = [
            ("epochTimestamp", "1646040487087"), ("expiresAt", "1646044087087"),
            ("merchantSessionIdentifier", "\"\(identifier)\""), ("nonce", "\"0206b8db\""),
            ("merchantIdentifier", "\"\(merchant)\""), ("domainName", "\"shop.example.com\""),
            ("displayName", "\"Example\""), ("signature", "\"3080\""),
            ("operationalAnalyticsIdentifier", "\"Example:\(merchant)\""), ("retries", "0"),
            ("pspId", "\"\(merchant)\""),
        ]
        if let place = members.firstIndex(where: { $0.0 == name }) {
            if let value { members[place].1 = value } else { members.remove(at: place) }
        }
        return Array("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
    }

    @Test func `is written as it was read`() throws {
        let session = try MerchantSession(Self.text())
        #expect(session.json.compactBytes == Self.text())
        #expect(session.merchantIdentifier.digest == Self.merchant && session.retries == 0)
    }

    @Test(arguments: ["operationalAnalyticsIdentifier", "retries", "pspId"])
    func `may lack what older sessions lack`(name: String) throws {
        let session = try MerchantSession(Self.text(name))
        #expect(session.json.compactBytes == Self.text(name))
    }

    @Test(arguments: [
        "epochTimestamp", "expiresAt", "merchantSessionIdentifier", "nonce", "merchantIdentifier",
        "domainName", "displayName", "signature",
    ])
    func `lacks nothing else`(name: String) {
        #expect(throws: MerchantSessionProblem.missing(name)) {
            try MerchantSession(Self.text(name))
        }
    }

    @Test(arguments: [
        ("epochTimestamp", "0"), ("epochTimestamp", "1646040487088"),
        ("epochTimestamp", "9223372036854775807"), ("expiresAt", "1646040487087"),
        ("merchantSessionIdentifier", "\"\(identifier.lowercased())\""),
        ("merchantSessionIdentifier", "\"\(identifier.dropFirst())\""),
        ("merchantSessionIdentifier", "\"\(identifier)_\""), ("nonce", "\"0206B8DB\""),
        ("nonce", "\"0206b8d\""), ("nonce", "\"0206b8dg\""),
        ("merchantIdentifier", "\"\(merchant.lowercased())\""),
        ("merchantIdentifier", "\"merchant.com.example\""), ("domainName", "\"\""),
        ("displayName", "\"\(String(repeating: "a", count: 65))\""), ("signature", "\"\""),
        ("signature", "\"308\""), ("signature", "\"30AB\""), ("signature", "\"MIAG\""),
        ("retries", "-1"), ("pspId", "\"\""), ("operationalAnalyticsIdentifier", "\"\""),
    ])
    func `has every field in its format`(name: String, value: String) {
        let failure = #expect(throws: MerchantSessionProblem.self) {
            try MerchantSession(Self.text(name, value))
        }
        // The two times are compared with each other.
        let isTime = name == "epochTimestamp" || name == "expiresAt"
        #expect(failure == .format(name) || isTime && failure == .format("expiresAt"))
    }

    @Test(arguments: [
        ("epochTimestamp", "\"1646040487087\""), ("epochTimestamp", "1.5"), ("nonce", "206"),
        ("retries", "\"0\""), ("signature", "null"), ("pspId", "[]"),
    ])
    func `has every field in its type`(name: String, value: String) {
        #expect(throws: MerchantSessionProblem.type(name)) {
            try MerchantSession(Self.text(name, value))
        }
    }

    @Test func `is an object, not its text in a string and not a refusal`() {
        #expect(throws: MerchantSessionProblem.stringInsteadOfObject) {
            try MerchantSession(Array(#""{\"nonce\":\"0206b8db\"}""#.utf8))
        }
        #expect(throws: MerchantSessionProblem.notAnObject) { try MerchantSession([0x31]) }
        #expect(throws: MerchantSessionProblem.notJSON(.unexpectedEnd)) {
            try MerchantSession(Array("{".utf8))
        }
        #expect(throws: MerchantSessionProblem.refusal) {
            try MerchantSession(Array(#"{"statusMessage":"x","statusCode":"417"}"#.utf8))
        }
    }

    /// Apple's order, as Documentation/Decisions/0047-the-session-gateway.md has it.
    @Test func `is signed over five fields in a row, the nonce as bytes`() throws {
        let session = try MerchantSession(Self.text())
        let texts = Self.merchant + Self.identifier + "shop.example.com" + "Example"
        #expect(session.signedContent == Array(texts.utf8) + [0x02, 0x06, 0xb8, 0xdb])
    }
}

@Suite("A domain association file")
struct DomainAssociationTests {
    private static let merchant = MerchantReference(identifier: "merchant.com.example")
    private static let file = DomainAssociation(
        merchant: merchant,
        createdOn: 1_566_904_428_789,
        signature: [0x30, 0x80]
    )

    @Test func `is hexadecimal of four members, and read as it was written`() throws {
        let text = String(decoding: Self.file.file, as: UTF8.self)
        #expect(text.hasPrefix("7B227073704964223A22") && text == text.uppercased())
        #expect(
            String(decoding: try Hexadecimal.decode(text), as: UTF8.self)
                == """
                {"pspId":"\(Self.merchant.digest)","version":1,"createdOn":1566904428789,\
                "signature":"3080"}
                """
        )
        #expect(DomainAssociation(file: Self.file.file) == Self.file)
        #expect(DomainAssociation(file: Self.file.file + [0x0d, 0x0a]) == Self.file)
    }

    @Test func `is signed over the merchant, the time and the version`() {
        let expected = "\(Self.merchant.digest)15669044287891"
        #expect(Self.file.signedContent == Array(expected.utf8))
    }

    @Test(arguments: ["", "7B", "<html>", "7B7D", "zz", "\n"])
    func `is not every text`(text: String) {
        #expect(DomainAssociation(file: Array(text.utf8)) == nil)
    }

    @Test func `is the one that was given, but for white space at its ends`() {
        let (given, space) = (Self.file.file, Array(" \r\n\t".utf8))
        #expect(DomainAssociation.difference(of: given, from: given) == nil)
        #expect(DomainAssociation.difference(of: space + given + space, from: given) == nil)
        let cut = given.count - 1
        #expect(
            DomainAssociation.difference(of: given.dropLast(), from: given)
                == .bytes(count: cut, expected: given.count, first: cut)
        )
        #expect(DomainAssociation.difference(of: space, from: given) == .nothing)
        #expect(DomainAssociation.difference(of: [], from: given) != nil)
        let other = Array(String(decoding: given, as: UTF8.self).lowercased().utf8)
        #expect(DomainAssociation.difference(of: other, from: given) != nil)
    }
}

@Suite("A reference to a merchant")
struct MerchantReferenceTests {
    @Test func `is made of an identifier or of its digest`() throws {
        let answer = try Program.openSSL.run(
            ["sha256", "-r"],
            input: Array("merchant.com.example".utf8)
        )
        let digest = String(answer.text.prefix(64))
        let reference = MerchantReference(identifier: "merchant.com.example")
        #expect(reference.digest == digest.uppercased())
        for text in ["merchant.com.example", digest, digest.uppercased()] {
            #expect(MerchantReference(text) == reference)
        }
        #expect(MerchantReference(identifier: digest) != reference)
        #expect(MerchantReference(String(digest.dropLast())) != reference)
    }
}
