import Bytes
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint

/// The problems of a token that are found before its signature is checked.
@Suite("Reading a token")
struct TokenFormatTests {
    typealias Problem = TokenRefusal.FormatProblem

    /// A change to a good token, and the problem that it makes.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let problem: Problem
        let apply: @Sendable (inout TokenParts) throws -> Void

        init(
            _ name: String,
            _ problem: Problem,
            _ apply: @escaping @Sendable (inout TokenParts) throws -> Void
        ) {
            (testDescription, self.problem, self.apply) = (name, problem, apply)
        }
    }

    static let changes: [Change] = [
        Change("unknown version", .unknownVersion) { $0.version = "EC_v2" },
        Change("version in another case", .unknownVersion) { $0.version = "ec_v1" },
        Change("no ephemeral key", .missing(.ephemeralPublicKey)) { $0.ephemeralPublicKey = nil },
        Change("a field of RSA_v1", .fieldOfAnotherVersion(.wrappedKey)) { $0.wrappedKey = [1] },
        Change("a field of EC_v1", .fieldOfAnotherVersion(.ephemeralPublicKey)) {
            $0.version = "RSA_v1"
        },
        Change("RSA_v1 without its key", .missing(.wrappedKey)) {
            ($0.version, $0.ephemeralPublicKey) = ("RSA_v1", nil)
        },
        Change("a wrapped key too short", .wrongLength(.wrappedKey, expected: 256, found: 255)) {
            ($0.version, $0.ephemeralPublicKey) = ("RSA_v1", nil)
            $0.wrappedKey = [UInt8](repeating: 1, count: 255)
        },
        Change("data without ciphertext", .wrongLength(.data, expected: 17, found: 16)) {
            $0.data = [UInt8](repeating: 0, count: 16)
        },
        Change("empty data", .wrongLength(.data, expected: 17, found: 0)) { $0.data = [] },
        Change("a short key hash", .wrongLength(.publicKeyHash, expected: 32, found: 31)) {
            $0.publicKeyHash.removeLast()
        },
        Change("a short identifier", .wrongLength(.transactionId, expected: 32, found: 31)) {
            $0.transactionID.removeLast()
        },
        Change("a long identifier", .wrongLength(.transactionId, expected: 32, found: 33)) {
            $0.transactionID.append(0)
        },
        Change("short app data", .wrongLength(.applicationData, expected: 32, found: 20)) {
            $0.applicationData = [UInt8](repeating: 1, count: 20)
        },
        Change("empty app data", .wrongLength(.applicationData, expected: 32, found: 0)) {
            $0.applicationData = []
        },
        Change("a compressed key", .ephemeralKeyNotP256) { parts in
            let key = parts.ephemeralPublicKey ?? []
            let point = [2 | key[90] & 1] + key[27..<59]
            parts.ephemeralPublicKey =
                [0x30, 0x39] + key[2..<23] + [0x03, 0x22, 0x00] + Array(point)
        },
        Change("a hybrid key", .ephemeralKeyNotP256) { $0.ephemeralPublicKey?[26] = 6 },
        Change("a key without its algorithm", .ephemeralKeyNotP256) {
            $0.ephemeralPublicKey?.removeFirst(26)
        },
        Change("a key with bytes behind it", .ephemeralKeyNotP256) {
            $0.ephemeralPublicKey?.append(0)
        },
        Change("a key on P-384", .ephemeralKeyNotP256) {
            let key = try TokenWorkshop.key(on: .p384, from: TokenWorkshop(seed: 1).world)
            $0.ephemeralPublicKey = key.publicKey.publicKeyInfo
        },
        Change("an identifier outside that differs", .transactionIdentifiersDiffer) {
            $0.transactionIdentifier = String(repeating: "0", count: 64)
        },
        Change("an odd identifier outside", .notHexadecimal(.transactionIdentifier, .oddLength)) {
            $0.transactionIdentifier = "ABC"
        },
        Change(
            "the Simulator's identifier",
            .notHexadecimal(.transactionIdentifier, .notADigit(offset: 0))
        ) { $0.transactionIdentifier = "Simulated Identifier" },
    ]

    @Test(arguments: changes)
    func `refuses it with its own cause`(change: Change) throws {
        var parts = try TokenWorkshop(seed: 41).parts()
        try change.apply(&parts)
        #expect(throws: TokenRefusal.format(change.problem)) { try parts.read() }
        #expect(TokenRefusal.format(change.problem).step == .format)
    }

    /// Text put in place of other text, once, in a good token.
    struct Edit: Sendable, CustomTestStringConvertible {
        let old, new: String
        let problem: Problem
        var testDescription: String { "\(old) → \(new.prefix(40))" }

        init(_ old: String, _ new: String, _ problem: Problem) {
            (self.old, self.new, self.problem) = (old, new, problem)
        }
    }

    static let edits = [
        Edit("\"version\":", "\"v\":", .missing(.version)),
        Edit("\"data\":", "\"d\":", .missing(.data)),
        Edit("\"signature\":", "\"s\":", .missing(.signature)),
        Edit("\"header\":", "\"h\":", .missing(.header)),
        Edit("\"publicKeyHash\":", "\"p\":", .missing(.publicKeyHash)),
        Edit("\"transactionId\":", "\"t\":", .missing(.transactionId)),
        Edit("\"EC_v1\"", "1", .wrongType(.version)),
        Edit("\"data\":\"", "\"data\":null,\"x\":\"", .wrongType(.data)),
        Edit("\"signature\":\"", "\"signature\":[],\"x\":\"", .wrongType(.signature)),
        Edit("\"header\":{", "\"header\":\"\",\"x\":{", .wrongType(.header)),
        Edit("\"transactionId\":\"", "\"transactionId\":7,\"x\":\"", .wrongType(.transactionId)),
        Edit("\"paymentData\":{", "\"paymentData\":\"eyJ9\",\"x\":{", .wrongType(.paymentData)),
        Edit(
            "\"transactionId\":\"",
            "\"transactionId\":\"a",
            .notHexadecimal(.transactionId, .oddLength)
        ),
        Edit(
            "\"transactionId\":\"",
            "\"transactionId\":\"0x",
            .notHexadecimal(.transactionId, .notADigit(offset: 1))
        ),
        Edit("\"data\":\"", "\"data\":\"A", .notBase64(.data, .wrongLength)),
        Edit("\"data\":\"", "\"data\":\"AB==\",\"x\":\"", .notBase64(.data, .notCanonical)),
        Edit("\"data\":\"", "\"data\":\"AA-_", .notBase64(.data, .notInAlphabet(offset: 2))),
        Edit(
            "\"signature\":\"",
            "\"signature\":\"MI\\nA",
            .notBase64(.signature, .notInAlphabet(offset: 2))
        ),
        Edit(
            "\"publicKeyHash\":\"",
            "\"publicKeyHash\":\"====",
            .notBase64(.publicKeyHash, .notInAlphabet(offset: 0))
        ),
    ]

    @Test(arguments: edits)
    func `refuses a field that is missing or of another form`(edit: Edit) throws {
        let text = try TokenWorkshop(seed: 41).parts().json
        #expect(text.contains(edit.old))
        let edited = text.replacing(edit.old, with: edit.new, maxReplacements: 1)
        #expect(throws: TokenRefusal.format(edit.problem)) {
            try SealedPaymentToken(json: Array(edited.utf8))
        }
    }

    @Test(arguments: [
        ("", Problem.empty), (#"{"paymentData":""}"#, .simulatorToken),
        (#"{"paymentData":null}"#, .simulatorToken), (#"{"paymentData":{}}"#, .simulatorToken),
        (
            #"{"paymentData":{},"transactionIdentifier":"Simulated Identifier"}"#, .simulatorToken
        ),
        ("[]", .wrongType(.token)), ("\"token\"", .wrongType(.token)), ("null", .wrongType(.token)),
        ("{}", .missing(.version)), (" ", .notJSON(.empty)), ("{", .notJSON(.unexpectedEnd)),
        (#"{"version":"EC_v1","version":"EC_v1"}"#, .notJSON(.duplicateName(offset: 19))),
        (#"{"version":"EC_v1","\u0076ersion":"EC_v1"}"#, .notJSON(.duplicateName(offset: 19))),
        (#"{"a":{"b":1,"b":2}}"#, .notJSON(.duplicateName(offset: 12))),
        ("{}{}", .notJSON(.trailingBytes(offset: 2))),
        ("{,}", .notJSON(.unexpectedByte(offset: 1))),
        (#"{"\ud800":1}"#, .notJSON(.invalidEscape(offset: 2))),
        (String(repeating: "[", count: 17), .notJSON(.tooDeep(limit: 16))),
        (
            "{" + (0...256).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
            .notJSON(.tooManyMembers(limit: 256))
        ),
    ])
    func `refuses what is no token`(text: String, problem: Problem) {
        #expect(throws: TokenRefusal.format(problem)) {
            try SealedPaymentToken(json: Array(text.utf8))
        }
    }

    @Test func `takes up to 64 KiB and not one byte more`() throws {
        let token = Array(try TokenWorkshop(seed: 41).parts().json.utf8)
        let padding = [UInt8](repeating: 0x20, count: 65_536 - token.count)
        #expect(try SealedPaymentToken(json: token + padding) == SealedPaymentToken(json: token))
        #expect(throws: TokenRefusal.format(.tooLong(limit: 65_536))) {
            try SealedPaymentToken(json: token + padding + [0x20])
        }
    }

    /// `paymentData` is bytes in an app, which JSON has no form for.
    @Test func `takes payment data as text or as Base64, alone or in a token`() throws {
        var parts = try TokenWorkshop(seed: 43).parts()
        parts.transactionIdentifier = Hexadecimal.encode(parts.transactionID).uppercased()
        let token = try parts.read()
        let bare = JSONOutput.object(parts.paymentData).compact
        let coded = Base64.encode(Array(bare.utf8))
        let identifier = JSONOutput.string(parts.transactionIdentifier ?? "")
        func whole(_ data: String) -> String {
            JSONOutput.object(["paymentData": .string(data), "transactionIdentifier": identifier])
                .compact
        }
        let forms = [
            coded, "\n \(coded)\r\n", whole(bare), whole(coded),
            Base64.encode(Array(whole(coded).utf8)), whole(bare.replacing("/", with: "\\/")),
        ]
        for form in forms {
            #expect(try SealedPaymentToken(json: Array(form.utf8)) == token)
        }
        let broken = [whole(String(coded.dropLast())), whole("x" + bare), whole("[]"), whole(" ")]
        for form in broken {
            #expect(throws: TokenRefusal.format(.wrongType(.paymentData))) {
                try SealedPaymentToken(json: Array(form.utf8))
            }
        }
        let twice = Base64.encode(Array(coded.utf8))
        #expect(throws: TokenRefusal.format(.notJSON(.unexpectedByte(offset: 0)))) {
            try SealedPaymentToken(json: Array(twice.utf8))
        }
    }

    @Test func `takes a bare token, a whole one, escapes and any order`() throws {
        var parts = try TokenWorkshop(seed: 42).parts()
        let token = try parts.read()
        let bare = JSONOutput.object(parts.paymentData)
        let turned = JSONOutput.object(parts.paymentData.reversed())
        for output in [bare, turned] {
            #expect(try SealedPaymentToken(json: output.compactBytes) == token)
            #expect(try SealedPaymentToken(json: Array(output.indented.utf8)) == token)
        }
        let escaped = parts.json.replacing("/", with: "\\/")
        #expect(escaped != parts.json)
        #expect(try SealedPaymentToken(json: Array(escaped.utf8)) == token)
        for identifier in [
            Hexadecimal.encode(parts.transactionID), token.transactionID.description,
        ] {
            parts.transactionIdentifier = identifier
            #expect(try parts.read() == token)
        }
        let unknown = parts.json.replacing("{\"version\"", with: "{\"new\":[1],\"version\"")
        #expect(try SealedPaymentToken(json: Array(unknown.utf8)) == token)
    }

    @Test func `reads back what it writes`() throws {
        let workshop = try TokenWorkshop(seed: 43)
        var shape = TokenWorkshop.Shape(applicationDataHash: SHA256.digest("app"))
        shape.paymentMethod = UntrustedPaymentMethod(
            displayName: "Visa 1233",
            network: "Visa",
            type: "debit"
        )
        let token = try workshop.seal(shape)
        for text in [token.json.compact, token.json.indented] {
            #expect(try SealedPaymentToken(json: Array(text.utf8)) == token)
        }
        #expect(token.paymentMethod?.displayName == "Visa 1233")
    }

    @Test(arguments: ["ephemeral_public_key", "EphemeralPublicKey"])
    func `names a field that is spelled otherwise`(name: String) throws {
        let token = try TokenWorkshop(seed: 1).seal()
        let text = String(decoding: token.json.compactBytes, as: UTF8.self)
            .replacing("ephemeralPublicKey", with: name)
        let problem = Problem.spelledOtherwise(.ephemeralPublicKey, name)
        #expect(throws: TokenRefusal.format(problem)) {
            try SealedPaymentToken(json: Array(text.utf8))
        }
    }

    @Test func `repeats no long name of a member`() throws {
        let token = try TokenWorkshop(seed: 1).seal()
        let name = "ver\(String(repeating: "_", count: 34))sion"
        let text = String(decoding: token.json.compactBytes, as: UTF8.self)
            .replacing("\"version\"", with: "\"\(name)\"")
        #expect(throws: TokenRefusal.format(.missing(.version))) {
            try SealedPaymentToken(json: Array(text.utf8))
        }
    }

    @Test func `looks for a token no deeper than a few levels, and in no token`() throws {
        let token = try TokenWorkshop(seed: 1).seal()
        let text = String(decoding: token.json.compactBytes, as: UTF8.self)
        func problem(_ text: String) -> Problem? {
            do throws(TokenRefusal) {
                _ = try SealedPaymentToken(json: Array(text.utf8))
                return nil
            } catch {
                guard case .format(let problem) = error else { return nil }
                return problem
            }
        }
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"a":"#, count: levels) + text
                + String(repeating: "}", count: levels)
        }
        #expect(problem(text) == nil)
        guard case .elsewhere(let place)? = problem(nested(6)) else {
            Issue.record("not found")
            return
        }
        #expect(place.path == "a.a.a.a.a.a" && !place.isText)
        #expect(problem(nested(9)) == .missing(.version))
        // What is wrong in a token is not taken for a wrapper.
        let wrong = text.replacing(#""version":"EC_v1""#, with: #""version":5"#)
        #expect(problem(wrong) == .wrongType(.version))
    }
}
