import Foundation
import Testing

@testable import WalletOrders

@Suite("A file of texts in an order's package")
struct OrderStringsTests {
    @Test(
        arguments: [
            "", " \n", #""a" = "1";"#, #""a"="1";"b"="2";"#, "/* one *//* two */\"a\" = \"1\";",
            "// one\n\"a\"\r\n=\t\"1 // 2 /* 3 */\";// end", "/**/\"a\" = \"\";/***/",
            "/* \"a\" = \"1\"; */\"b\" = \"2\";",
        ]
    )
    func `is read as Foundation reads it`(text: String) throws {
        let data = Data("{\(text)\n}".utf8)
        let expected = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(try OrderStrings(Array(text.utf8)).texts == expected as? [String: String])
    }

    @Test(
        arguments: [
            ("/*/\"a\" = \"1\";", 1), ("/* \n", 2), (#""a" = "1""#, 1), ("\"a\"\n\"1\";", 2),
            (#""a" = "1\""#, 1), (#""a" = "1\"#, 1), (#""a" = "\";"#, 1), (#"a = "1";"#, 1),
            ("\"a\" =\n\n1;", 3),
        ]
    )
    func `is refused at its line`(text: String, line: Int) throws {
        let failure = #expect(throws: OrderStrings.Failure.self) {
            try OrderStrings(Array(text.utf8))
        }
        #expect(failure?.line == line)
    }

    @Test(arguments: [[0xff, 0xfe, 0x22], [0xfe, 0xff, 0xd8, 0x00], [0xc3]] as [[UInt8]])
    func `is refused where it is no text`(bytes: [UInt8]) {
        #expect(throws: OrderStrings.Failure.self) { try OrderStrings(bytes) }
    }
}
