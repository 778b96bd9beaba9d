import CommandLineTool
import SandboxServer
import Storage

/// A failure that knows how a command reports it.
protocol ReportedFailure: Error {
    var usageProblem: UsageProblem { get }
}

extension DatabaseRefusal: ReportedFailure {
    var usageProblem: UsageProblem { UsageProblem("\(self)", hint: remedy) }
}

extension SandboxFolderFailure: ReportedFailure {
    var usageProblem: UsageProblem { UsageProblem("\(self)", hint: remedy) }
}

extension UsageProblem {
    /// The problem that a failure is. One that is a problem already stays as it is.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - part: What failed, such as an option; nil where the failure says it.
    ///   - hint: The hint; nil for the failure's own, or to try again.
    init(_ failure: any Error, of part: String? = nil, hint: String? = nil) {
        if let problem = failure as? UsageProblem {
            self = problem
            return
        }
        let own = (failure as? any ReportedFailure)?.usageProblem
        self.init(
            (part.map { "\($0): " } ?? "") + (own?.message ?? "\(failure)"),
            hint: hint ?? own?.hint ?? "try again"
        )
    }
}

/// Does work whose failure is reported as a problem.
///
/// - Parameters:
///   - part: What failed, such as an option; nil where the failure says it.
///   - hint: The hint; nil for the failure's own, or to try again.
///   - work: The work.
/// - Returns: The work's result.
/// - Throws: The problem.
func reporting<Value: ~Copyable>(
    _ part: String? = nil,
    hint: String? = nil,
    _ work: () throws -> Value
) throws(UsageProblem) -> Value {
    do { return try work() } catch { throw UsageProblem(error, of: part, hint: hint) }
}

/// The same, of work that waits.
@_disfavoredOverload
func reporting<Value>(
    _ part: String? = nil,
    hint: String? = nil,
    _ work: () async throws -> Value
) async throws(UsageProblem) -> Value {
    do { return try await work() } catch { throw UsageProblem(error, of: part, hint: hint) }
}
