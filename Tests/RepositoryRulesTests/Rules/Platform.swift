extension RepositoryRule {
    static let onlyAppleModulesImportFoundation = RepositoryRule(
        "only Apple's modules, in Sources/Frameworks, and the reader of property lists import Foundation",
        caught: [
            Planting("import Foundation"),
            Planting("internal import Foundation"),
            Planting("public import struct Foundation.Decimal"),
            Planting("internal import FoundationEssentials"),
        ],
        allowed: [
            Planting(
                "public import Foundation",
                in: "Sources/Frameworks/PassKit/Items/PKPaymentSummaryItem.swift"
            ),
            Planting("import Foundation", in: "Tests/MerchantTests/DeskTests.swift"),
            Planting("// import Foundation"),
            Planting(
                "internal import FoundationEssentials",
                in: "Sources/Tools/quince/App/PropertyList.swift"
            ),
        ]
    ) { tree in
        tree.sources.filter {
            !$0.isInside(["Sources/Frameworks"])
                && $0.path != "Sources/Tools/quince/App/PropertyList.swift"
        }
        .flatMap { file in
            file.imports.filter { $0.module.hasPrefix("Foundation") }
                .map {
                    Violation(
                        path: file.path,
                        line: $0.line,
                        message:
                            "use our own modules: why is written in Documentation/Decisions/0007-own-json-reader.md"
                    )
                }
        }
    }

    static let locksAreLockedValues = RepositoryRule(
        "a lock is a LockedValue",
        caught: [
            Planting("unsafe pthread_mutex_lock(lock)"),
            Planting("let lock = NSLock()"),
            Planting("let count = Mutex(0)"),
        ],
        allowed: [
            Planting(
                "unsafe pthread_mutex_lock(lock)",
                in: "Sources/Foundations/World/LockedValue.swift"
            ),
            Planting("let count = LockedValue(0)"),
            Planting("internal import Synchronization\nlet count = Atomic(0)"),
        ]
    ) { tree in
        tree.sources.filter { !filesWithLocks.contains($0.path) }
            .flatMap { file in
                file.uses(of: [
                    "pthread_mutex_lock", "pthread_rwlock_wrlock", "NSLock", "Mutex(", "Mutex<",
                ]) { _ in
                    "use LockedValue; Documentation/Decisions/0012-pthread-mutex-locks.md says why"
                }
            }
    }

    /// The lock, and what also waits for a condition, which LockedValue cannot do.
    private static let filesWithLocks: Set = [
        "Sources/Foundations/World/LockedValue.swift",
        "Sources/Foundations/World/ThreadCondition.swift",
    ]
}
