import Bytes
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenDisplay
import World

/// The map of each byte of a token.
@Suite("What each byte of a token is")
struct TokenMapTests {
    /// A place in an ASN.1 text: offset, depth, length of the header, and length of the content.
    struct Place: Hashable, Comparable, CustomStringConvertible {
        let offset: Int
        let depth: Int
        let header: Int
        /// Nil for an indefinite length.
        let length: Int?

        var description: String {
            "\(offset):d=\(depth) hl=\(header) l=\(length.map(String.init) ?? "inf")"
        }

        static func < (left: Place, right: Place) -> Bool { left.offset < right.offset }
    }

    /// The elements of an ASN.1 text, and the offsets of the ends of those of indefinite length, by
    /// `openssl asn1parse`.
    private static func elements(of bytes: [UInt8]) throws -> (places: [Place], ends: [Int]) {
        let answer = try Program.openSSL.run(["asn1parse", "-inform", "DER"], input: bytes)
        try #require(answer.isSuccess, "\(answer.complaint)")
        var (places, ends): ([Place], [Int]) = ([], [])
        for line in answer.text.split(separator: "\n") {
            let form = #/^ *(\d+):d=(\d+) +hl=(\d+) +l= *(\d+|inf) +(?:cons|prim): (.*)$/#
            let match = try #require(line.wholeMatch(of: form), "\(line)")
            let (offset, depth) = (try #require(Int(match.1)), try #require(Int(match.2)))
            if match.5.hasPrefix("EOC") {
                ends.append(offset)
            } else {
                let header = try #require(Int(match.3))
                places.append(
                    Place(offset: offset, depth: depth, header: header, length: Int(match.4))
                )
            }
        }
        return (places, ends)
    }

    private static func places(in map: ByteMap) -> [Place] {
        map.nodes.enumerated().map { number, node in
            let own = map.segments.filter { $0.node == number }
            let header = own.first { $0.role == .frame }?.range.count ?? 0
            let isIndefinite = own.contains { $0.role == .end }
            return Place(
                offset: node.range.lowerBound,
                depth: node.depth,
                header: header,
                length: isIndefinite ? nil : node.range.count - header
            )
        }
    }

    /// Every byte is in one segment, in order, and each segment is inside of its node.
    private static func checkSegments(of map: ByteMap) {
        var position = 0
        for segment in map.segments {
            #expect(segment.range.lowerBound == position, "\(map.name) at \(position)")
            #expect(!segment.range.isEmpty)
            let node = map.nodes[segment.node].range
            #expect(node.lowerBound <= segment.range.lowerBound)
            #expect(node.upperBound >= segment.range.upperBound)
            position = segment.range.upperBound
        }
        #expect(position == map.bytes.count, "\(map.name)")
    }

    /// The bytes of a part, as Foundation reads them out of the token's JSON.
    private static func bytes(of part: ByteMap, in json: String) throws -> [UInt8] {
        let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        var value: Any? = root?["paymentData"] ?? root
        for name in part.name.split(separator: ".") {
            value = (value as? [String: Any])?[String(name)]
        }
        let text = try #require(value as? String, "\(part.name)")
        switch part.encoding {
        case "Base64": return try Array(#require(Data(base64Encoded: text)))
        case "hexadecimal": return try Hexadecimal.decode(text)
        default: return Array(text.utf8)
        }
    }

    private static func check(_ json: String, opened: PaymentPayload? = nil) throws {
        let map = TokenMap(try SealedPaymentToken(json: Array(json.utf8)), opened: opened)
        #expect(map.parts.count >= 6)
        for part in map.parts {
            checkSegments(of: part)
            #expect(try bytes(of: part, in: json) == part.bytes, "\(part.name)")
            guard ["signature", "header.ephemeralPublicKey"].contains(part.name) else { continue }
            let (expected, ends) = try elements(of: part.bytes)
            #expect(places(in: part).sorted() == expected)
            let ownEnds = part.segments.filter { $0.role == .end }.map(\.range.lowerBound)
            #expect(ownEnds.sorted() == ends)
        }
    }

    @Test(arguments: [false, true])
    func `is told once, where OpenSSL finds it`(hasApplicationData: Bool) throws {
        let workshop = try TokenWorkshop(seed: 41)
        let hash = hasApplicationData ? [UInt8](repeating: 7, count: 32) : nil
        let token = try workshop.seal(TokenWorkshop.Shape(applicationDataHash: hash))
        let opened = try workshop.open(token.json.compact)
        try Self.check(token.json.compact)
        try Self.check(token.json.compact, opened: opened.payment)
    }

    @Test(
        .enabled(if: Repository.publishedVectors != nil, "no published tokens beside this checkout")
    )
    func `is told once of the tokens that Apple made and others published`() throws {
        let folder = try #require(Repository.publishedVectors)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
        var count = 0
        for file in files {
            let json = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            guard (try? SealedPaymentToken(json: Array(json.utf8))) != nil,
                json.hasPrefix("{"), !json.contains("\"token\"")
            else { continue }
            try Self.check(json)
            count += 1
        }
        #expect(count > 2, "\(count) tokens")
    }

    @Test
    func `is a name of the payload for each encrypted byte, once it is opened`() throws {
        let workshop = try TokenWorkshop(seed: 43)
        let recipe = PayloadRecipe(from: workshop.world)
        let token = try workshop.seal(recipe.text)
        let payment = try workshop.open(token.json.compact).payment
        let data = try #require(
            TokenMap(token, opened: payment).parts.first { $0.name == "data" }
        )
        let text = Array(recipe.text.utf8)
        #expect(data.bytes.count == text.count + 16)
        let fields = data.nodes.filter { $0.depth == 1 }
        let found = fields.map { String(decoding: text[$0.range], as: UTF8.self) }
        let cryptogram = Data(recipe.cryptogram).base64EncodedString()
        #expect(
            found == [
                "\"applicationPrimaryAccountNumber\":\"\(recipe.accountNumber)\"",
                "\"applicationExpirationDate\":\"310731\"", "\"currencyCode\":\"840\"",
                "\"transactionAmount\":1075", "\"cardholderName\":\"\(recipe.cardholderName)\"",
                "\"deviceManufacturerIdentifier\":\"040010030273\"",
                "\"paymentDataType\":\"3DSecure\"",
                "\"onlinePaymentCryptogram\":\"\(cryptogram)\"", "\"eciIndicator\":\"5\"",
            ]
        )
        #expect(
            fields.map(\.name).suffix(2) == [
                "paymentData.onlinePaymentCryptogram", "paymentData.eciIndicator",
            ]
        )
        #expect(data.nodes.last?.name == "tag" && data.nodes.last?.range.count == 16)
    }

    @Test
    func `shows no secret of an opened token unless it is told to`() throws {
        let workshop = try TokenWorkshop(seed: 44)
        let recipe = PayloadRecipe(from: workshop.world)
        let token = try workshop.seal(recipe.text)
        let payment = try workshop.open(token.json.compact).payment
        let secrets = [
            recipe.accountNumber, recipe.cardholderName,
            Data(recipe.cryptogram).base64EncodedString(), Hexadecimal.encode(recipe.cryptogram),
        ]
        let hidden = "\(TokenMap(token, opened: payment).parts.flatMap(\.nodes))"
        for secret in secrets { #expect(!hidden.contains(secret)) }
        #expect(hidden.contains(String(recipe.accountNumber.suffix(4))))
        let shown = "\(TokenMap(token, opened: payment, revealing: true).parts.flatMap(\.nodes))"
        for secret in secrets.prefix(3) { #expect(shown.contains(secret)) }
    }

    @Test
    func `is one unreadable part where the signature is no ASN.1`() throws {
        let token = try TokenWorkshop(seed: 45).seal()
        for length in 1..<token.signature.count where length % 97 == 0 {
            let cut = token.json.compact.replacing(
                Data(token.signature).base64EncodedString(),
                with: Data(token.signature.prefix(length)).base64EncodedString()
            )
            let map = TokenMap(try SealedPaymentToken(json: Array(cut.utf8)))
            let signature = try #require(map.parts.last)
            #expect(signature.nodes.count == 1 && signature.nodes[0].name == "unreadable")
            Self.checkSegments(of: signature)
        }
    }
}
