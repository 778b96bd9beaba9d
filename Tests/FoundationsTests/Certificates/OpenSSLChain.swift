import Certificates
import Foundation
import TestSupport

/// A root, an intermediate and a leaf that the openssl command line made, with RSA keys.
struct OpenSSLChain {
    let root: Certificate
    let intermediate: Certificate
    let leaf: Certificate

    init(intermediateBits: Int, rootBits: Int = 2_048) throws {
        let folder = ScratchFolder()
        let authority = """
            basicConstraints=critical,CA:TRUE
            keyUsage=critical,keyCertSign,cRLSign
            subjectKeyIdentifier=hash
            authorityKeyIdentifier=keyid
            """
        let signer = """
            keyUsage=critical,digitalSignature
            subjectKeyIdentifier=hash
            authorityKeyIdentifier=keyid
            """
        try Data(authority.utf8).write(to: folder.url.appending(path: "ca.ext"))
        try Data(signer.utf8).write(to: folder.url.appending(path: "leaf.ext"))
        func run(_ line: String) throws {
            let answer = try Program(at: URL(filePath: "/bin/sh")).run([
                "-c", "cd '\(folder.url.path)' && \(line)",
            ])
            guard answer.isSuccess else { throw Failure(line: line, complaint: answer.complaint) }
        }
        let new = "openssl req -new -nodes -sha256 -newkey"
        let issue = "openssl x509 -req -sha256 -days 2"
        try run("\(new) rsa:\(rootBits) -subj '/CN=TEST root' -keyout r.key -out r.csr")
        try run("\(issue) -in r.csr -signkey r.key -extfile ca.ext -out r.pem")
        try run("\(new) rsa:\(intermediateBits) -subj '/CN=TEST middle' -keyout i.key -out i.csr")
        try run(
            "\(issue) -in i.csr -CA r.pem -CAkey r.key -set_serial 2 -extfile ca.ext -out i.pem"
        )
        try run("\(new) rsa:2048 -subj '/CN=TEST leaf' -keyout l.key -out l.csr")
        try run(
            "\(issue) -in l.csr -CA i.pem -CAkey i.key -set_serial 3 -extfile leaf.ext -out l.pem"
        )
        func read(_ name: String) throws -> Certificate {
            try Certificate(
                pem: String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
            )
        }
        root = try read("r.pem")
        intermediate = try read("i.pem")
        leaf = try read("l.pem")
    }

    struct Failure: Error {
        let line: String
        let complaint: String
    }
}
