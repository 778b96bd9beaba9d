import AppleServers
import CommandLineTool
import HTTPMessages
import JSON
import World

/// The sandbox under whose root tokens are minted.
struct MintSandbox {
    let authorities: TestAuthorities
    /// The sandbox's time.
    let now: UnixTime

    /// The sandbox that a command names; nil if it names none.
    init?(_ invocation: Invocation) async throws(UsageProblem) {
        guard MemberCenterCalls.isNamed(invocation) else { return nil }
        let answer = try await MemberCenterCalls.use(invocation) { center throws(UsageProblem) in
            try await center.call(.get, ["authorities", "keys"])
        }
        guard let keys = answer.member("authorities").flatMap(TestAuthorities.init(keys:)),
            let now = (answer.member("now")?.string).flatMap({ UnixTime(iso8601: $0) })
        else {
            throw UsageProblem(
                "the sandbox's answer has no authorities that this version reads",
                hint: "use the quince of the version that started the sandbox"
            )
        }
        authorities = keys
        self.now = now
    }
}
