internal import Foundation

extension Program {
    /// Runs the program on a thread of its own, because a program that asks a server of this process
    /// must not occupy the threads on which the server's handlers run.
    public func runAside(_ arguments: [String], input: [UInt8] = []) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(arguments, input: input) })
            }
        }
    }
}

extension PythonOracle {
    /// Runs a script on a thread of its own.
    public static func runAside(_ script: String, input: String) async throws -> Program.Answer {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(script, input: input) })
            }
        }
    }
}
