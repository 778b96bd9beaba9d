import Foundation
import JSON
import MerchantServer
import TestSupport
import Testing

/// The published schema, judged by a validator of other authors.
@Suite("The schema of the configuration", .enabled(if: PythonOracle.isInstalled))
struct ConfigurationSchemaTests {
    /// Texts that replace another in the smallest configuration.
    private static let changes = [
        ("", ""), (#""Shop""#, #""""#), (#""Shop""#, #""Магазин""#), (#""Shop""#, "1"),
        (#""Shop""#, #""a\nb""#), (#""Shop""#, #""Shop","statementName":"Ü""#),
        (#""Shop""#, #""Shop","country":"us""#), (#""Shop""#, #""Shop","country":"DE""#),
        (#""Shop""#, #""Shop","categoryCode":"59990""#), (#""Shop""#, #""Shop","city":null"#),
        ("127.0.0.1:8583", "[::1]:8583"), ("127.0.0.1:8583", "::1:8583"),
        ("127.0.0.1:8583", "network.internal:65535"), ("127.0.0.1:8583", "network:65536"),
        ("127.0.0.1:8583", "127.0.0.1"), ("127.0.0.1:8583", "a b:1"), ("127.0.0.1:8583", ":1"),
        ("127.0.0.1:8583", "a:00001"), ("127.0.0.1:8583", "a:99999"),
        (#"["processing.key"]"#, "[]"), (#"["processing.key"]"#, #""processing.key""#),
        (#"["processing.key"]"#, #"["a","b"],"passwordFile":"c""#),
        (#"["processing.key"]"#, #"["a\u0000"]"#),
        (#""sqlite":"payments.sqlite""#, ""),
        (#""sqlite":"payments.sqlite""#, #""postgresql":"postgresql://shop@db/shop""#),
        (#""sqlite":"payments.sqlite""#, #""postgresql":"mysql://shop@db/shop""#),
        (#""sqlite":"payments.sqlite""#, #""postgresqlFile":"a","sqlite":"b""#),
        (#""network""#, #""listen":"127.0.0.1:0","network""#),
        (#""network""#, #""tls":{"certificate":"a"},"network""#),
        (#""network""#, #""tls":{"certificate":"a","key":"b"},"network""#),
        (#""network""#, #""testGateway":{"address":"a:1","authority":"b"},"network""#),
        (#""network""#, #""origins":["https://a.example:8443"],"network""#),
        (#""network""#, #""origins":["https://a.example:"],"network""#),
        (#""network""#, #""origins":["a.example"],"network""#),
        (#""network""#, #""origins":["https://A.example"],"network""#),
        (#""network""#, #""domains":["a"],"network""#),
        (#""network""#, #""domains":["a..b"],"network""#),
        (#""network""#, #""domains":["a.b"],"network""#),
        (#""network""#, #""limits":{"connections":0},"network""#),
        (#""network""#, #""limits":{"connections":1.5},"network""#),
        (#""network""#, #""limits":{"connections":10},"network""#),
        (#""network""#, #""surprise":1,"network""#),
        (#""identifier":"merchant.com.example""#, #""identifier":"merchant.com/example""#),
        (#""identifier":"merchant.com.example","#, ""),
        (#""acquirer""#, ""), (#""SHOP""#, #""SHOP","acquirer":"123456789012""#),
        (#""SHOP""#, #""SHOP","terminal":"12345678","acquirer":"1""#),
        (#""SHOP""#, #""SHOP","layout":"visa","framing":"bcd""#),
        (#""SHOP""#, #""SHOP","layout":"ebcdic""#),
    ]

    @Test func `accepts and refuses the same files as the reader`() throws {
        let files = Self.changes.map { text, replacement in
            text.isEmpty
                ? ConfigurationTests.least
                : ConfigurationTests.least.replacing(text, with: replacement)
        }
        let question = JSONOutput.object([
            "schema": ServerConfiguration.schema,
            "files": .array(files.map { .string($0) }),
        ])
        let answer = try PythonOracle.run("validate-schema.py", input: question.compact)
        #expect(answer.isSuccess, "\(answer.complaint)")
        let verdicts = answer.text.split(separator: "\n").map { $0 == "valid" }
        try #require(verdicts.count == files.count)
        for (file, verdict) in zip(files, verdicts) {
            let isRead = (try? ServerConfiguration(Array(file.utf8), folder: "")) != nil
            #expect(isRead == verdict, "\(file)")
        }
        #expect(verdicts.contains(true) && verdicts.contains(false))
    }
}
