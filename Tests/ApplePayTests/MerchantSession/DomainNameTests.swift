import ApplePaySession
import Testing

@Suite("A domain name of a merchant")
struct DomainNameTests {
    @Test(arguments: [
        "shop.example.com", "example.com", "a.b", "xn--caf-dma.example", "1shop.example.com",
        "a-b.c--d.example", String(repeating: "a", count: 63) + ".example",
    ])
    func `is a fully qualified name`(text: String) throws {
        #expect(try DomainName(text).text == text)
    }

    @Test func `is the same in capital letters`() throws {
        #expect(try DomainName("Shop.EXAMPLE.com") == DomainName("shop.example.com"))
    }

    @Test(arguments: [
        ("", DomainName.Problem.empty), ("https://shop.example.com", .hasScheme),
        ("shop.example.com:443", .hasPort), ("[::1]", .hasPort), ("::1", .hasPort),
        ("shop.example.com/pay", .hasPath), ("shop.example.com?x", .hasPath),
        ("shop.example.com#x", .hasPath), ("127.0.0.1", .address), ("10.1", .address),
        ("localhost", .localhost), ("LOCALHOST", .localhost), ("shop.localhost", .localhost),
        ("shop", .notFullyQualified), (".example.com", .label), ("shop..com", .label),
        ("shop.example.com.", .label), ("-shop.example.com", .label),
        ("shop-.example.com", .label), (String(repeating: "a", count: 64) + ".com", .label),
        (String(repeating: "a.", count: 127) + "com", .tooLong),
        ("café.example.com", .otherCharacters), ("a b.com", .otherCharacters),
        ("a_b.com", .otherCharacters), ("*.example.com", .otherCharacters),
        ("a@b.com", .otherCharacters), ("a.com\n", .otherCharacters),
        ("a.com\0", .otherCharacters),
    ])
    func `is not every text`(text: String, problem: DomainName.Problem) {
        #expect(throws: problem) { try DomainName(text) }
        #expect("\(problem)".count > 10)
    }
}
