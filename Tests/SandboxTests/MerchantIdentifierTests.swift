import AppleServers
import Testing

@Suite("A merchant identifier")
struct MerchantIdentifierTests {
    static let accepted = [
        "merchant.com.example", "merchant.com.shinobistore.appleplay", "merchant.a",
        "merchant.com.Example-2", "merchant." + String(repeating: "a", count: 246),
    ]

    @Test(arguments: accepted)
    func `is taken as it is written`(text: String) throws {
        #expect(try MerchantIdentifier(text).text == text)
    }

    static let refused: [(String, MerchantIdentifier.Problem)] = [
        ("", .noPrefix), ("com.example", .noPrefix), ("Merchant.com.example", .noPrefix),
        ("merchant", .noPrefix), ("merchant.", .emptyPart), ("merchant.com..example", .emptyPart),
        ("merchant.com.example.", .emptyPart), ("merchant.com example", .otherCharacters),
        ("merchant.com_example", .otherCharacters), ("merchant.com.éxample", .otherCharacters),
        ("merchant.com/example", .otherCharacters), ("merchant.a\u{0}", .otherCharacters),
        ("merchant." + String(repeating: "a", count: 247), .tooLong),
    ]

    @Test(arguments: refused)
    func `is refused for what is wrong with it`(
        text: String,
        problem: MerchantIdentifier.Problem
    ) {
        #expect(throws: problem) { try MerchantIdentifier(text) }
    }
}
