import ApplePaySession
import Bytes
import Certificates
import Foundation
import HTTPMessages
import HTTPServer
import SandboxServer
import Sockets
import TestSupport
import World

/// A shop's web server, with a certificate that openssl made for a domain.
struct DomainServer {
    private let server: HTTPServer
    private let folder: ScratchFolder
    /// The answer at the path of the association file; everything else is 404.
    let answer: LockedValue<HTTPResponse>
    /// How often the file was asked for, and under which names.
    let hosts: LockedValue<[String]>

    init(_ domain: String = "new.example.com") async throws {
        let folder = ScratchFolder()
        let script = """
            set -e
            cd \(folder.url.path)
            key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 $key -subj "/CN=TEST shop CA" -days 30 -keyout ca.key -out ca.pem
            printf 'subjectAltName=DNS:\(domain)\\n' >server.ext
            openssl req -new $key -subj "/CN=TEST shop" -keyout server.key -out server.csr
            openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 20 \\
                -extfile server.ext -out server.pem
            """
        let made = try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", script])
        guard made.isSuccess else { throw CocoaError(.fileNoSuchFile) }
        var configuration = HTTPServerConfiguration()
        configuration.tls = TLSServerIdentity(
            chain: [try Self.certificate(folder, "server").der],
            privateKey: Secret(
                copying: [UInt8](try Data(contentsOf: folder.url.appending(path: "server.key")))
            )
        )
        let answer = LockedValue(HTTPResponse(.notFound))
        let hosts = LockedValue<[String]>([])
        server = try HTTPServer(configuration, world: .system) { request in
            guard request.head.target.path == DomainAssociation.path else {
                return .status(.notFound)
            }
            hosts.withLock { $0.append(request.head.host?.name ?? "") }
            return .complete(answer.withLock { $0 })
        }
        (self.folder, self.answer, self.hosts) = (folder, answer, hosts)
    }

    var address: SocketAddress { server.address }

    var authority: Certificate { get throws { try Self.certificate(folder, "ca") } }

    var place: DomainPlace { get throws { .fetched(address, authority: try authority) } }

    /// Serves a file from now on.
    func serve(_ file: [UInt8], _ status: HTTPStatus = .ok) {
        answer.withLock { $0 = HTTPResponse(status, body: file) }
    }

    func stop() async { await server.stop() }

    private static func certificate(
        _ folder: ScratchFolder,
        _ name: String
    ) throws -> Certificate {
        try Certificate(pem: String(contentsOfFile: folder.path("\(name).pem"), encoding: .utf8))
    }
}
