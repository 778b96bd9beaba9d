internal import Bytes
internal import Files
internal import World

/// The secrets of the platforms that a configuration names, read from their files.
public struct PlatformMaterials: Sendable {
    /// Those of an account with Stripe.
    struct Stripe: Sendable {
        let key: Secret
        /// The secrets with which webhooks may be signed.
        let webhookSecrets: [Secret]
    }

    let stripe: Stripe?

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationRefusal`` with everything that is wrong with them.
    public init(_ configuration: ServerConfiguration) throws(ConfigurationRefusal) {
        var reader = MaterialsReader(now: UnixTime(seconds: 0))
        self.init(configuration, &reader)
        guard reader.problems.isEmpty else { throw ConfigurationRefusal(reader.problems) }
    }

    init(_ configuration: ServerConfiguration, _ reader: inout MaterialsReader) {
        stripe = configuration.stripe.flatMap { account in
            reader.checkPrivacy(of: account.origin, "platforms.stripe.url")
            let keys = reader.secrets(account.keyFile, "platforms.stripe.keyFile")
            let webhooks = account.webhookSecretsFile.map {
                reader.secrets($0, "platforms.stripe.webhookSecretsFile")
            }
            return keys.first.map { Stripe(key: $0, webhookSecrets: webhooks ?? []) }
        }
    }
}

extension MaterialsReader {
    /// The lines of a file that only its owner may read; at least one.
    mutating func secrets(_ file: String, _ member: String) -> [Secret] {
        guard isPrivate(file, member) else { return [] }
        let text: Secret
        do throws(FileFailure) { text = try Files.readSecret(file, limit: 4_096) } catch {
            problems.append(ConfigurationProblem(member, "\(error)"))
            return []
        }
        let lines = text.withBytes { bytes in
            bytes.indices.map { bytes[$0] }
                .split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
                .map { Secret(copying: Array($0)) }
        }
        let isText = lines.allSatisfy { line in
            line.withBytes { bytes in bytes.indices.allSatisfy { (0x21...0x7e).contains(bytes[$0]) }
            }
        }
        guard isText, !lines.isEmpty else {
            problems.append(
                ConfigurationProblem(member, "\(file): there is no line of ASCII without spaces")
            )
            return []
        }
        return lines
    }

    /// A secret key goes over TLS, or stays on this machine.
    mutating func checkPrivacy(of origin: String, _ member: String) {
        guard origin.hasPrefix("http://") else { return }
        let host = origin.dropFirst("http://".count).prefix { $0 != ":" }
        guard host != "localhost", host != "127.0.0.1" else { return }
        problems.append(
            ConfigurationProblem(member, "\(origin): the key would go over plain HTTP; use https")
        )
    }
}
