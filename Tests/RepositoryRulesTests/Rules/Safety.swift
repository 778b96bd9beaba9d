/// The files that use `unsafe` outside the modules that wrap C, with the reason.
private let unsafeFiles = [
    "Sources/Foundations/Bytes/ClearedBytes.swift": "the system's call to overwrite memory",
    "Sources/Foundations/Bytes/Secret.swift": "an allocation that is overwritten when freed",
    "Sources/Foundations/Files/AppendedFile.swift": "the system's call to open a file",
    "Sources/Foundations/Files/FileSet.swift": "the system's call to remove a file",
    "Sources/Foundations/Files/FolderListing.swift": "the system's calls on folders",
    "Sources/Foundations/Files/FolderLock.swift": "the system's lock on a folder",
    "Sources/Foundations/Files/ProcessArguments.swift": "the arguments as bytes",
    "Sources/Foundations/Files/TemporaryFile.swift": "the system's calls on files",
    "Sources/Foundations/World/DetachedThread.swift": "the system's threads",
    "Sources/Foundations/World/EndingSignals.swift": "the system's signals",
    "Sources/Foundations/Files/FileFailure.swift": "the system's error messages",
    "Sources/Foundations/Files/Files+Permissions.swift": "the system's calls on files",
    "Sources/Foundations/Files/Files.swift": "the system's calls on files",
    "Sources/Foundations/Files/FolderWalk.swift": "the system's calls on folders",
    "Sources/Foundations/Files/LineReader.swift": "the system's calls on files",
    "Sources/Foundations/Files/CompleteWrite.swift": "the system's call to write",
    "Sources/Foundations/World/LockedValue.swift": "the system's mutex",
    "Sources/Foundations/World/ShellCommand.swift": "the system's call to run a command",
    "Sources/Foundations/World/SystemEnvironment.swift": "the system's environment",
    "Sources/Foundations/World/SystemWorld.swift": "the system's clock",
    "Sources/Foundations/World/ThreadCondition.swift": "the system's locks",
]

/// The files with an `@unchecked Sendable` type, with why the compiler cannot see that it is safe.
private let uncheckedFiles = [
    "Sources/Foundations/Bytes/ClearedBuffer.swift":
        "the storage is changed where the buffer alone refers to it",
    "Sources/Foundations/Bytes/Secret.swift": "the bytes are not changed after initialization",
    "Sources/Foundations/Certificates/Certificate.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Certificates/CertificateParsingContext.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Certificates/TrustAnchor.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/CurveParameters.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/FetchedAlgorithms.swift":
        "libcrypto's objects, not changed after initialization",
    "Sources/Foundations/Cryptography/HMACSHA256.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/PrivateKey.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/PublicKey.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/RSAPrivateKey.swift":
        "libcrypto's object, not changed after initialization",
    "Sources/Foundations/Cryptography/TripleDES.swift":
        "libcrypto's objects, not changed after initialization",
    "Sources/Foundations/HTTPClient/TransferThread.swift":
        "libcurl's transfers are used on its thread only",
    "Sources/Foundations/HTTPServer/EventLoop.swift":
        "libevent's objects are used on the loop's thread only",
    "Sources/Foundations/HTTPServer/ServerLoop.swift":
        "its listener and connections are used on the loop's thread only",
    "Sources/Foundations/HTTPServer/TLSContext.swift":
        "OpenSSL's context, not changed after initialization",
    "Sources/Foundations/Certificates/KeyFiles/LegacyAlgorithms.swift":
        "libcrypto's context, not changed after initialization",
    "Sources/Foundations/NATS/NATSConnection.swift":
        "used by one thread at a time, with a lock held",
    "Sources/Foundations/SecurityModule/ModuleSession.swift":
        "the module's function table is only read; the pool lends a session to one caller at a time",
    "Sources/Foundations/SecurityModule/SecurityModule.swift":
        "the module's function table is only read",
    "Sources/Foundations/Storage/TransactionRun.swift":
        "a database runs it on one thread at a time, while its caller waits",
    "Sources/Foundations/World/LockedValue.swift": "the value is accessed only with its lock held",
    "Sources/Foundations/World/ThreadCondition.swift":
        "the value is accessed only with its lock held",
    "Sources/Frameworks/Combine/Scheduler.swift":
        "an app that names another thread lets its closures run there",
    "Sources/Frameworks/UIKitStubs/Selector+Foundation.swift":
        "as in Objective-C, whose selectors are called on any thread",
    "Sources/Frameworks/PassKit/Authorization/MainActorReference.swift":
        "the app's object is used only on the main actor",
]

