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
    private let account: [String: String]
    private let url: String
    private let key: String

    /// A platform with an account that a sandbox's line has.
    ///
    /// - Throws: A problem where the sandbox does not run the platform.
    init(
        _ platform: PaymentPlatform,
        _ form: TokenForm,
        _ account: [String: String]?
    ) throws(UsageProblem) {
        guard let account, let url = account["url"],
            let key = account["key"] ?? account["secretKey"] ?? account["privateKey"]
        else {
            throw UsageProblem(
                "--platform \(platform.rawValue): the sandbox does not run it",
                hint: "start quince sandbox with --platforms"
            )
        }
        (self.platform, self.form, self.account) = (platform, form, account)
        (self.url, self.key) = (url, key)
    }

    /// A platform and the form of its tokens, as two options name them; nil where they are absent.
    ///
    /// - Throws: A problem where there is a form without a platform.
    static func options(
        _ platform: PaymentPlatform?,
        _ form: TokenForm?
    ) throws(UsageProblem) -> (PaymentPlatform, TokenForm)? {
        guard let platform else {
            guard form == nil else {
                throw UsageProblem("--token-form without --platform", hint: "name the platform")
            }
            return nil
        }
        return (platform, form ?? .networkToken)
    }

    private var keyFile: String { "\(platform.rawValue).key" }
    private var webhooksFile: String { "\(platform.rawValue)-webhooks" }

    /// Writes the secrets into files that only their owner may read.
    func write(to folder: String) throws(FileFailure) {
        let webhooks =
            account["webhookSecret"] ?? account["hmacKey"] ?? account["signatureKey"] ?? key
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
