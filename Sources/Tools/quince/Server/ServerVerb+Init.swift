import CommandLineTool
import Files
import JSON
import MerchantServer
import PlatformProcessors
import Storage
import World

extension ServerVerb {
    static let initFolder = Option(
        "init",
        "DIR",
        help: "with --sandbox, write a configuration for a sandbox into this folder"
    )
    static let initSandbox = Option(
        "sandbox",
        "FILE",
        help: "with --init, the line that quince sandbox --json printed"
    )
    static let initMerchant = Option(
        "merchant",
        "ID",
        help:
            "with --init, the merchant identifier to register; merchant.com.example\nunless given, or a free one that begins with it"
    )

    static let initPlatform = Option(
        "platform",
        "NAME",
        choices: PaymentPlatform.self,
        help: "with --init, charge through this payment platform of the sandbox, and not\n"
            + "through its card network"
    )
    static let initForm = Option(
        "token-form",
        "FORM",
        choices: TokenForm.self,
        help: "with --platform, what the platform is given: networkToken, the card that\n"
            + "is opened here, or passThrough, the token; networkToken unless given"
    )

    /// `quince server --init`.
    static func initialize(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        guard let folder = invocation.value(initFolder),
            let file = invocation.value(initSandbox)
        else {
            throw UsageProblem(
                "--init without --sandbox",
                hint: "--sandbox FILE is what quince sandbox --json printed"
            )
        }
        let sandbox = try SandboxLine(file)
        let setup = ServerSetup(
            folder: folder,
            sandbox: sandbox,
            output: output,
            platform: try platform(invocation, sandbox)
        )
        let identifier =
            setup.exists
            ? try setup.renew()
            : try await setup.make(identifier: invocation.value(initMerchant))
        let key = try await addFirstKey(setup.configPath)
        report(key, identifier, setup.configPath, invocation, output)
        return .success
    }

    private static func platform(
        _ invocation: Invocation,
        _ sandbox: SandboxLine
    ) throws(UsageProblem) -> PlatformSetup? {
        guard
            let (platform, form) = try PlatformSetup.options(
                try invocation.value(initPlatform),
                try invocation.value(initForm)
            )
        else { return nil }
        return try PlatformSetup(platform, form, sandbox.platforms[platform.rawValue])
    }

    /// Makes a key where the database has none, also after a set-up that ended before it had made it.
    private static func addFirstKey(_ path: String) async throws(UsageProblem) -> String? {
        let database = try await open(try configuration(at: path))
        return try await reporting("database") {
            try await closing(database.close) {
                let keys = APIKeys(database, world: .system)
                guard try await keys.list().isEmpty else { return nil }
                return try await keys.add(name: "first", role: .backOffice).key
            }
        }
    }

    private static func report(
        _ key: String?,
        _ identifier: String,
        _ path: String,
        _ invocation: Invocation,
        _ output: Output
    ) {
        if invocation.has(json.name) {
            let object = JSONOutput.object([
                "apiKey": key.map { .string($0) }, "merchantIdentifier": .string(identifier),
                "config": .string(path),
            ])
            return output.result(object.compact)
        }
        output.line("The configuration is \(path), for the merchant \(identifier).")
        guard let key else {
            return output.line(
                "It was there. quince server key add --config \(path) makes another API key."
            )
        }
        output.line("The API key is \(key), which is not kept: write it down.")
    }
}

/// The line that `quince sandbox --json` prints.
struct SandboxLine {
    let api, gateway, network, token: String
    /// The files, as paths that can be read from here.
    let authority, root: String
    /// The accounts with payment platforms, by their names.
    var platforms: [String: [String: String]] = [:]

    init(_ file: String) throws(UsageProblem) {
        let bytes = try reporting(hint: "--sandbox FILE is what quince sandbox --json printed") {
            try Files.read(file, limit: 65_536)
        }
        guard let root = try? JSONDocument(bytes).root, root.isObject,
            let gateway = root.member("gateway")?.string, gateway.hasPrefix("https://"),
            let api = root.member("api")?.string, let token = root.member("token")?.string,
            let network = root.member("network")?.string,
            let authority = root.member("ca")?.string, let anchor = root.member("root")?.string
        else {
            throw UsageProblem(
                "\(file): not the line of a sandbox",
                hint: "quince sandbox --state DIR --json >FILE writes it when the sandbox is ready"
            )
        }
        (self.api, self.network, self.token) = (api, network, token)
        self.gateway = String(gateway.dropFirst("https://".count))
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        // The paths are relative to the folder in which the sandbox was started.
        func found(_ path: String) -> String {
            Files.exists(path) || path.hasPrefix("/") ? path : folder + path
        }
        (self.authority, self.root) = (found(authority), found(anchor))
        for (name, account) in root.member("platforms")?.members ?? [] {
            platforms[name] = Dictionary(
                account.members.compactMap { member in
                    member.value.string.map { (member.name, $0) }
                },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }
}
