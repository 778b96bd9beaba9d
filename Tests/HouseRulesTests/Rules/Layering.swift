private let layout = """
    room("Bytes", in: "Foundations"),
    room("World", in: "Foundations", on: ["Bytes"]),
    room("Money", in: "ApplePay", on: ["Bytes"]),
    room("Wallet", in: "Sandbox", on: ["Money"]),
    room("Orders", in: "Merchant", on: ["Money"]),
    tool("quince", path: "Sources/Tools/quince", on: ["Orders", "Wallet"]),
    """

extension HouseRule {
    static let arrowsPointDown = HouseRule(
        "a room depends on rooms below it, or in its layer without a circle",
        caught: [
            Planting(
                "up",
                ["Package.swift": layout + #"room("JSON", in: "Foundations", on: ["Money"])"#]
            ),
            Planting(
                "across",
                ["Package.swift": layout + #"room("Cards", in: "Sandbox", on: ["Orders"])"#]
            ),
            Planting("unknown layer", ["Package.swift": #"room("Cards", in: "Attic")"#]),
            Planting(
                "a circle",
                [
                    "Package.swift": """
                    room("A", in: "Merchant", on: ["B"]),
                    room("B", in: "Merchant", on: ["C"]),
                    room("C", in: "Merchant", on: ["A"]),
                    """
                ]
            ),
        ],
        allowed: [Planting("all arrows down", ["Package.swift": layout])]
    ) { tree in
        let layout = PackageLayout(tree)
        return layout.rooms.flatMap { room -> [Violation] in
            func violation(_ message: String) -> Violation {
                Violation(path: "Package.swift", line: room.line, message: message)
            }
            guard let height = PackageLayout.heights[room.layer] else {
                return [violation("'\(room.layer)' is no layer; name it in PackageLayout.heights")]
            }
            let wrong = room.dependencies.compactMap { layout.room(named: $0) }
                .filter { $0.layer != room.layer }
                .filter { PackageLayout.heights[$0.layer, default: .max] >= height }
                .map {
                    violation(
                        "\(room.name) may not depend on \($0.name) in \($0.layer): let what both need lie below them"
                    )
                }
            let circle = layout.reachesItself(room)
            return wrong
                + (circle
                    ? [
                        violation(
                            "\(room.name) depends on itself in a circle: move what both ends need into a room below"
                        )
                    ] : [])
        }
    }

    static let importsAreDeclared = HouseRule(
        "a room imports what Package.swift says it depends on",
        caught: [
            Planting(
                "an import that is not declared",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift": "internal import Wallet",
                ]
            ),
            Planting(
                "an import of one symbol",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift": "public import struct World.UnixTime",
                ]
            ),
        ],
        allowed: [
            Planting(
                "declared, the system's, or in a comment",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift":
                        "public import Money\ninternal import Glibc\n// import Wallet",
                ]
            )
        ]
    ) { tree in
        let layout = PackageLayout(tree)
        return tree.sources.flatMap { file -> [Violation] in
            guard let room = layout.room(of: file) else { return [] }
            return file.imports
                .filter { layout.declares($0.module) && !room.dependencies.contains($0.module) }
                .map { module, line in
                    Violation(
                        path: file.path,
                        line: line,
                        message:
                            "\(room.name) does not declare \(module): add it to the room's list in Package.swift, if the arrow points down"
                    )
                }
        }
    }

    static let dependenciesAreUsed = HouseRule(
        "a room imports all that it says it depends on",
        caught: [
            Planting(
                "an arrow that nothing follows",
                [
                    "Package.swift": layout,
                    "Sources/ApplePay/Money/Amount.swift": "struct Amount {\n}",
                ]
            )
        ],
        allowed: [
            Planting(
                "a used arrow, and a room still empty",
                [
                    "Package.swift": layout,
                    "Sources/ApplePay/Money/Amount.swift": "internal import Bytes\nlet a = 1",
                    "Sources/Merchant/Orders/Placeholder.swift": "// Placeholder.",
                ]
            )
        ]
    ) { tree in
        let layout = PackageLayout(tree)
        return layout.rooms.flatMap { room -> [Violation] in
            let files = tree.sources.filter { layout.room(of: $0)?.name == room.name }
            guard files.contains(where: { $0.lines.count > 1 }) else { return [] }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            return room.dependencies.filter { !imported.contains($0) }
                .map {
                    Violation(
                        path: "Package.swift",
                        line: room.line,
                        message: "\(room.name) does not import \($0): take it off the room's list"
                    )
                }
        }
    }

    static let everyFolderIsARoom = HouseRule(
        "each folder of Sources is a room that Package.swift names",
        caught: [
            Planting(
                "a cellar",
                ["Package.swift": layout, "Sources/Merchant/Cellar/Wine.swift": ""]
            ),
            Planting(
                "no room at all",
                ["Package.swift": layout, "Sources/Merchant/Wine.swift": ""]
            ),
        ],
        allowed: [
            Planting(
                "a room with folders",
                ["Package.swift": layout, "Sources/Merchant/Orders/Web/Page.swift": ""]
            )
        ]
    ) { tree in
        let layout = PackageLayout(tree)
        return tree.sources.filter { layout.room(of: $0) == nil }
            .map {
                Violation(
                    path: $0.path,
                    message: "lies in no room: name its folder in Package.swift, or move the file"
                )
            }
    }
}

extension PackageLayout {
    /// Whether a room's dependencies lead back to it.
    func reachesItself(_ room: Room) -> Bool {
        var seen: Set<String> = []
        var waiting = room.dependencies
        while let next = waiting.popLast() {
            if next == room.name { return true }
            guard seen.insert(next).inserted else { continue }
            waiting += self.room(named: next)?.dependencies ?? []
        }
        return false
    }
}