extension RepositoryRule {
    static let nothingCrashesOnPurpose = RepositoryRule(
        "no forced casts, forced tries and fatal errors",
        caught: [
            Planting("let card = item as! Card"),
            Planting("let token = try! parse(text)"),
            Planting("default: fatalError(\"never\")"),
            Planting("let card = item as! Card", in: "Tests/MerchantTests/DeskTests.swift"),
        ],
        allowed: [Planting("let card = item as? Card"), Planting("canBeNotFatalError(1)")]
    ) { tree in
        tree.swift.flatMap { file in
            file.uses(of: ["as!"]) { _ in "use as? and refuse what is something else" }
                + file.uses(of: ["try!"]) { _ in "use try, and throw what the caller can act on" }
                + file.uses(of: ["fatalError("]) { _ in
                    "throw an error; for a programmer's mistake, use precondition with its reason"
                }
        }
    }

    static let unsafeCodeStaysWhereCIsWrapped = RepositoryRule(
        "unsafe code is in the modules that wrap C, and C is wrapped in Foundations only",
        caught: [
            Planting("let first = unsafe bytes.baseAddress"),
            Planting("nonisolated(unsafe) var count = 0"),
            Planting("internal import COpenSSL"),
            Planting("internal import CPostgreSQL"),
            Planting(
                "a C library above Foundations",
                [
                    "Package.swift":
                        #".systemLibrary(name: "CSQLite"), module("Desk", in: "Merchant", on: ["CSQLite"])"#
                ]
            ),
        ],
        allowed: [
            Planting(
                "a module that wraps C",
                [
                    "Package.swift":
                        #".systemLibrary(name: "CSQLite"), module("Storage", in: "Foundations", on: ["CSQLite"])"#,
                    "Sources/Foundations/Storage/Row.swift":
                        "internal import CSQLite\nunsafe sqlite3_step(row)",
                ]
            ),
            Planting("// unsafe"),
        ]
    ) { tree in
        let layout = tree.layout
        let wrapping = layout.modules.filter {
            !$0.dependencies.filter(layout.libraries.contains).isEmpty
        }
        let above = wrapping.filter { $0.layer != "Foundations" }
            .map {
                Violation(
                    path: "Package.swift",
                    line: $0.line,
                    message: "\($0.name) may not wrap C: use the module of Foundations that does"
                )
            }
        let folders = wrapping.map { "Sources/Foundations/\($0.name)" }
        return above
            + tree.sources.filter { !$0.isInside(folders) }
            .flatMap { file in
                (unsafeFiles[file.path] == nil
                    ? file.uses(of: ["unsafe"]) { _ in unsafeAdvice } : [])
                    + file.uses(of: [
                        "import COpenSSL", "import CPKCS11", "import CPostgreSQL", "import CSQLite",
                    ]) { _ in
                        "use the module of Foundations that wraps it"
                    }
            }
    }

    private static let unsafeAdvice =
        "use a Span, or a module that wraps C; or add the file to the list in Rules/Safety.swift, with a reason"

    static let uncheckedSendableIsListed = RepositoryRule(
        "each @unchecked Sendable is on one list with its reason",
        caught: [
            Planting("final class Desk: @unchecked Sendable {}"),
            Planting(
                "final class Desk: @unchecked Sendable {}",
                in: "Tests/MerchantTests/Desk.swift"
            ),
            Planting("struct Secret {}", in: "Sources/Foundations/Bytes/Secret.swift"),
        ],
        allowed: [
            Planting(
                "final class Secret: @unchecked Sendable {}",
                in: "Sources/Foundations/Bytes/Secret.swift"
            ),
            Planting("final class Desk: Sendable {}"),
        ]
    ) { tree in
        tree.swift.flatMap { file -> [Violation] in
            let uses = file.uses(of: ["@unchecked"]) { _ in
                "make it a value, an actor or a LockedValue; or add the file to the list in Rules/Safety.swift, with a reason"
            }
            guard uncheckedFiles[file.path] != nil else { return uses }
            guard uses.isEmpty else { return [] }
            return [
                Violation(path: file.path, message: "remove it from the list in Rules/Safety.swift")
            ]
        }
    }
}
