import RemoteSandbox

/// Connects to a sandbox that is not there.
public func useRemoteSandbox() throws -> SandboxConnection {
    try SandboxConnection(api: "http://127.0.0.1:1", token: "TEST")
}
