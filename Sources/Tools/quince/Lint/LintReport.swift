import AppLint
import CommandLineTool
import Files
import JSON

/// Prints the findings as text or as JSON.
struct LintReport {
    private struct Found {
        let path: String
        let finding: LintFinding
    }

    private var findings: [Found] = []
    private var read = 0
    /// The files that could not be read, and why.
    private var unread: [(path: String, reason: String, remedy: String)] = []

    init(_ files: LintedFiles) throws(UsageProblem) {
        for failure in files.failures {
            unread.append(
                (failure.path, "\(failure.reason)", "make the file readable, or leave it out")
            )
        }
        var usesApplePay = false
        for file in files.sources {
            guard let language = SourceLanguage(fileName: file.path),
                let bytes = bytes(of: file.path, limit: AppLint.sourceLimit)
            else { continue }
            do throws(SourceRefusal) {
                let review = try AppLint.review(bytes, language)
                usesApplePay = usesApplePay || review.usesApplePay
                add(review.findings, in: file.path)
            } catch {
                unread.append((file.path, "\(error)", error.remedy))
            }
        }
        for file in files.keyFiles where usesApplePay || file.isNamed {
            guard let bytes = bytes(of: file.path, limit: AppLint.keyFileLimit) else { continue }
            let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
            add(AppLint.findings(inKeyFile: name, bytes), in: file.path)
        }
    }

    /// The exit status. A file that was not read counts as a failure.
    var status: ExitStatus {
        if !findings.isEmpty { return .refused }
        return unread.isEmpty ? .success : .misuse
    }

    private mutating func add(_ found: [LintFinding], in path: String) {
        read += 1
        findings += found.map { Found(path: path, finding: $0) }
    }

    private mutating func bytes(of path: String, limit: Int) -> [UInt8]? {
        do throws(FileFailure) {
            guard try FolderWalk.kind(of: path) == .file else {
                throw FileFailure(path, .notAFile)
            }
            return try Files.read(path, limit: limit)
        } catch {
            unread.append((path, "\(error.reason)", "name a readable file, or leave it out"))
            return nil
        }
    }

    func write(to output: Output, isJSON: Bool) {
        if isJSON {
            output.result(json.compact)
        } else {
            writeLines(to: output)
        }
        for file in unread {
            output.problem("\(file.path): not read: \(file.reason)", hint: file.remedy)
        }
    }

    /// Prints the remedy below the first finding of each rule.
    private func writeLines(to output: Output) {
        var explained: Set<String> = []
        for found in findings {
            let (finding, rule) = (found.finding, found.finding.rule)
            output.line(
                "\(found.path):\(finding.line):\(finding.column): \(rule.name): \(finding.message)"
            )
            guard explained.insert(rule.name).inserted else { continue }
            output.line("  remedy: \(rule.remedy)")
            output.line("  see: \(rule.documentation)")
        }
        let files = "\(read) \(read == 1 ? "file" : "files")"
        switch findings.count {
        case 0: output.result("nothing found in \(files)")
        case 1: output.result("1 finding in \(files)")
        default: output.result("\(findings.count) findings in \(files)")
        }
    }

    private var json: JSONOutput {
        let findings = findings.map { found in
            JSONOutput.object([
                "file": .string(found.path),
                "line": .integer(Int64(found.finding.line)),
                "column": .integer(Int64(found.finding.column)),
                "rule": .string(found.finding.rule.name),
                "message": .string(found.finding.message),
                "remedy": .string(found.finding.rule.remedy),
                "documentation": .string(found.finding.rule.documentation),
            ])
        }
        let unread = unread.map { file in
            JSONOutput.object(["file": .string(file.path), "cause": .string(file.reason)])
        }
        let verdict = self.findings.isEmpty ? (self.unread.isEmpty ? "clean" : "unread") : "found"
        return JSONOutput.object([
            "verdict": .string(verdict),
            "files": .integer(Int64(read)),
            "findings": .array(findings),
            "unread": .array(unread),
        ])
    }
}
