internal import Foundation
internal import Glibc

/// A token of SoftHSM's in a folder of its own: a security module for tests.
///
/// SoftHSM reads one configuration per process, so all tests of a run share one folder.
public struct SoftwareToken: Sendable {
    /// The PIN of every token here.
    public static let pin = "271828"

    /// The library, or nil where Debian's package softhsm2 is not installed.
    public static let modulePath: String? = [
        "/usr/lib/softhsm/libsofthsm2.so", "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
        "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so",
    ].first { FileManager.default.fileExists(atPath: $0) && configuration != nil }

    /// The variables that a shell must export so that SoftHSM finds these tokens.
    public static var environment: String {
        "SOFTHSM2_CONF='\(configuration?.path("softhsm2.conf") ?? "")'"
    }

    /// Whether there is a module; where not, tests that need one are skipped by this name.
    public static var isInstalled: Bool { modulePath != nil }

    /// The tokens that there are. SoftHSM looks for tokens once, when it is loaded, so all of them
    /// are made before.
    public enum Label: String, CaseIterable, Sendable {
        /// For tests that only ask.
        case shared = "QuinceShared"
        /// Two keys of one name.
        case twins = "QuinceTwins"
        /// Its sessions are ended.
        case lost = "QuinceLost"
        /// Wrong PINs.
        case pin = "QuincePIN"
        /// A wrong PIN that becomes right.
        case once = "QuinceOnce"
        /// Its PIN is changed while a key is in use.
        case gone = "QuinceGone"
        /// The outputs of the module.
        case silent = "QuinceSilent"
        /// The traces that are left in it.
        case traces = "QuinceTraces"
        /// A merchant's.
        case merchant = "QuinceMerchant"
        /// The key of a server's stored credentials.
        case credentials = "QuinceCredentials"
        /// The command line's.
        case tool = "QuinceTool"
    }

    /// The label of the token.
    public let label: String

    /// One of the tokens; every test takes its own.
    public init(_ label: Label) { self.label = label.rawValue }

    /// Puts a private key into the token: unreadable from then on.
    public func importKey(
        _ pem: String,
        object: String,
        id: String,
        mayDerive: Bool = true,
        withPublicHalf: Bool = true
    ) throws {
        let folder = ScratchFolder()
        let path = folder.path("key.pem")
        try Data(pem.utf8).write(to: URL(filePath: path))
        let arguments = [
            "--import", path, "--token", label, "--label", object, "--id", id, "--pin", Self.pin,
        ]
        try Self.tool(arguments + (withPublicHalf ? [] : ["--no-public-key"]))
        if mayDerive { try ModuleView.allowDerivation(self, object: object) }
    }

    /// The URI of one of its keys.
    public func uri(_ object: String) -> String {
        "pkcs11:token=\(label);object=\(object)?module-path=\(Self.modulePath ?? "")"
    }

    /// A folder for the tokens, named to SoftHSM before the first test loads it.
    private static let configuration: ScratchFolder? = {
        let folder = ScratchFolder()
        let tokens = folder.path("tokens")
        let text =
            "directories.tokendir = \(tokens)\nobjectstore.backend = file\nlog.level = ERROR\n"
        do {
            try FileManager.default.createDirectory(
                atPath: tokens,
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: URL(filePath: folder.path("softhsm2.conf")))
        } catch { return nil }
        guard unsafe setenv("SOFTHSM2_CONF", folder.path("softhsm2.conf"), 1) == 0 else {
            return nil
        }
        for label in Label.allCases {
            let arguments = [
                "--init-token", "--free", "--label", label.rawValue, "--so-pin", "314159", "--pin",
                pin,
            ]
            guard (try? tool(arguments)) != nil else { return nil }
        }
        return folder
    }()

    private static func tool(_ arguments: [String]) throws {
        let answer = try Program(at: URL(filePath: "/usr/bin/softhsm2-util")).run(arguments)
        guard answer.isSuccess else { throw Trouble(complaint: answer.complaint + answer.text) }
    }

    /// The complaint of softhsm2-util.
    public struct Trouble: Error {
        let complaint: String
    }
}
