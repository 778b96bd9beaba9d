import Foundation
import TestSupport
import Testing

@testable import AppRewriter
@testable import AppsInSwift5

@Suite("The page on what an app changes")
struct AppChangesPageTests {
    private static let page = "Documentation/AppChanges.md"

    /// A line of the page's table: Swift that does not compile, and what the compiler says of it.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        let code: String
        let message: String

        var testDescription: String { code }

        init?(_ line: Substring) {
            guard line.hasPrefix("| `"), let end = line.dropFirst(3).firstRange(of: "` | ") else {
                return nil
            }
            code = String(line.dropFirst(3)[..<end.lowerBound])
            message = String(line[end.upperBound...].prefix { $0 != "|" }.dropLast())
        }
    }

    /// The lines of the tables: those of the plugin's, and the others.
    private static func obstacles() throws -> (rewritten: [Obstacle], others: [Obstacle]) {
        let url = Repository.root.appending(path: page)
        let parts = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n## Without Objective-C's runtime\n")
            .map { $0.split(separator: "\n").compactMap(Obstacle.init) }
        return (try #require(parts.first), try #require(parts.last))
    }

    /// The compiler's errors for each of some sources.
    private static func errors(of sources: [String], options: String = "") throws -> [[Substring]] {
        let scratch = ScratchFolder()
        for (number, source) in sources.enumerated() {
            let file = scratch.url.appending(path: "obstacle\(number).swift")
            try Data(source.utf8).write(to: file)
        }
        let command =
            "for number in $(seq 0 \(sources.count - 1)); do echo \"== obstacle\"; "
            + "swiftc -typecheck \(options) obstacle$number.swift 2>&1; done; true"
        return withExtendedLifetime(scratch) {
            Shell.output(of: command, in: scratch.url)
                .split(separator: "== obstacle\n", omittingEmptySubsequences: false).dropFirst()
                .map { $0.split(separator: "\n").filter { $0.contains("error: ") } }
        }
    }

    @Test func `quotes the compiler, for each line of its tables`() throws {
        let (rewritten, others) = try Self.obstacles()
        let obstacles = rewritten + others
        #expect(rewritten.count == 7)
        #expect(others.count == 14)
        let errors = try Self.errors(of: obstacles.map { "import Foundation\n\($0.code)\n" })
        #expect(errors.count == obstacles.count)
        for (obstacle, errors) in zip(obstacles, errors) {
            #expect(
                errors.contains { $0.contains(obstacle.message) },
                "\(obstacle.code): \(errors)"
            )
        }
    }

    @Test func `says of which lines the plugin's copies compile`() throws {
        let obstacles = try Self.obstacles().rewritten
        let copies = try obstacles.map { obstacle in
            let file = try AppFile(
                path: "/app/A.swift",
                bytes: Array("import UIKit\n\(obstacle.code)\n".utf8)
            )
            return Rewriting([file]).text(of: file)
        }
        let modules = [".build/debug/Modules", "Sources/Foundations/CProcess"]
            .map { "-I '\(Repository.root.appending(path: $0).path)'" }
        let errors = try Self.errors(of: copies, options: modules.joined(separator: " "))
        #expect(errors == obstacles.map { _ in [] })
    }

    @Test func `says where a program's Info.plist is read`() throws {
        let scratch = ScratchFolder()
        let program = """
            import Foundation
            print(Bundle.main.object(forInfoDictionaryKey: "Merchant") ?? "none")
            """
        try Data(program.utf8).write(to: scratch.url.appending(path: "main.swift"))
        let list = ["Merchant": "merchant.com.example"]
        let data = try PropertyListEncoder().encode(list)
        let command = "swiftc main.swift -o program && ./program"
        let result = try withExtendedLifetime(scratch) {
            let before = Shell.output(of: command, in: scratch.url)
            try data.write(to: scratch.url.appending(path: "Info.plist"))
            return before + Shell.output(of: "./program", in: scratch.url)
        }
        #expect(result == "none\nmerchant.com.example\n")
    }

    @Test func `shows a payment button's file that compiles`() throws {
        let example = try PageExample("SPLIT", in: "Tests/AppsInSwift5/ObservableApp.swift")
        #expect(try example.isShown(by: Self.page))
    }

    @Test func `shows the file that gives all files of a target what Foundation lacks`() throws {
        let example = try PageExample("LINUX", in: "Tests/AppsInSwift5/OnLinux.swift")
        #expect(try example.isShown(by: Self.page))
        let server = try #require(URL(string: "https://shop.example/"))
        let model = OrderModel()
        #expect(model.request(to: server).httpMethod == "POST")
        #expect(model.status == "sent" && BasketModel().count == 0)
    }
}
