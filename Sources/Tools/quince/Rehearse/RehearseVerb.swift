import Certificates
import CommandLineTool
import Cryptography
import Files
import HTTPClient
import JSON
import TokenMint
import World

/// The verbs of `quince rehearse`.
enum RehearseVerb {
    private static let verifier = Option(
        "verifier",
        "URL|COMMAND",
        help: "your software that opens tokens (required). A URL gets each token as\n"
            + "the body of a POST, and opens it with status 2xx or refuses it with 4xx,\n"
            + "but not with 401, 404, 405, 408, 411, 413, 414, 415 or 429.\n"
            + "A command gets it on standard input, and opens it with exit status 0"
    )
    private static let onStep = Option(
        "on-step",
        "COMMAND",
        help: "run before each step's tokens, such as to install a key or to restart a\n"
            + "server; the step's name is in QUINCE_STEP, the folder in QUINCE_FOLDER"
    )
    private static let merchantID = Option(
        "merchant-id",
        "ID",
        help: "the merchant identifier; merchant.com.example unless given"
    )
    private static let oldRequest = Option(
        "old-request",
        "FILE",
        help: "a signing request of the key in use; a key is made unless given"
    )
    private static let newRequest = Option(
        "new-request",
        "FILE",
        help: "a signing request of the key that replaces it; the same"
    )
    private static let out = Option(
        "out",
        "DIR",
        help: "the folder for certificates and keys, which must not exist;\n"
            + "quince-rotation unless given"
    )
    private static let json = Option("json", help: "print one JSON object")

    /// `quince rehearse rotation`.
    static let rotation = Verb(
        "rehearse",
        "rotation",
        summary: "Walk your software through the renewal of its certificate.",
        options: [verifier, onStep, merchantID, oldRequest, newRequest, out, json],
        notes: """
            Steps: before, issued, activated, settled, expired. Each has tokens that must be opened
            and tokens that must be refused. All are signed now, under the TEST root in DIR/root.pem,
            which your software has to trust for the rehearsal. Certificates are in DIR, and so are
            the keys that were made: old.pem, new.pem, old-key.pem, new-key.pem.
            Exit status: 0 every token was opened or refused as it must be, 1 one was not, 2 wrong
            usage, or no answer.
            """,
        example: "quince rehearse rotation --verifier http://127.0.0.1:8080/tokens",
        run: { invocation, output throws(UsageProblem) in
            try await run(invocation, output)
        }
    )

    private static func run(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        let program = try program(invocation)
        let folder = try newFolder(invocation)
        var requests: [RotationRehearsal.Key: CertificateSigningRequest] = [:]
        requests[.old] = try request(invocation, oldRequest, .old, in: folder)
        requests[.new] = try request(invocation, newRequest, .new, in: folder)
        let rehearsal = try await reporting(
            "the renewal was not rehearsed",
            hint: "give signing requests of two keys on P-256, such as those of quince merchant csr"
        ) {
            try await RotationRehearsal(
                of: invocation.value(merchantID) ?? "merchant.com.example",
                requests: requests,
                endingAt: World.system.clock.now,
                randomness: World.system.randomness
            )
        }
        try write(rehearsal, to: folder)
        var report = RehearsalReport(folder: folder, isJSON: invocation.has(json.name), output)
        steps: for step in rehearsal.steps {
            try await prepare(step, invocation, folder)
            report.begin(step)
            for token in step.tokens {
                let verdict = await program.verdict(
                    on: token.json,
                    at: step.moment.rawValue,
                    in: folder
                )
                report.add(verdict, on: token)
                // Without an answer, the others would only be waited for.
                if case .failed = verdict { break steps }
            }
        }
        _ = Files.remove("\(folder)/token.json")
        return report.end()
    }

    private static func program(
        _ invocation: Invocation
    ) throws(UsageProblem) -> TokenVerifierProgram {
        guard let text = invocation.value(verifier), !text.isEmpty else {
            throw UsageProblem("--verifier is missing", hint: "quince rehearse rotation --help")
        }
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
            return .command(text)
        }
        return .server(text, try reporting("--verifier \(text)") { try HTTPClient() })
    }

    private static func newFolder(_ invocation: Invocation) throws(UsageProblem) -> String {
        let path = invocation.value(out)
        if let path, Files.exists(path) {
            throw UsageProblem("--out \(path): it exists", hint: "name a new folder")
        }
        return try reporting("--out", hint: "name a folder that can be written to") {
            guard let path else { return try Files.makeNewFolder("quince-rotation") }
            try Files.makeFolder(path)
            return path
        }
    }

    /// Reads a signing request, or makes a key and its request.
    private static func request(
        _ invocation: Invocation,
        _ option: Option<String>,
        _ key: RotationRehearsal.Key,
        in folder: String
    ) throws(UsageProblem) -> CertificateSigningRequest {
        guard let path = invocation.value(option) else { return try made(key, in: folder) }
        let bytes = try reporting("--\(option.name)", hint: "name a signing request") {
            try Files.read(path, limit: 16_384)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(CertificateFailure) {
            return text.contains("-----BEGIN")
                ? try CertificateSigningRequest(pem: text)
                : try CertificateSigningRequest(der: bytes)
        } catch {
            throw UsageProblem(
                "--\(option.name) \(path): not a signing request that is signed by its key",
                hint: "make one: quince merchant csr, or openssl req -new -key KEY -subj /CN=Shop"
            )
        }
    }

    private static func made(
        _ key: RotationRehearsal.Key,
        in folder: String
    ) throws(UsageProblem) -> CertificateSigningRequest {
        try reporting("\(folder): no key could be made") {
            let made = try PrivateKey(on: .p256, from: World.system.randomness)
            try Files.writeSecret(made.pem, to: "\(folder)/\(key.rawValue)-key.pem")
            return try CertificateSigningRequest(
                subject: DistinguishedName([.commonName: "TEST rehearsal"]),
                key: made
            )
        }
    }

    private static func write(
        _ rehearsal: RotationRehearsal,
        to folder: String
    ) throws(UsageProblem) {
        try reporting("--out", hint: "name a folder that can be written to") {
            try Files.write(rehearsal.root.pem, to: "\(folder)/root.pem")
            try Files.write(rehearsal.intermediate.pem, to: "\(folder)/intermediate.pem")
            for (key, certificate) in rehearsal.certificates {
                try Files.write(certificate.pem, to: "\(folder)/\(key.rawValue).pem")
            }
        }
    }

    private static func prepare(
        _ step: RotationRehearsal.Step,
        _ invocation: Invocation,
        _ folder: String
    ) async throws(UsageProblem) {
        guard let command = invocation.value(onStep) else { return }
        let status = await TokenVerifierProgram.run(
            command,
            at: step.moment.rawValue,
            in: folder
        )
        guard status == 0 else {
            throw UsageProblem(
                "--on-step failed at the step \(step.moment.rawValue), with status"
                    + " \(status.map(String.init) ?? "unknown")",
                hint: "what it printed is above"
            )
        }
    }
}
