import AppleServers
import Bytes
import Certificates
import CommandLineTool
import Cryptography
import Files
import JSON
import World

extension MerchantVerb {
    private static let installed = Option(
        "installed",
        "FILE",
        isRepeatable: true,
        help: "the certificate of an intermediate or a root that is installed, in PEM or\n"
            + "DER; any number of times"
    )
    private static let ownKey = Option(
        "key",
        "FILE",
        help: "the private key that should be its own"
    )
    private static let moment = Option.time("at", help: "check at this moment instead of now")

    /// `quince merchant check`.
    static let check = Verb(
        "merchant",
        "check",
        summary: "Say what a keychain would say of a merchant's certificate.",
        operands: [Operand("FILE", help: "the certificate, in PEM or DER")],
        options: [installed, ownKey, moment, MemberCenterCalls.json],
        notes: """
            It looks for the intermediate and the root among the installed certificates, and names
            the file to install where one is missing. The key's file has no password.
            Exit status: 0 all is well, 1 something is wrong, 2 wrong usage.
            """,
        example: "quince merchant check merchant.cer --key merchant.key --installed root-g3.pem",
        run: { invocation, output throws(UsageProblem) in
            var issuers: [Certificate] = []
            for path in invocation.values(installed) {
                issuers.append(try CertificateInput.read(path, option: installed))
            }
            let path = invocation.operands[0]
            let check = CertificateCheck(
                try CertificateInput.read(path, option: certificateOperand),
                key: try key(invocation),
                installed: issuers,
                at: try invocation.value(moment) ?? World.system.clock.now
            )
            if invocation.has(MemberCenterCalls.json.name) {
                output.result(json(of: check).compact)
            } else {
                write(check, path, to: output)
            }
            return check.problems.isEmpty ? .success : .refused
        }
    )

    /// For the messages of a file that is not a certificate.
    private static let certificateOperand = Option("certificate", "FILE", help: "")

    private static func key(_ invocation: Invocation) throws(UsageProblem) -> PublicKey? {
        guard let path = invocation.value(ownKey) else { return nil }
        do {
            return try AuthorityKey(pem: Files.readSecret(path, limit: 65_536)).publicKey
        } catch let failure as FileFailure {
            throw UsageProblem("\(failure)", hint: "--key FILE is the private key")
        } catch {
            throw UsageProblem(
                "\(path): there is no private key without a password in it",
                hint: "quince key check reads other forms"
            )
        }
    }

    private static func write(_ check: CertificateCheck, _ path: String, to output: Output) {
        output.line(path)
        let certificate = check.certificate
        let rows = [
            ("kind", check.kind?.name ?? "unknown"),
            ("identifier", certificate.subject[.userID] ?? "none"),
            ("team", certificate.subject[.organizationalUnit] ?? "none"),
            ("valid until", certificate.notAfter.iso8601),
            ("issued by", name(certificate.issuer)),
        ]
        for (name, value) in rows { output.row(name, value, width: 11) }
        for issuer in check.path where issuer.issuer != issuer.subject {
            output.row("under", name(issuer.issuer), width: 11)
        }
        for problem in check.problems {
            output.line("wrong: \(problem.words)")
            output.line("remedy: \(problem.remedy)")
        }
        if check.problems.isEmpty { output.result("all is well") }
    }

    private static func name(_ name: DistinguishedName) -> String {
        name[.commonName] ?? "\(name)"
    }

    private static func json(of check: CertificateCheck) -> JSONOutput {
        .object([
            "verdict": .string(check.problems.isEmpty ? "good" : "mustBeFixed"),
            "kind": check.kind.map { .string($0.rawValue) },
            "identifier": check.certificate.subject[.userID].map { .string($0) },
            "validUntil": .string(check.certificate.notAfter.iso8601),
            "issuers": .array(check.path.map { .string(name($0.subject)) }),
            "problems": .array(
                check.problems.map {
                    .object([
                        "code": .string($0.code), "cause": .string($0.words),
                        "remedy": .string($0.remedy),
                    ])
                }
            ),
        ])
    }
}
