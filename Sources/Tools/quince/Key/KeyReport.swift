import Bytes
import Certificates
import CommandLineTool
import JSON
import PaymentToken
import TokenIntake
import World

/// Reports a check of keys, as text or as JSON.
struct KeyReport {
    let check: MerchantKeyCheck
    let moment: UnixTime

    /// Whether there are only notes.
    var isGood: Bool { check.findings.allSatisfy { $0.weight == .note } }

    func write(to output: Output, isJSON: Bool) {
        if isJSON {
            output.result(json.compact)
            return
        }
        for entry in check.entries {
            output.line(entry.origin)
            let rows = rows(of: entry)
            let width = rows.map(\.0.count).max() ?? 0
            for (name, value) in rows { output.row(name, value, width: width) }
        }
        for finding in check.findings {
            output.line("\(Self.words(finding.weight)): \(finding)")
            output.line("remedy: \(finding.commandRemedy)")
        }
        if isGood { output.result("all is well") }
    }

    private func rows(of entry: KeyringEntry) -> [(String, String)] {
        var rows = [
            ("opens", entry.key.version.rawValue),
            ("merchant", entry.merchantIdentifier ?? "not named in the certificate"),
            ("public key hash", Base64.encode(entry.key.publicKeyHash)),
            ("certificate", entry.certificateOrigin ?? "none given"),
        ]
        if let certificate = entry.certificate, let days = entry.daysLeft(at: moment) {
            let distance = days < 0 ? "\(-days) days ago" : "\(days) days"
            rows.append(("valid until", "\(certificate.notAfter.iso8601), \(distance)"))
        }
        return rows
    }

    private var json: JSONOutput {
        let keys = check.entries.map { entry in
            JSONOutput.object([
                "key": .string(entry.origin),
                "version": .string(entry.key.version.rawValue),
                "merchantIdentifier": entry.merchantIdentifier.map { .string($0) },
                "publicKeyHash": .string(Base64.encode(entry.key.publicKeyHash)),
                "certificate": entry.certificateOrigin.map { .string($0) },
                "validUntil": (entry.certificate?.notAfter.iso8601).map { .string($0) },
                "daysLeft": entry.daysLeft(at: moment).map { .integer(Int64($0)) },
            ])
        }
        let findings = check.findings.map { finding in
            JSONOutput.object([
                "subject": .string(finding.subject),
                "weight": .string(finding.weight.rawValue),
                "cause": .string("\(finding.problem)"),
                "remedy": .string(finding.commandRemedy),
            ])
        }
        return JSONOutput.object([
            "verdict": .string(isGood ? "good" : "mustBeFixed"), "keys": .array(keys),
            "findings": .array(findings),
        ])
    }

    private static func words(_ weight: KeyFinding.Weight) -> String {
        switch weight {
        case .note: "note"
        case .mustBeFixed: "must be fixed"
        case .unusable: "unusable"
        }
    }
}
