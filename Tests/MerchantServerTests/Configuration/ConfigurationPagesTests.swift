import Foundation
import JSON
import MerchantServer
import TestSupport
import Testing

/// The members of the configuration that pages name, compared with the schema.
@Suite("The configuration on the pages")
struct ConfigurationPagesTests {
    /// The members by their names, each with those inside it.
    private static let members: [String: [String]] = {
        guard let properties = properties(ServerConfiguration.schema) else { return [:] }
        return properties.mapValues { Self.properties($0).map { Array($0.keys) } ?? [] }
    }()

    private static func properties(_ schema: JSONOutput) -> [String: JSONOutput]? {
        guard case .object(let members) = schema,
            case .object(let inner)? = members.first(where: { $0.name == "properties" })?.value
        else { return nil }
        return Dictionary(uniqueKeysWithValues: inner.map { ($0.name, $0.value) })
    }

    private static func page(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    // A decision may name what was measured.
    private static let pages = Repository.paths
        .filter { $0.hasSuffix(".md") && !$0.hasPrefix("Documentation/Decisions/") }

    @Test func `is a table of all members`() throws {
        let page = try Self.page("Documentation/RunningTheServer.md")
        let table = page.split(separator: "\n")
            .drop { $0 != "| member | what it is |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
        var found: Set<String> = []
        for row in table {
            let cells = row.split(separator: "|", maxSplits: 1)
            let names = cells[0].matches(of: #/`([A-Za-z]+)`/#).map { String($0.1) }
            found.formUnion(names)
            for name in names.flatMap({ Self.members[$0] ?? [] }) {
                #expect(cells[1].contains("`\(name)`"), "\(names): \(name)")
            }
        }
        #expect(!found.isEmpty && found == Set(Self.members.keys))
    }

    @Test func `names no member that there is not`() throws {
        // Names of files, and the event of the log when the database has not answered yet.
        let others: Set = [
            "identity.pem", "processing.pem", "merchant.json", "orders.sqlite", "database.awaited",
        ]
        for path in Self.pages {
            for match in try Self.page(path).matches(of: #/`([a-zA-Z]+)\.([a-zA-Z]+)`/#) {
                guard let inner = Self.members[String(match.1)], !inner.isEmpty else { continue }
                let name = "\(match.1).\(match.2)"
                #expect(
                    inner.contains(String(match.2)) || others.contains(name),
                    "\(path): \(name)"
                )
            }
        }
    }

    @Test func `names no variable that replaces nothing`() throws {
        func variable(_ name: String) -> String {
            name.reduce(into: "") { $0 += ($1.isUppercase ? "_" : "") + $1.uppercased() }
        }
        var known: Set<String> = []
        for (name, inner) in Self.members {
            known.insert("QUINCE_SERVER_" + variable(name))
            for name in inner.map({ "\(variable(name))_\(variable($0))" }) {
                known.insert("QUINCE_SERVER_\(name)")
            }
        }
        var count = 0
        for path in Self.pages {
            for match in try Self.page(path).matches(of: #/QUINCE_SERVER_[A-Z_]+/#)
            where !match.0.hasSuffix("_") {
                #expect(known.contains(String(match.0)), "\(path): \(match.0)")
                count += 1
            }
        }
        #expect(count > 0)
    }
}
