// swift-tools-version: 6.2
import PackageDescription

// Folders are layers and targets are modules. A module may depend on modules below it and, inside its
// layer, on modules that do not depend on it; Tests/RepositoryRulesTests holds every import to this file.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, in layer: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/\(layer)/\(name)",
        swiftSettings: strict
    )
}

func tool(_ name: String, path: String, on dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        swiftSettings: strict
    )
}

func tests(
    _ name: String,
    of dependencies: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: ["TestSupport"] + dependencies,
        path: "Tests/\(name)",
        resources: resources,
        swiftSettings: strict
    )
}

// A product has the modules that its modules' public interfaces name; RepositoryRulesTests tells.
let tokenModules = [
    "PaymentToken", "ASN1", "Bytes", "Certificates", "Cryptography", "JSON", "World",
]
let requestModules = ["Money", "PaymentRequest", "PaymentSheet"]
let intakeModules =
    ["TokenIntake", "Files", "Money", "SecurityModule"] + tokenModules
let paymentModules = ["Payments", "Storage"] + intakeModules

let sandboxModules = [
    "AppleServers", "CardAccounts", "CardNetwork", "Sockets", "Storage", "TestSandbox", "Wallet",
]

let package = Package(
    name: "quince",
    products: [
        .library(name: "PaymentToken", targets: tokenModules),
        .library(name: "ApplePay", targets: requestModules + tokenModules),
        .library(name: "TokenIntake", targets: intakeModules),
        // A product of its own, so that the others do not need libpq.
        .library(name: "PostgreSQL", targets: ["PostgreSQL", "Bytes", "Storage", "World"]),
        .library(name: "Payments", targets: paymentModules),
        .library(
            name: "Processors",
            targets: ["Processors", "CardMessages", "ISO8583", "Sockets"] + paymentModules
        ),
        .library(
            name: "AppleServers",
            targets: ["AppleServers", "CardAccounts", "Storage"] + tokenModules
        ),
        // A product of its own, so that the others do not need libcurl.
        .library(
            name: "RemoteSandbox",
            targets: ["RemoteSandbox", "HTTPMessages"] + sandboxModules + requestModules
                + tokenModules
        ),
        // What reads a stranger's bytes; for Fuzz/, which is a package of its own.
        .library(
            name: "Parsers",
            targets: [
                "ApplePaySession", "CardMessages", "HTTPClient", "HTTPMessages", "ISO8583",
                "PaymentRequest", "PaymentSheet", "PlatformProcessors", "Sockets", "XML", "ZIP",
            ] + paymentModules
        ),
        .library(
            name: "SheetServer",
            targets: ["SheetServer", "SheetView"] + sandboxModules + requestModules
                + tokenModules
        ),
        .executable(name: "quince", targets: ["quince"]),
    ],
    targets: [
        // Foundations: knows nothing of payments.
        .systemLibrary(
            name: "COpenSSL",
            path: "Sources/Foundations/COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/Foundations/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "CPKCS11",
            path: "Sources/Foundations/CPKCS11",
            providers: [.apt(["libp11-kit-dev"])]
        ),
        .target(name: "CPostgreSQL", path: "Sources/Foundations/CPostgreSQL"),
        .systemLibrary(name: "CGetOpt", path: "Sources/Foundations/CGetOpt"),
        .systemLibrary(name: "CEPoll", path: "Sources/Foundations/CEPoll"),
        .systemLibrary(name: "CProcess", path: "Sources/Foundations/CProcess"),
        .systemLibrary(
            name: "CQREncode",
            path: "Sources/Foundations/CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]
        ),
        .systemLibrary(
            name: "CLibXML2",
            path: "Sources/Foundations/CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .systemLibrary(
            name: "CLibZip",
            path: "Sources/Foundations/CLibZip",
            pkgConfig: "libzip",
            providers: [.apt(["libzip-dev"])]
        ),
        .target(name: "CPageFiles", path: "Sources/Foundations/CPageFiles"),
        .target(name: "CLibCurl", path: "Sources/Foundations/CLibCurl"),
        .target(name: "CNATS", path: "Sources/Foundations/CNATS"),
        .systemLibrary(
            name: "CLibEvent",
            path: "Sources/Foundations/CLibEvent",
            providers: [.apt(["libevent-dev"])]
        ),
        module("Bytes", in: "Foundations"),
        module("CommandLineTool", in: "Foundations", on: ["CGetOpt", "JSON", "World"]),
        module("QRCode", in: "Foundations", on: ["CQREncode"]),
        module("Files", in: "Foundations", on: ["Bytes", "World"]),
        module("World", in: "Foundations", on: ["CProcess"]),
        module("JSON", in: "Foundations", on: ["Bytes"]),
        module("XML", in: "Foundations", on: ["Bytes", "CLibXML2"]),
        module("ZIP", in: "Foundations", on: ["CLibZip"]),
        module("ASN1", in: "Foundations", on: ["Bytes", "World"]),
        module("ISO8583", in: "Foundations", on: ["Bytes"]),
        module("Sockets", in: "Foundations", on: ["Bytes", "CEPoll", "World"]),
        module("HTTPMessages", in: "Foundations", on: ["World"]),
        module(
            "HTTPClient",
            in: "Foundations",
            on: ["Bytes", "CLibCurl", "HTTPMessages", "Sockets", "World"]
        ),
        module(
            "HTTPServer",
            in: "Foundations",
            on: [
                "Bytes", "CLibEvent", "CPageFiles", "Cryptography", "HTTPMessages", "JSON",
                "Sockets", "World",
            ]
        ),
        module("Cryptography", in: "Foundations", on: ["Bytes", "COpenSSL", "World"]),
        module(
            "Certificates",
            in: "Foundations",
            on: ["ASN1", "Bytes", "COpenSSL", "Cryptography", "World"]
        ),
        module(
            "SecurityModule",
            in: "Foundations",
            on: ["ASN1", "Bytes", "CPKCS11", "Cryptography", "World"]
        ),
        module("NATS", in: "Foundations", on: ["CNATS", "World"]),
        module("Storage", in: "Foundations", on: ["CSQLite", "World"]),
        module("PostgreSQL", in: "Foundations", on: ["Bytes", "CPostgreSQL", "Storage", "World"]),

        // What Apple publishes: values and pure functions, no input or output.
        module("Money", in: "ApplePay"),
        module("PaymentRequest", in: "ApplePay", on: ["Money", "World"]),
        module("PaymentSheet", in: "ApplePay", on: ["Money", "PaymentRequest", "World"]),
        module(
            "PaymentToken",
            in: "ApplePay",
            on: ["ASN1", "Bytes", "Certificates", "Cryptography", "JSON", "World"]
        ),

        // The order packages of Apple's Wallet.
        module(
            "WalletOrders",
            in: "ApplePay",
            on: [
                "ASN1", "Bytes", "Certificates", "Cryptography", "JSON", "Money", "PaymentRequest",
                "PaymentToken", "SheetView", "World", "ZIP",
            ]
        ),

        // What a token's bytes are, and what its checks came to, for people.
        module(
            "TokenDisplay",
            in: "ApplePay",
            on: [
                "ASN1", "Bytes", "Certificates", "Cryptography", "JSON", "Money", "PaymentToken",
                "World",
            ]
        ),

        // What merchants' banks and card networks say to each other.
        module(
            "CardMessages",
            in: "ApplePay",
            on: ["Bytes", "Cryptography", "ISO8583", "Money", "World"]
        ),

        // Apple Pay on the web: a page's requests, events and answers, and its merchant session.
        module(
            "ApplePaySession",
            in: "ApplePay",
            on: [
                "Bytes", "Cryptography", "JSON", "Money", "PaymentRequest", "PaymentSheet", "World",
            ]
        ),

        // What the sheet and its buttons say, in every language.
        module(
            "SheetView",
            in: "ApplePay",
            on: ["Money", "PaymentRequest", "PaymentSheet", "World"]
        ),

        // The sandbox: stands for Apple, the phone, the schemes and the banks.
        module("CardAccounts", in: "Sandbox", on: ["ASN1", "Bytes", "Cryptography", "World"]),
        module(
            "CardNetwork",
            in: "Sandbox",
            on: [
                "Bytes", "CardAccounts", "CardMessages", "Cryptography", "ISO8583", "Money",
                "Sockets", "Storage", "World",
            ]
        ),
        module(
            "AppleServers",
            in: "Sandbox",
            on: [
                "ASN1", "Bytes", "CardAccounts", "Certificates", "Cryptography", "JSON",
                "PaymentToken", "Storage", "World",
            ]
        ),
        module(
            "Wallet",
            in: "Sandbox",
            on: [
                "AppleServers", "Bytes", "CardAccounts", "Certificates", "Cryptography", "Files",
                "JSON", "Money", "PaymentRequest", "PaymentSheet", "PaymentToken", "SheetView",
                "WalletOrders", "World",
            ]
        ),

        module(
            "TokenMint",
            in: "Sandbox",
            on: [
                "ASN1", "AppleServers", "Bytes", "CardNetwork", "Certificates", "Cryptography",
                "JSON", "Money", "PaymentToken", "Storage", "World",
            ]
        ),

        // All of it, composed for one shopper; for what needs a whole sandbox.
        module(
            "TestSandbox",
            in: "Sandbox",
            on: [
                "AppleServers", "Bytes", "CardAccounts", "CardNetwork", "Certificates",
                "Cryptography", "PaymentRequest", "PaymentSheet", "PaymentToken", "Storage",
                "Wallet", "WalletOrders", "World",
            ]
        ),

        // The wallet of a process for the servers of another.
        module(
            "RemoteSandbox",
            in: "Sandbox",
            on: [
                "AppleServers", "Bytes", "CardAccounts", "Certificates", "Cryptography",
                "HTTPClient", "HTTPMessages", "JSON", "PaymentSheet", "PaymentToken",
                "TestSandbox", "Wallet", "World",
            ]
        ),

        // Apple's servers and the wallet over HTTP, with their records in a database.
        module(
            "SheetServer",
            in: "Sandbox",
            on: [
                "ApplePaySession", "Bytes", "HTTPMessages", "HTTPServer", "JSON", "Money",
                "PaymentRequest", "PaymentSheet", "QRCode", "SheetView", "Sockets", "Wallet",
                "World",
            ]
        ),
        // Payment platforms over the card network, each by the interface that its SDKs use.
        module(
            "Platforms",
            in: "Sandbox",
            on: [
                "AppleServers", "Bytes", "CardAccounts", "CardMessages", "CardNetwork",
                "Certificates", "Cryptography", "HTTPClient", "HTTPMessages", "HTTPServer",
                "ISO8583", "JSON", "Money", "PaymentToken", "Sockets", "Storage", "World", "XML",
            ]
        ),
        module(
            "SandboxServer",
            in: "Sandbox",
            on: [
                "ASN1", "ApplePaySession", "AppleServers", "Bytes", "CardAccounts", "CardMessages",
                "CardNetwork", "Certificates", "Cryptography", "Files", "HTTPClient",
                "HTTPMessages", "HTTPServer", "ISO8583", "JSON", "Money", "PaymentRequest",
                "PaymentSheet", "PaymentToken", "Platforms", "SheetServer", "SheetView", "Sockets",
                "Storage", "TestSandbox", "Wallet", "WalletOrders", "World",
            ]
        ),

        // The merchant's half: works unchanged against Apple.
        module(
            "TokenIntake",
            in: "Merchant",
            on: [
                "Bytes", "Certificates", "Cryptography", "Files", "Money", "PaymentToken",
                "SecurityModule", "World",
            ]
        ),
        module(
            "Payments",
            in: "Merchant",
            on: [
                "Bytes", "CardMessages", "Cryptography", "Money", "PaymentToken", "Storage",
                "TokenIntake", "World",
            ]
        ),
        module(
            "Processors",
            in: "Merchant",
            on: [
                "Bytes", "CardMessages", "Cryptography", "ISO8583", "Money", "Payments", "Sockets",
                "World",
            ]
        ),
        // Payment platforms, over HTTP.
        module(
            "PlatformProcessors",
            in: "Merchant",
            on: [
                "Bytes", "CardMessages", "Cryptography", "HTTPClient", "HTTPMessages", "JSON",
                "Money", "PaymentToken", "Payments", "World", "XML",
            ]
        ),
        // Payments over HTTP, with its configuration, callers, log and metrics.
        module(
            "MerchantServer",
            in: "Merchant",
            on: [
                "ApplePaySession", "Bytes", "CardMessages", "Certificates", "Cryptography", "Files",
                "HTTPClient", "HTTPMessages", "HTTPServer", "ISO8583", "JSON", "Money", "NATS",
                "PaymentRequest", "PaymentToken", "Payments", "PlatformProcessors", "PostgreSQL",
                "Processors", "SecurityModule", "SheetView", "Sockets", "Storage", "TokenIntake",
                "WalletOrders", "World",
            ]
        ),

        // Tools: where both halves meet.
        module("AppLint", in: "Tools", on: ["Bytes"]),
        // What compiles an app's files as they are, for the plugin AppFiles.
        tool("AppRewriter", path: "Sources/Tools/AppRewriter", on: ["AppLint", "Files"]),
        // A store whose pages take Apple Pay, on the merchant's server over HTTP.
        module(
            "Storefront",
            in: "Tools",
            on: [
                "ApplePaySession", "Bytes", "Cryptography", "HTTPClient", "HTTPMessages",
                "HTTPServer", "JSON", "Money", "PaymentRequest", "Sockets", "World",
            ]
        ),
        // One payment through every part, as a page.
        module(
            "XRay",
            in: "Tools",
            on: [
                "ApplePaySession", "AppleServers", "Bytes", "CardAccounts", "CardMessages",
                "CardNetwork", "Certificates", "Cryptography", "HTTPClient", "HTTPMessages",
                "HTTPServer", "ISO8583", "JSON", "Money", "PaymentRequest", "PaymentSheet",
                "PaymentToken", "Platforms", "SandboxServer", "Sockets", "TokenDisplay", "Wallet",
                "World",
            ]
        ),
        tool(
            "quince",
            path: "Sources/Tools/quince",
            on: [
                "AppLint", "AppleServers", "Bytes", "CardAccounts", "CardMessages", "CardNetwork",
                "Certificates", "CommandLineTool", "Cryptography", "Files", "HTTPClient",
                "HTTPMessages", "HTTPServer", "ISO8583", "JSON", "MerchantServer", "Money",
                "PaymentRequest", "PaymentSheet", "PaymentToken", "Payments", "PostgreSQL",
                "PlatformProcessors", "Platforms", "Processors", "RemoteSandbox", "SandboxServer",
                "SecurityModule", "SheetServer",
                "SheetView", "Sockets", "Storage", "Storefront", "TestSandbox", "TokenDisplay",
                "TokenIntake", "TokenMint", "Wallet", "WalletOrders", "World", "XRay",
            ]
        ),

        // Development: `./dev coverage`.
        .executableTarget(
            name: "PassKitCoverage",
            dependencies: ["Files", "JSON"],
            path: "Support/PassKitCoverage",
            swiftSettings: strict
        ),

        // Benchmarks: `./dev bench`.
        .target(
            name: "CTokenFloor",
            path: "Benchmarks/CTokenFloor",
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        .target(name: "CPaymentLoad", path: "Benchmarks/CPaymentLoad"),
        .target(
            name: "CPlatformFloor",
            dependencies: ["CLibCurl"],
            path: "Benchmarks/CPlatformFloor"
        ),
        .target(
            name: "CStorageFloor",
            dependencies: ["CPostgreSQL"],
            path: "Benchmarks/CStorageFloor",
            linkerSettings: [.linkedLibrary("pq"), .linkedLibrary("sqlite3")]
        ),
        .executableTarget(
            name: "quince-bench",
            dependencies: [
                "ASN1", "AppleServers", "Bytes", "CPaymentLoad", "CPlatformFloor",
                "CStorageFloor", "CTokenFloor", "CardAccounts", "CardMessages", "CardNetwork",
                "Certificates", "Cryptography", "HTTPClient", "HTTPMessages", "HTTPServer",
                "ISO8583", "JSON", "MerchantServer", "Money", "PaymentToken", "Payments",
                "PlatformProcessors", "Platforms", "PostgreSQL", "Processors", "Sockets",
                "Storage", "TestSupport", "TokenIntake", "World",
            ],
            path: "Benchmarks/quince-bench",
            swiftSettings: strict
        ),

        .executableTarget(
            name: "quince-http-bench",
            dependencies: [
                "Bytes", "Certificates", "HTTPMessages", "HTTPServer", "JSON", "Sockets", "World",
            ],
            path: "Benchmarks/quince-http-bench",
            swiftSettings: strict
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "ASN1", "Bytes", "CPKCS11", "CardAccounts", "CardNetwork", "Certificates",
                "Cryptography", "ISO8583", "JSON", "PaymentToken", "Storage", "TokenMint", "World",
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests(
            "FoundationsTests",
            of: [
                "ASN1", "Bytes", "CLibCurl", "Certificates", "Cryptography", "Files",
                "HTTPClient", "HTTPMessages", "HTTPServer", "ISO8583", "JSON", "NATS", "PostgreSQL",
                "QRCode", "SecurityModule", "Sockets", "Storage", "TokenMint", "World", "XML",
            ]
        ),
        tests(
            "ApplePayTests",
            of: [
                "ASN1", "ApplePaySession", "AppleServers", "Bytes", "CardMessages", "Certificates",
                "Cryptography", "ISO8583", "JSON", "Money", "PaymentRequest", "PaymentSheet",
                "PaymentToken", "SheetView", "TokenDisplay", "TokenMint", "WalletOrders", "World",
                "ZIP",
            ]
        ),
        tests(
            "SandboxTests",
            of: [
                "ASN1", "AppleServers", "Bytes", "CardAccounts", "CardMessages", "CardNetwork",
                "Certificates", "Cryptography", "HTTPClient", "HTTPMessages", "HTTPServer",
                "ISO8583", "JSON", "Money", "PaymentRequest", "PaymentSheet", "PaymentToken",
                "Platforms", "SandboxServer", "Sockets", "Storage", "TestSandbox", "TokenMint",
                "Wallet", "World",
            ]
        ),
        tests(
            "SheetServerTests",
            of: [
                "ApplePaySession", "AppleServers", "Certificates", "HTTPClient", "HTTPMessages",
                "HTTPServer", "JSON", "PaymentRequest", "PaymentSheet", "PaymentToken",
                "SheetServer", "SheetView", "Sockets", "TestSandbox", "Wallet", "World",
            ]
        ),
        tests(
            "SessionGatewayTests",
            of: [
                "ASN1", "ApplePaySession", "AppleServers", "Bytes", "Certificates", "Cryptography",
                "HTTPClient", "HTTPMessages", "HTTPServer", "JSON", "PaymentToken", "SandboxServer",
                "Sockets", "Storage", "World",
            ]
        ),
        tests(
            "MerchantTests",
            of: [
                "ASN1", "AppleServers", "Bytes", "Certificates", "Cryptography", "HTTPClient",
                "HTTPMessages", "JSON", "Money", "PaymentToken", "Payments", "PlatformProcessors",
                "PostgreSQL", "SecurityModule", "Storage", "TestSandbox", "TokenIntake",
                "TokenMint", "World", "XML",
            ]
        ),
        tests(
            "MerchantServerTests",
            of: [
                "AppleServers", "Bytes", "CardAccounts", "CardMessages", "CardNetwork",
                "Certificates", "Cryptography", "HTTPClient", "HTTPMessages", "HTTPServer",
                "ISO8583", "JSON", "MerchantServer", "PaymentToken", "Payments", "PostgreSQL",
                "Processors", "Sockets", "Storage", "TestSandbox", "TokenIntake", "Wallet", "World",
            ]
        ),
        tests(
            "ProcessorsTests",
            of: [
                "Bytes", "CardAccounts", "CardMessages", "CardNetwork", "Certificates",
                "Cryptography", "HTTPClient", "HTTPMessages", "ISO8583", "JSON", "Money",
                "PaymentToken", "Payments", "PlatformProcessors", "Processors", "Sockets",
                "Storage", "TokenIntake", "World",
            ]
        ),
        tests(
            "ToolTests",
            of: [
                "AppLint", "AppRewriter", "AppleServers", "Bytes", "CStorageFloor", "CardAccounts",
                "CardMessages",
                "CardNetwork", "Certificates", "CommandLineTool", "Cryptography", "Files",
                "FinanceKit", "HTTPMessages", "ISO8583", "JSON", "MerchantServer", "Money",
                "PassKit",
                "PaymentRequest", "PaymentSheet", "PaymentToken", "Payments", "Processors",
                "QuinceTesting", "RemoteSandbox", "SandboxServer", "Sockets", "Storage",
                "TestSandbox", "TokenDisplay", "TokenMint", "Wallet", "WebKit", "World", "quince",
            ]
        ),
        tests(
            "WebTests",
            of: [
                "ApplePaySession", "JSON", "Money", "PaymentRequest", "PaymentSheet", "SheetView",
                "World", "quince",
            ]
        ),
        tests("StorefrontTests", of: ["Money", "PaymentRequest", "Storefront", "World"]),
        tests("RepositoryRulesTests", of: ["PassKitCoverage"]),
    ]
)

// Apple's systems have these themselves; there, `import PassKit` is Apple's.
#if os(Linux)
    package.targets += [
        module("Contacts", in: "Frameworks", on: ["World"]),
        // What PassKit needs of UIKit, under a name that no `canImport(UIKit)` finds.
        module("UIKitStubs", in: "Frameworks", on: ["PaymentSheet", "World"]),
        module(
            "PassKit",
            in: "Frameworks",
            on: [
                "Contacts", "Money", "PaymentRequest", "PaymentSheet", "SheetView", "UIKitStubs",
                "World",
            ]
        ),
        module("UIKit", in: "Frameworks", on: ["UIKitStubs"]),
        // So that a test may import UIKit beside Testing.
        module("_Testing_UIKit", in: "Frameworks"),
        module("Combine", in: "Frameworks", on: ["World"]),
        module("os", in: "Frameworks"),
        module("SwiftUI", in: "Frameworks", on: ["Combine", "PassKit", "UIKitStubs"]),
        module("FinanceKit", in: "Frameworks", on: ["PaymentSheet", "World"]),
        module("FinanceKitUI", in: "Frameworks", on: ["FinanceKit", "SwiftUI"]),
        module("WebKit", in: "Frameworks", on: ["PaymentSheet", "UIKitStubs", "World"]),
        // What users import in their tests.
        module(
            "QuinceTesting",
            in: "Testing",
            on: [
                "AppleServers", "Certificates", "Money", "PaymentRequest", "PaymentSheet",
                "PaymentToken", "TestSandbox", "Wallet", "World",
            ]
        ),
        // What users name in the target of an app's files.
        .plugin(name: "AppFiles", capability: .buildTool(), dependencies: ["AppRewriter"]),
        // Apps compiled without our settings, but with warnings as errors.
        .target(
            name: "AppsInSwift5",
            dependencies: ["Combine", "PassKit", "SwiftUI", "os"],
            path: "Tests/AppsInSwift5",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        tests(
            "FrameworksTests",
            of: [
                "AppRewriter", "AppsInSwift5", "Combine", "Contacts", "Money", "PassKit",
                "PaymentRequest", "PaymentSheet", "SheetView", "SwiftUI", "UIKit", "UIKitStubs",
                "WebKit", "World",
                "_Testing_UIKit", "os",
            ]
        ),
        tests(
            "QuinceTestingTests",
            of: [
                "FinanceKit", "FinanceKitUI", "PassKit", "QuinceTesting", "SheetServer", "SwiftUI",
            ]
        ),
    ]
    package.products += [
        .library(name: "PassKit", targets: ["PassKit", "Contacts"]),
        .library(
            name: "QuinceTesting",
            targets: ["QuinceTesting"] + sandboxModules + requestModules + tokenModules
        ),
        .plugin(name: "AppFiles", targets: ["AppFiles"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "FinanceKit", targets: ["FinanceKit"]),
        .library(name: "FinanceKitUI", targets: ["FinanceKitUI"]),
        .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
        .library(name: "WebKit", targets: ["WebKit"]),
        .library(name: "os", targets: ["os"]),
    ]
#endif
