import ApplePaySession
import JSON
import Testing

@Suite("A request for a session")
struct SessionRequestTests {
    private func read(_ text: String, at path: SessionPath) throws -> SessionRequest {
        try SessionRequest(Array(text.utf8), at: path)
    }

    private static let older = """
        {"merchantIdentifier":"merchant.com.example","domainName":"shop.example.com",\
        "displayName":"Example"}
        """

    @Test func `has the older body at startSession only`() throws {
        let expected = SessionRequest(
            merchantIdentifier: "merchant.com.example",
            displayName: "Example",
            context: "shop.example.com"
        )
        #expect(try read(Self.older, at: .startSession) == expected)
        #expect(throws: SessionRequestProblem.missing("initiative")) {
            try read(Self.older, at: .paymentSession)
        }
    }

    @Test(arguments: SessionPath.allCases, SessionRequest.Initiative.allCases)
    func `is read as it is written`(
        path: SessionPath,
        initiative: SessionRequest.Initiative
    ) throws {
        let request = SessionRequest(
            merchantIdentifier: "merchant.com.example",
            displayName: "Café \"Ż\" 苹果",
            initiative: initiative,
            context: "https://shop.example.com/pay"
        )
        #expect(try read(request.json.compact, at: path) == request)
    }

    @Test func `names its domain`() throws {
        func domain(_ initiative: SessionRequest.Initiative, _ context: String) throws -> String {
            try SessionRequest(
                merchantIdentifier: "m",
                displayName: "d",
                initiative: initiative,
                context: context
            ).domain.text
        }
        #expect(try domain(.web, "Shop.example.com") == "shop.example.com")
        #expect(try domain(.inApp, "shop.example.com") == "shop.example.com")
        #expect(try domain(.messaging, "https://Shop.example.com/a?b#c") == "shop.example.com")
        #expect(try domain(.messaging, "HTTPS://shop.example.com:443") == "shop.example.com")
        #expect(throws: SessionRequestProblem.contextNotURL) {
            try domain(.messaging, "http://shop.example.com")
        }
        #expect(throws: SessionRequestProblem.context(.hasPort)) {
            try domain(.messaging, "https://a@shop.example.com:8443/")
        }
        #expect(throws: SessionRequestProblem.context(.hasScheme)) {
            try domain(.web, "https://shop.example.com")
        }
    }

    @Test(arguments: [
        ("", SessionRequestProblem.notJSON(.empty)), ("1", .notAnObject),
        (#"{"merchantIdentifier":1}"#, .notText("merchantIdentifier")),
        (#"{"merchantIdentifier":""}"#, .empty("merchantIdentifier")),
        (#"{"merchantIdentifier":"a\u0000b"}"#, .controlCharacter("merchantIdentifier")),
        (#"{"merchantIdentifier":"m","displayName":"a\r\nb"}"#, .controlCharacter("displayName")),
        (#"{"merchantIdentifier":"m","displayName":"d"}"#, .missing("domainName")),
        (
            #"{"merchantIdentifier":"m","displayName":"d","initiative":"web"}"#,
            .missing("initiativeContext")
        ),
        (
            #"{"merchantIdentifier":"m","displayName":"d","initiative":"Web"}"#,
            .initiativeUnknown
        ),
        (
            #"{"merchantIdentifier":"m","merchantIdentifier":"n","displayName":"d"}"#,
            .notJSON(.duplicateName(offset: 26))
        ),
    ])
    func `is refused by the name of what is wrong`(
        text: String,
        problem: SessionRequestProblem
    ) {
        #expect(throws: problem) { try read(text, at: .startSession) }
        #expect("\(problem)".hasPrefix("the "))
    }

    @Test(arguments: [
        ("displayName", 64), ("merchantIdentifier", 1_024), ("initiativeContext", 2_048),
    ])
    func `has texts of a limited length in UTF-8`(name: String, limit: Int) throws {
        func body(_ count: Int) -> String {
            var members = [
                "merchantIdentifier": "m", "displayName": "d", "initiative": "web",
                "initiativeContext": "c",
            ]
            members[name] = String(repeating: "é", count: count / 2) + (count % 2 == 1 ? "a" : "")
            return "{" + members.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        }
        _ = try read(body(limit), at: .paymentSession)
        #expect(throws: SessionRequestProblem.tooLong(name, limit: limit)) {
            try read(body(limit + 1), at: .paymentSession)
        }
    }
}
