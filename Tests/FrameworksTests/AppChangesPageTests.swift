import Foundation
import TestSupport
import Testing

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

    private static func obstacles() throws -> [Obstacle] {
        let url = Repository.root.appending(path: page)
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .compactMap(Obstacle.init)
    }

    @Test func `quotes the compiler, for each line of its table`() throws {
        let obstacles = try Self.obstacles()
        #expect(obstacles.count == 20)
        let scratch = ScratchFolder()
        let folder = scratch.url
        for (number, obstacle) in obstacles.enumerated() {
            let file = folder.appending(path: "obstacle\(number).swift")
            try Data("import Foundation\n\(obstacle.code)\n".utf8).write(to: file)
        }
        let command =
            "for file in obstacle*.swift; do echo \"== $file\"; "
            + "swiftc -typecheck $file 2>&1; done; true"
        let sections = withExtendedLifetime(scratch) {
            Shell.output(of: command, in: folder).split(separator: "== obstacle")
        }
        #expect(sections.count == obstacles.count)
        for (number, obstacle) in obstacles.enumerated() {
            let section = sections.first { $0.hasPrefix("\(number).swift\n") }
            let errors = (section ?? "").split(separator: "\n").filter { $0.contains("error: ") }
            #expect(
                errors.contains { $0.contains(obstacle.message) },
                "\(obstacle.code): \(errors)"
            )
        }
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
