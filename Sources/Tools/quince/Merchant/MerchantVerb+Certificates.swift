import AppleServers
import Bytes
import Certificates
import CommandLineTool
import Cryptography
import Files
import HTTPMessages
import JSON
import World

extension MerchantVerb {
    private static let keyFile = Option("key", "FILE", help: "where the private key is written")
    private static let requestFile = Option("request", "FILE", help: "the signing request")
    private static let name = Option(
        "name",
        "TEXT",
        help: "the request's common name; Quince TEST unless given"
    )
    private static let forChina = Option(
        "china",
        help: "a processing key for China mainland: RSA of 2048 bits"
    )
    private static let certificateFile = Option(
        "out",
        "FILE",
        help: "where the certificate is written: DER if it ends in .cer or .der, as Apple\n"
            + "gives it out, otherwise PEM"
    )
    private static let folder = Option("out", "DIR", help: "the folder for the files; it is made")

    /// `quince merchant csr`.
    static let request = Verb(
        "merchant",
        "csr",
        summary: "Make a private key and the signing request for its certificate.",
        options: [
            CertificateInputs.kind, forChina, keyFile, requestFile, name, MemberCenterCalls.json,
        ],
        notes: """
            The key is on P-256 for processing, and RSA of 2048 bits for the other kinds. Only its
            owner may read its file. No file is replaced.
            Exit status: 0 made, 2 wrong usage or configuration.
            """,
        example: "quince merchant csr --key merchant.key --request merchant.csr",
        run: { invocation, output throws(UsageProblem) in
            let kind = try invocation.value(CertificateInputs.kind) ?? .paymentProcessing
            let keyPath = try CertificateInputs.required(keyFile, invocation)
            let requestPath = try CertificateInputs.required(requestFile, invocation)
            guard keyPath != requestPath else {
                throw UsageProblem("one name for two files", hint: "name two files")
            }
            guard kind == .paymentProcessing || !invocation.has(forChina.name) else {
                throw UsageProblem(
                    "--china is for processing certificates",
                    hint: "leave it out: the key is RSA of 2048 bits anyway"
                )
            }
            try CertificateInputs.requireAbsent(keyPath)
            try CertificateInputs.requireAbsent(requestPath)
            let (key, request) = try make(
                isRSA: kind != .paymentProcessing || invocation.has(forChina.name),
                name: invocation.value(name) ?? "Quince TEST"
            )
            try reporting(hint: "name files in a folder you may write to") {
                try Files.writeSecret(key.pem, to: keyPath)
                try Files.write(request.pem, to: requestPath)
            }
            if invocation.has(MemberCenterCalls.json.name) {
                let files = JSONOutput.object([
                    "key": .string(keyPath), "request": .string(requestPath),
                ])
                output.result(files.compact)
            } else {
                output.line("wrote the private key to \(keyPath), which only you may read")
                output.line("wrote the signing request to \(requestPath)")
            }
            return .success
        }
    )

    private static func make(
        isRSA: Bool,
        name: String
    ) throws(UsageProblem) -> (AuthorityKey, CertificateSigningRequest) {
        do {
            let key: AuthorityKey =
                isRSA
                ? .rsa(try RSAPrivateKey(bits: 2048))
                : .ellipticCurve(try PrivateKey(on: .p256, from: World.system.randomness))
            let subject = DistinguishedName([.commonName: name])
            return (key, try CertificateSigningRequest(subject: subject, key: key))
        } catch {
            throw UsageProblem(
                "libcrypto could not make the request",
                hint: "--name may have 1 to 64 characters"
            )
        }
    }

    /// `quince merchant certificate`.
    static let certificate = Verb(
        "merchant",
        "certificate",
        summary: "Have a signing request certified by a sandbox's member center.",
        operands: [Operand("ID", help: "the registered identifier")],
        options: [CertificateInputs.kind, requestFile, certificateFile] + MemberCenterCalls.options
            + [MemberCenterCalls.json],
        notes: """
            The first Payment Processing certificate is active at once; a further one when it is
            activated. No file is replaced.
            Exit status: 0 issued, 2 refused or wrong usage.
            """,
        example: "quince merchant certificate merchant.com.example --request a.csr --out a.cer"
            + " --state /tmp/a",
        run: { invocation, output throws(UsageProblem) in
            let kind = try invocation.value(CertificateInputs.kind) ?? .paymentProcessing
            let requestPath = try CertificateInputs.required(requestFile, invocation)
            let path = try CertificateInputs.required(certificateFile, invocation)
            try CertificateInputs.requireAbsent(path)
            let text = try requestText(requestPath)
            let identifier = invocation.operands[0]
            let answer = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
                try await calls.call(
                    .post,
                    [collection(of: identifier), identifier, "certificates"],
                    .object(["kind": .string(kind.rawValue), "request": .string(text)])
                )
            }
            try write(answer.text("certificate"), to: path)
            report(answer, invocation, output) {
                output.line("wrote the \(kind.name) certificate to \(path)")
                output.line("\(answer.text("serialNumber")) is \(answer.text("state"))")
            }
            return .success
        }
    )

    /// The request in PEM; DER is written as PEM, since JSON has no bytes.
    private static func requestText(_ path: String) throws(UsageProblem) -> String {
        let bytes = try reporting(hint: "--request FILE is the signing request") {
            try Files.read(path, limit: 65_536)
        }
        if let request = try? CertificateSigningRequest(der: bytes) { return request.pem }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----") else { return text }
        throw UsageProblem(
            "\(path): this is a private key, where a signing request is asked for",
            hint: "keep the key secret; give the file that quince merchant csr --request named"
        )
    }

    private static func write(_ pem: String, to path: String) throws(UsageProblem) {
        let isDER = path.hasSuffix(".cer") || path.hasSuffix(".der")
        try reporting(
            "\(path): the certificate was issued and could not be written",
            hint: "quince merchant list --json shows it"
        ) { try Files.write(isDER ? Certificate(pem: pem).der : Array(pem.utf8), to: path) }
    }

    /// `quince merchant authorities`.
    static let authorities = Verb(
        "merchant",
        "authorities",
        summary: "Write the certificates of a sandbox's TEST authorities into files.",
        options: [folder] + MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            They stand for those at apple.com/certificateauthority.
            Exit status: 0 written, 2 wrong usage or configuration.
            """,
        example: "quince merchant authorities --out authorities --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let path = try CertificateInputs.required(folder, invocation)
            let answer = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
                try await calls.call(.get, ["authorities"])
            }
            let names = try write(answer.member("authorities")?.elements ?? [], into: path)
            if invocation.has(MemberCenterCalls.json.name) {
                let files = JSONOutput.array(names.map { .string($0) })
                output.result(JSONOutput.object(["files": files]).compact)
            } else {
                for name in names { output.line("wrote \(name)") }
            }
            return .success
        }
    )

    private static func write(
        _ files: [JSONValue],
        into folder: String
    ) throws(UsageProblem) -> [String] {
        try reporting(hint: "name a folder you may write to") {
            try Files.makeFolder(folder)
            return try files.map { file in
                let name = "\(folder)/\(file.text("name")).pem"
                try Files.write(file.text("certificate"), to: name)
                return name
            }
        }
    }
}
