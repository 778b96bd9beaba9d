import JSON
import Platforms
import Sockets

// The addresses and credentials of the platforms, for the ready lines.
extension PlatformService {
    /// The value of `platforms` in the line that programs read.
    var announced: JSONOutput {
        .object(
            Platform.allCases.map { platform in
                let members = account(of: platform).map { member in
                    JSONMember(name: member.name, value: .string(member.value))
                }
                return JSONMember(name: platform.rawValue, value: .object(members))
            }
        )
    }

    /// The address of a platform and the credentials there.
    func account(of platform: Platform) -> [(name: String, value: String)] {
        [("url", url(of: platform))]
            + platform.credentials.filter(\.isAnnounced).map { credential in
                (credential.name, accounts.value(credential.name, of: platform))
            }
    }

    /// The lines that people read.
    var lines: [String] {
        Platform.allCases.map { platform in
            let credentials = account(of: platform).dropFirst().map { "\($0.name) \($0.value)" }
            return "A simulation of \(platform.rawValue)'s interface is at \(url(of: platform)): "
                + credentials.joined(separator: ", ")
        }
    }

    private func url(of platform: Platform) -> String {
        addresses[platform].map { "http://\($0)" } ?? ""
    }
}
