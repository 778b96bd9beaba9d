import Certificates
import CommandLineTool
import Cryptography
import PaymentToken
import SecurityModule
import TokenIntake
import World

/// Reads the merchant's keys and the certificates or the identifier that go with them.
enum MerchantKeyInput {
    static let key = Option(
        "key",
        "FILE",
        isRepeatable: true,
        help: "the merchant's Payment Processing key (required): PEM, DER or\n"
            + "PKCS #12, a folder of such files, or a PKCS #11 URI;\n"
            + "may be given several times"
    )

    static let certificate = Option(
        "certificate",
        "FILE",
        isRepeatable: true,
        help: "its certificate, where the key's file does not hold it;\n"
            + "without one, --merchant-id is needed"
    )

    static let merchantID = Option(
        "merchant-id",
        "ID",
        help: "the merchant identifier, such as merchant.com.example;\n"
            + "with a certificate, it must be the certificate's"
    )

    static let passwordFile = Option(
        "password-file",
        "FILE",
        help: "the file whose first line is the password of the keys' files"
    )

    static let allowReadableKey = Option(
        "allow-readable-key",
        help: "take keys and passwords from files that the group or others\nhave access to"
    )

    static let options: [any CommandOption] = [
        key, certificate, merchantID, passwordFile, allowReadableKey,
    ]

    /// The same options for a verb that works without a key, too.
    static let optionsWithoutRequiredKey: [any CommandOption] = [
        Option(
            key.name,
            "FILE",
            isRepeatable: true,
            help: key.help.replacing(" (required)", with: "")
        ),
        certificate, merchantID, passwordFile, allowReadableKey,
    ]

    /// The keys of the options; nil if no option is about keys.
    static func keyringIfGiven(
        _ invocation: Invocation,
        for verb: String
    ) throws(UsageProblem) -> MerchantKeyring? {
        guard options.contains(where: { invocation.has($0.name) }) else { return nil }
        return try keyring(invocation, for: verb)
    }

    /// The keys that were named, every one of which can serve.
    static func keyring(
        _ invocation: Invocation,
        for verb: String
    ) throws(UsageProblem) -> MerchantKeyring {
        let source = try source(invocation, for: verb)
        do {
            return try MerchantKeyring(sources: [source], clock: World.system.clock)
        } catch {
            guard let first = error.findings.first else {
                throw UsageProblem("there is no key", hint: "\(verb) --help")
            }
            throw first.usageProblem
        }
    }

    /// The merchant identifier that an option gives; no merchant has an empty one.
    static func identifier(
        _ invocation: Invocation,
        _ option: Option<String>
    ) throws(UsageProblem) -> String? {
        let identifier = invocation.value(option)
        guard identifier != "" else {
            throw UsageProblem(
                "--\(option.name) is empty",
                hint: "--\(option.name) takes one such as merchant.com.example"
            )
        }
        return identifier
    }

    /// The named source, not yet read.
    static func source(
        _ invocation: Invocation,
        for verb: String
    ) throws(UsageProblem) -> any MerchantKeySource {
        let keys = invocation.values(key)
        let certificates = invocation.values(certificate)
        let identifier = try identifier(invocation, merchantID)
        guard !keys.isEmpty else {
            throw UsageProblem("--key is missing", hint: "\(verb) --help")
        }
        var places: [ModuleURI] = []
        for text in keys where text.hasPrefix(ModuleURI.scheme) {
            places.append(try reporting(hint: "\(verb) --help") { try ModuleURI(text) })
        }
        let files = KeyFileSource(
            keys: keys.filter { !$0.hasPrefix(ModuleURI.scheme) },
            certificates: certificates,
            password: invocation.value(passwordFile).map { .file($0) },
            merchantIdentifier: identifier,
            permissions: permissions(invocation)
        )
        return NamedKeySource(
            files: files,
            places: places,
            certificates: certificates,
            permissions: permissions(invocation)
        )
    }

    /// The permissions that the options allow for files of keys and passwords.
    static func permissions(_ invocation: Invocation) -> KeyFilePermissions {
        invocation.has(allowReadableKey.name) ? .any : .ownerOnly
    }

}

extension KeyFinding: ReportedFailure {
    var usageProblem: UsageProblem { UsageProblem("\(self)", hint: commandRemedy) }

    /// The remedy, with the option that it is given by.
    var commandRemedy: String {
        switch problem {
        case .passwordFile, .content(.passwordNeeded): remedy + ", with --password-file"
        case .accessibleToOthers:
            remedy + "; or, where the system sets the permissions, --allow-readable-key"
        case .noCertificate: remedy + ", with --certificate or --merchant-id"
        default: remedy
        }
    }
}

/// Keys in files and keys in modules with certificates in files, matched together.
private struct NamedKeySource: MerchantKeySource {
    let files: KeyFileSource
    let places: [ModuleURI]
    let certificates: [String]
    let permissions: KeyFilePermissions

    var name: String { files.name }

    func mark() -> KeySourceVersion { files.mark() }

    func read() throws(KeyFinding) -> KeySourceContents {
        var contents = try files.read()
        for place in places {
            for key in try keys(at: place) { contents.add(key.value, from: key.origin) }
        }
        return contents
    }

    /// The key, with its public half out of the module or, where that has none, out of the
    /// certificate with which it answers.
    private func keys(
        at place: ModuleURI
    ) throws(KeyFinding) -> [KeySourceContents.Part<any DecryptionKey>] {
        var finding = KeyFinding?.none
        for certificate in [nil] + certificates.map(Optional.some) {
            let source = ModuleKeySource(
                place,
                certificatePath: certificate,
                permissions: permissions,
                randomness: World.system.randomness
            )
            do throws(KeyFinding) { return try source.read().keys } catch {
                finding = finding ?? error
                switch error.problem {
                case .module(.keyOfAnotherKind), .module(.answersWrongly): continue
                default: throw error
                }
            }
        }
        guard let finding else { return [] }
        throw finding
    }
}
