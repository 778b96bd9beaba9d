import JSON
import Platforms
import Sockets

// The addresses and credentials of the platforms, for the ready lines.
extension PlatformService {
    /// The address of each platform and the credentials there, by their names.
    var credentials: [(platform: Platform, members: [(name: String, value: String)])] {
        Platform.allCases.compactMap { platform in
            guard let address = addresses[platform] else { return nil }
            let announced = platform.credentials.filter(\.isAnnounced).map { credential in
                (credential.name, accounts.value(credential.name, of: platform))
            }
            return (platform, [("url", "http://\(address)")] + announced)
        }
    }

    /// The value of `platforms` in the line that programs read.
    var announced: JSONOutput {
        .object(
            credentials.map { platform, members in
                let values = members.map { JSONMember(name: $0.name, value: .string($0.value)) }
                return JSONMember(name: platform.rawValue, value: .object(values))
            }
        )
    }

    /// The lines that people read.
    var lines: [String] {
        credentials.map { platform, members in
            let others = members.dropFirst().map { "\($0.name) \($0.value)" }
            return "A simulation of \(platform.rawValue)'s interface is at \(members[0].value): "
                + others.joined(separator: ", ")
        }
    }
}
