import Foundation
import HTTPMessages
import TestSupport
import Testing
import World

@Suite("HTTP responses and fields")
struct HTTPResponseTests {
    private func head(_ text: String) throws -> HTTPRequestHead {
        try #require(HTTPStream(text).requests.first?.head)
    }

    private func encoder(
        _ method: String = "GET",
        _ version: String = "1.1",
        keeps: Bool = true
    ) throws -> HTTPResponseEncoder {
        let head = try head("\(method) / HTTP/\(version)\r\nHost: a\r\n\r\n")
        return HTTPResponseEncoder(to: head, keepsConnection: keeps)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a response has a status, fields, a length and a body`() throws {
        let response = HTTPResponse(.ok, type: "text/plain", text: "hello")
        let bytes = try encoder().encode(response, date: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(
            text(bytes) == """
                HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\
                Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 5\r\n\r\nhello
                """
        )
    }

    @Test func `HEAD has the length and not the body`() throws {
        let response = HTTPResponse(.ok, body: [1, 2, 3])
        let bytes = try encoder("HEAD").encode(response)
        #expect(text(bytes) == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
    }

    @Test(arguments: [204, 304])
    func `a status without a body has no length`(code: Int) throws {
        let status = try #require(HTTPStatus(code))
        let bytes = try encoder().encode(HTTPResponse(status, body: [1]))
        #expect(text(bytes) == "HTTP/1.1 \(code) \(status.reason)\r\n\r\n")
        #expect(try encoder().framing(status, .unknown) == .none)
    }

    @Test func `an unknown length is chunked, or ends the connection of HTTP/1.0`() throws {
        let (new, old) = (try encoder(), try encoder("GET", "1.0"))
        #expect(new.framing(.ok, .unknown) == .chunked && old.framing(.ok, .unknown) == .untilClose)
        #expect(
            text(new.head(.ok, [:], .unknown))
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        #expect(
            text(old.head(.ok, [:], .unknown)) == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        )
        #expect(
            text(HTTPResponseEncoder.chunk(Array(repeating: 65, count: 16))).hasPrefix("10\r\nA")
        )
        #expect(HTTPResponseEncoder.chunk([]) == [])
    }

    @Test func `fields of framing are the encoder's`() throws {
        let fields: HTTPFields = [
            "content-length": "99", "Transfer-Encoding": "gzip", "CONNECTION": "upgrade", "A": "b",
        ]
        let bytes = try encoder(keeps: false).encode(HTTPResponse(.ok, fields: fields, body: [65]))
        #expect(
            text(bytes)
                == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 1\r\nConnection: close\r\n\r\nA"
        )
    }

    @Test(
        arguments: [
            "a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0", "a\u{7f}", " a", "a ", "a€", "\u{b}",
        ]
    )
    func `no value can begin another line`(text: String) {
        #expect(HTTPFieldValue(text) == nil)
    }

    @Test(arguments: ["", "a b", "a:", "a\r\n", "é", "a("])
    func `no name can end before its colon`(text: String) {
        #expect(HTTPFieldName(text) == nil && HTTPMethod(text) == nil)
    }

    @Test func `bytes above 127 are written as they came`() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nB: ".utf8) + [0xe9, 0xff, 13, 10, 13, 10]
        let head = try #require(HTTPStream([bytes]).requests.first?.head)
        let value = try #require(head.fields["B"])
        let written = try encoder().head(.ok, ["B": value], .known(0))
        #expect(written.contains(0xe9) && written.contains(0xff))
    }

    @Test func `fields are found in any case and keep their order`() {
        var fields: HTTPFields = ["A": "1", "b": "2", "a": "3", "C": "4"]
        #expect(fields["a"] == "1" && fields.values(of: "A") == ["1", "3"])
        fields["A"] = "5"
        #expect(fields.all.map(\.name.text) == ["A", "b", "C"] && fields["a"] == "5")
        fields["B"] = nil
        #expect(fields.all.map(\.name.text) == ["A", "C"])
    }

    /// Python's own writer of dates is the oracle.
    @Test func `dates are those that Python writes, and are read again`() throws {
        let seconds: [Int64] = [0, 784_111_777, 951_782_400, 1_763_836_845, 4_102_444_799, -1]
        let program =
            "import sys,email.utils as e;print(e.formatdate(int(sys.argv[1]),usegmt=True))"
        let python = Program(at: URL(filePath: "/usr/bin/python3"))
        for second in seconds {
            let theirs = try python.run(["-c", program, String(second)]).text.dropLast()
            let time = UnixTime(seconds: second)
            #expect(HTTPDate.text(of: time)?.text == String(theirs))
            #expect(HTTPDate.time(of: String(theirs)) == time)
        }
        #expect(HTTPDate.time(of: "Mon, 06 Nov 1994 08:49:37 GMT") == nil)
        #expect(HTTPDate.time(of: "Sunday, 06-Nov-94 08:49:37 GMT") == nil)
    }
}
