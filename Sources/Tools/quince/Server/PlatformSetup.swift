import Bytes
import CommandLineTool
import Files
import JSON
import PlatformProcessors

/// A platform of a sandbox in the configuration of a shop's server: its files and members.
struct PlatformSetup {
    let platform: PaymentPlatform
    let form: TokenForm
    /// The account, as the sandbox's line has it.
    let account: [String: String]

    private var keyFile: String { "\(platform.rawValue).key" }
    private var webhooksFile: String { "\(platform.rawValue)-webhooks" }
    var url: String { account["url"] ?? "" }

    private func first(of names: [String]) -> String? {
        names.lazy.compactMap { account[$0] }.first
    }

    /// Writes the secrets into files that only their owner may read.
    func write(to folder: String) throws(FileFailure) {
        let key = first(of: ["key", "secretKey", "privateKey"]) ?? ""
        let webhooks = first(of: ["webhookSecret", "hmacKey", "signatureKey"]) ?? key
        for (name, text) in [(keyFile, key), (webhooksFile, webhooks)] {
            try Files.writeSecret(Secret(copying: Array("\(text)\n".utf8)), to: "\(folder)/\(name)")
        }
    }

    /// The member `platforms` of the configuration.
    var configuration: JSONOutput {
        let own = platform.settings.compactMap { setting in
            account[setting.name].map { JSONMember(name: setting.name, value: .string($0)) }
        }
        let members = [
            JSONMember(name: "keyFile", value: .string(keyFile)),
            JSONMember(name: "form", value: .string(form.rawValue)),
            JSONMember(name: "url", value: .string(url)),
            JSONMember(name: "webhookSecretsFile", value: .string(webhooksFile)),
        ]
        return .object([JSONMember(name: platform.rawValue, value: .object(members + own))])
    }
}
