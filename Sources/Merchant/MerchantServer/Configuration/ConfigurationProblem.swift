public import World

/// Something that is wrong with the configuration of the server.
public struct ConfigurationProblem: Error, Hashable, Sendable {
    /// The member, such as `network.address`; empty for the file.
    public let member: String
    /// The problem, without a secret.
    public let text: String

    init(_ member: String, _ text: String) { (self.member, self.text) = (member, text) }

    /// Whether the member is another one, or inside of it.
    fileprivate func isInside(_ other: String) -> Bool {
        guard member.hasPrefix(other) else { return false }
        let rest = member.dropFirst(other.count)
        return rest.isEmpty || rest.first == "." || rest.first == "["
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// The member and what is wrong with it, in one line.
    public var description: String { member.isEmpty ? text : "\(member): \(text)" }
}

/// Everything that is wrong with the configuration of the server.
public struct ConfigurationRefusal: Error, Hashable, Sendable {
    /// The problems, in the order of the file; at least one.
    public let problems: [ConfigurationProblem]
    /// The members of which nothing is wrong; nil where the file was not read, or all of its members were right.
    let others: ServerConfiguration?

    init(_ problems: [ConfigurationProblem], others: ServerConfiguration? = nil) {
        self.problems = problems
        self.others = others
    }

    /// A problem with the file as a whole.
    public init(_ text: String) { self.init([ConfigurationProblem("", text)]) }

    /// The problems, and those of the files that the other members name.
    public func withProblemsOfFiles(world: World) -> [ConfigurationProblem] {
        guard let others else { return problems }
        do throws(ConfigurationRefusal) {
            _ = try ServerMaterials(others, world: world)
            return problems
        } catch {
            return problems
                + error.problems.filter { found in
                    !problems.contains { $0.isInside(found.member) || found.isInside($0.member) }
                }
        }
    }
}

extension ConfigurationRefusal: CustomStringConvertible {
    /// A line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
