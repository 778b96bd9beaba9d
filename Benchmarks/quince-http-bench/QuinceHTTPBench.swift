internal import Bytes
internal import Certificates
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Sockets
internal import World

/// `quince-http-bench [CERTIFICATE KEY]`: the server that Benchmarks/HTTP/bench measures. It prints its
/// port, and ends with its standard input.
@main
enum QuinceHTTPBench {
    static func main() async throws {
        var configuration = HTTPServerConfiguration()
        let files = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        if files.count == 2 {
            let pem = try String(contentsOf: files[0], encoding: .utf8)
            configuration.tls = TLSServerIdentity(
                chain: [try Certificate(pem: pem).der],
                privateKey: Secret(copying: [UInt8](try Data(contentsOf: files[1])))
            )
        }
        let router = routes()
        let server = try HTTPServer(configuration, world: .system) {
            await router.respond(to: $0)
        }
        print(server.address.port)
        fflush(nil)
        while readLine() != nil {}
        await server.stop()
    }

    private static func routes() -> HTTPRouter {
        var router = HTTPRouter()
        let hello = HTTPStaticContent(Array("Hello, world!\n".utf8), type: "text/plain")
        router.on(.get, "/static") { request in .complete(hello.response(to: request.head)) }
        router.on(.get, "/payments/{number}") { request in
            let credentials = request.head.fields[.authorization]?.text ?? ""
            let expected = "Bearer 0123456789abcdef"
            guard constantTimeEqual(Array(credentials.utf8), Array(expected.utf8)) else {
                throw HTTPProblem(.unauthorized, fields: [.wwwAuthenticate: "Bearer"])
            }
            let payment = JSONOutput.object([
                "number": .integer(try request.parameter("number", as: Int64.self)),
                "status": .string("captured"), "amount": .string("12.50"),
                "currency": .string("EUR"),
            ])
            return .complete(
                HTTPResponse(
                    .ok,
                    fields: [.contentType: .json],
                    body: payment.compactBytes
                )
            )
        }
        return router
    }
}
