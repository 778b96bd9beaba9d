internal import Bytes
internal import Files
internal import PlatformProcessors
internal import World

/// The platforms that a configuration names, with the secrets from their files.
public struct PlatformMaterials: Sendable {
    let accounts: [(platform: PaymentPlatform, account: PlatformAccount)]

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationRefusal`` with everything that is wrong with them.
    public init(_ configuration: ServerConfiguration) throws(ConfigurationRefusal) {
        var reader = MaterialsReader(now: UnixTime(seconds: 0))
        self.init(configuration, &reader)
        guard reader.problems.isEmpty else { throw ConfigurationRefusal(reader.problems) }
    }

    init(_ configuration: ServerConfiguration, _ reader: inout MaterialsReader) {
        var accounts: [(platform: PaymentPlatform, account: PlatformAccount)] = []
        for given in configuration.platforms {
            let place = "platforms.\(given.platform.rawValue)"
            reader.checkPrivacy(of: given.origin, "\(place).url")
            let keys = reader.secrets(given.keyFile, "\(place).keyFile")
            let webhooks = given.webhookSecretsFile.map {
                reader.secrets($0, "\(place).webhookSecretsFile")
            }
            if let form = webhooks?.lazy.compactMap({ given.platform.form(missedBy: $0) }).first {
                let member = "\(place).webhookSecretsFile"
                reader.complain(member, "a line is not \(form)")
            }
            guard let key = keys.first else { continue }
            let account = PlatformAccount(
                origin: given.origin,
                secretKey: key,
                form: given.form,
                // Two requests, one after the other, fit into the time of an answer; what takes longer goes on
                // after the answer that it is not known yet.
                timeLimit: configuration.limits.answerLimit * 2 / 5,
                webhookSecrets: webhooks ?? [],
                settings: given.settings
            )
            accounts.append((given.platform, account))
        }
        self.accounts = accounts
    }
}

extension MaterialsReader {
    /// The lines of a file that only its owner may read; at least one.
    mutating func secrets(_ file: String, _ member: String) -> [Secret] {
        guard isPrivate(file, member) else { return [] }
        let text: Secret
        do throws(FileFailure) { text = try Files.readSecret(file, limit: 4_096) } catch {
            complain(member, "\(error)")
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
            complain(member, "\(file): there is no line of ASCII without spaces")
            return []
        }
        return lines
    }

    /// A key from which secrets are derived: the first line of a file.
    mutating func key(_ file: String?, _ member: String) -> Secret? {
        guard let file, let key = secrets(file, member).first else { return nil }
        guard key.withBytes({ $0.count >= 32 }) else {
            complain(member, "\(file): the first line has fewer than 32 characters")
            return nil
        }
        return key
    }

    /// A secret key goes over TLS, or stays on this machine.
    mutating func checkPrivacy(of origin: String, _ member: String) {
        guard origin.hasPrefix("http://") else { return }
        let host = origin.dropFirst("http://".count).prefix { $0 != ":" }
        guard host != "localhost", host != "127.0.0.1" else { return }
        complain(member, "\(origin): the key would go over plain HTTP; use https")
    }
}
