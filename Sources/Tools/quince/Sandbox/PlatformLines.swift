import JSON
import Platforms
import Sockets

// The addresses and credentials of the platforms, for the ready lines.
extension PlatformService {
    /// The value of `platforms` in the line that programs read.
    var announced: JSONOutput {
        .object(
            Platform.allCases.map { platform in
                let credentials = platform.credentials.filter(\.isAnnounced).map { credential in
                    JSONMember(
                        name: credential.name,
                        value: .string(accounts.value(credential.name, of: platform))
                    )
                }
                let url = JSONMember(name: "url", value: .string(url(of: platform)))
                return JSONMember(name: platform.rawValue, value: .object([url] + credentials))
            }
        )
    }

    /// The lines that people read.
    var lines: [String] {
        Platform.allCases.map { platform in
            let credentials = platform.credentials.filter(\.isAnnounced).map { credential in
                "\(credential.name) \(accounts.value(credential.name, of: platform))"
            }
            return "A simulation of \(platform.rawValue)'s interface is at \(url(of: platform)): "
                + credentials.joined(separator: ", ")
        }
    }

    private func url(of platform: Platform) -> String {
        addresses[platform].map { "http://\($0)" } ?? ""
    }
}
