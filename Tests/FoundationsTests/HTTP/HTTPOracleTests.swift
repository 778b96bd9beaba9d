import Bytes
import HTTPMessages
import TestSupport
import Testing
import World

/// Held to the Python package h11, which others wrote.
@Suite("HTTP requests beside another parser")
struct HTTPOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other parser is here"
    )

    /// The verdict of a parser on a stream, up to the first request after which the connection ends.
    struct Verdict: Hashable {
        var requests: [String] = []
        var refuses = false
    }

    private func theirs(_ streams: [[UInt8]]) throws -> [Verdict] {
        let answer = try PythonOracle.run(
            "http-requests.py",
            input: streams.map { Hexadecimal.encode($0) + "\n" }.joined()
        )
        #expect(answer.isSuccess, "\(answer.complaint)")
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        try #require(lines.count == streams.count)
        return lines.map { line in
            let elements = line.split(separator: ";").map(String.init)
            let requests = elements.filter { $0 != "refused" }
            return Verdict(requests: requests, refuses: requests.count < elements.count)
        }
    }

    /// Our verdict, and why we refuse.
    private func ours(_ bytes: [UInt8]) -> (Verdict, HTTPRequestRefusal?) {
        let stream = HTTPStream([bytes])
        var verdict = Verdict()
        for request in stream.complete {
            verdict.requests.append(Self.columns(request))
            // The other parser reads nothing after a request of HTTP/1.0, with or without keep-alive.
            guard request.head.keepsConnection, request.head.version == .http11 else {
                return (verdict, nil)
            }
        }
        verdict.refuses = stream.refusal != nil
        return (verdict, stream.refusal)
    }

    private static func columns(_ request: HTTPStream.Request) -> String {
        let head = request.head
        let query = head.target.query.map { "?\($0)" } ?? ""
        let fields = head.fields.all.map { "\($0.name.text.lowercased()):\($0.value.text)\n" }
        let parts = [
            Array(head.method.name.utf8), Array((head.target.path + query).utf8), request.body,
            fields.joined().unicodeScalars.map { UInt8($0.value) },
        ]
        return parts.map { Hexadecimal.encode($0) }.joined(separator: " ")
    }

    /// The other parser passes an absolute target on; we read its path.
    private static func withOriginForm(_ verdict: Verdict) throws -> Verdict {
        let requests = try verdict.requests.map { request in
            var columns = request.split(separator: " ", omittingEmptySubsequences: false)
                .map(String.init)
            let target = try Hexadecimal.decode(columns[1])
            let scheme = Array("http://".utf8)
            if target.map({ $0 | 0x20 }).starts(with: scheme) {
                let path = target.dropFirst(scheme.count).drop { $0 != UInt8(ascii: "/") }
                columns[1] = Hexadecimal.encode(Array(path))
            }
            return columns.joined(separator: " ")
        }
        return Verdict(requests: requests, refuses: verdict.refuses)
    }

    /// The refusals of requests that h11 accepts, with the reason of each.
    static let stricter: [HTTPRequestRefusal: String] = [
        .bareLineFeed: "RFC 9112 § 2.2 permits it; intermediaries differ, which hides requests",
        .controlCharacter: "RFC 9110 § 5.5: not in a value, and h11 refuses only NUL, CR and LF",
        .foldedField: "RFC 9112 § 5.2: a server must refuse or replace it",
        .hostMalformed: "RFC 9112 § 3.2: a server must refuse it; h11 does not look at the value",
        .targetMalformed: "RFC 9112 § 3.2; h11 passes every visible character on",
        .percentEncodingMalformed: "RFC 3986 § 2.1; h11 does not look at it",
        .targetNotText: "our own rule; h11 does not decode",
        .dotSegment: "our own rule: no path leaves its folder; h11 does not look at it",
        .versionNotSupported: "RFC 9110 § 15.6.6; h11 passes every version on",
        .connectNotSupported: "our own rule: this is no proxy",
        .transferEncodingInHTTP10: "RFC 9112 § 6.1: faulty framing; h11 ignores the field",
        .twoLengths: "RFC 9112 § 6.3: an attack is likely; h11 lets the coding win",
        .severalContentLengths: "RFC 9112 § 6.3 permits equal ones; so does h11",
        .contentLengthMalformed: "a list of equal lengths, as above",
        .bodyTooLarge: "a limit of ours", .requestLineTooLong: "a limit of ours",
        .headerTooLarge: "a limit of ours", .tooManyFields: "a limit of ours",
        .chunkExtensionTooLong: "a limit of ours",
        .chunkSizeMalformed: "h11 ignores blanks after the size and takes 20 digits",
        .expectationNotSupported: "RFC 9110 § 10.1.1 permits 417; h11 leaves it to the program",
        .trailerNotAllowed: "RFC 9110 § 6.5.1; h11 leaves it to the program",
    ]

    @Test(isInstalled, arguments: 0..<4 as Range<UInt64>)
    func `both accept the same requests or refuse the same streams`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        let streams = (0..<2_500).map { _ in RandomRequests.stream(from: randomness) }
        try compare(streams)
    }

    @Test(isInstalled) func `what is hostile is refused by both, or the reason is listed`() throws {
        try compare(HostileRequests.all.map(\.bytes))
    }

    private func compare(_ streams: [[UInt8]]) throws {
        // The other parser looks at a line only once its header is complete, so it is asked again
        // with an end of the header.
        let ended = try theirs(streams.map { $0 + Array("\r\n\r\n".utf8) })
        for ((bytes, verdict), ended) in zip(zip(streams, try theirs(streams)), ended) {
            let theirs = try Self.withOriginForm(verdict)
            let (ours, refusal) = ours(bytes)
            if ours == theirs { continue }
            if let refusal {
                let sameBefore = theirs.requests.starts(with: ours.requests)
                if Self.stricter[refusal] != nil, sameBefore { continue }
                if ours.requests == theirs.requests, ended.refuses { continue }
            } else if theirs.refuses, ours.requests.starts(with: theirs.requests),
                Self.hasEmptyLineBeforeRequest(bytes, after: theirs.requests.count)
            {
                continue
            }
            Issue.record(
                """
                \(refusal.map(String.init(describing:)) ?? "accepted"), \(ours.requests.count) requests; \
                h11 \(theirs.refuses ? "refuses" : "accepts") after \(theirs.requests.count): \
                \(String(decoding: bytes, as: UTF8.self).debugDescription)
                """
            )
        }
    }

    /// RFC 9112 § 2.2: a server should ignore an empty line before a request. h11 refuses it.
    private static func hasEmptyLineBeforeRequest(_ bytes: [UInt8], after count: Int) -> Bool {
        var parser = HTTPRequestParser()
        var ends = 0
        for (index, byte) in bytes.enumerated() {
            if ends == count { return bytes[index...].starts(with: [13, 10]) }
            parser.append([byte])
            while let part = try? parser.next() {
                if case .end = part { ends += 1 }
            }
        }
        return false
    }
}
