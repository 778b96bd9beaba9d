/// Something that is wrong with the configuration of the server.
public struct ConfigurationProblem: Error, Hashable, Sendable {
    /// The member, such as `network.address`; empty for the file.
    public let member: String
    /// The problem, without a secret.
    public let text: String

    init(_ member: String, _ text: String) { (self.member, self.text) = (member, text) }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// The member and what is wrong with it, in one line.
    public var description: String { member.isEmpty ? text : "\(member): \(text)" }
}

/// Everything that is wrong with the configuration of the server.
public struct ConfigurationRefusal: Error, Hashable, Sendable {
    /// The problems, in the order of the file; at least one.
    public let problems: [ConfigurationProblem]

    init(_ problems: [ConfigurationProblem]) { self.problems = problems }

    /// A problem with the file as a whole.
    public init(_ text: String) { problems = [ConfigurationProblem("", text)] }
}

extension ConfigurationRefusal: CustomStringConvertible {
    /// A line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
