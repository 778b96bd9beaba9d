public import Foundation
internal import Glibc

extension Process {
    /// Starts the program with no signal blocked.
    ///
    /// The system's threads from which tests start programs may block INT and TERM. A program inherits
    /// that, so a server that `kill` or `timeout` should end would run on.
    public func start() throws {
        var none = sigset_t()
        var blocked = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try run()
    }
}
