import CommandLineTool
import CommandOptions
import World

/// Reads a moment that an option names.
enum TimeInput {
    static func read(_ invocation: Invocation, _ option: Option) throws(UsageProblem) -> UnixTime? {
        guard let text = invocation.value(option.name) else { return nil }
        guard let time = UnixTime(iso8601: text) else {
            throw UsageProblem(
                "--\(option.name) \(text): not a time",
                hint: "write it as 2021-09-01T19:03:06Z, 2021-09-01T21:03:06+02:00 or 2021-09-01"
            )
        }
        return time
    }
}
