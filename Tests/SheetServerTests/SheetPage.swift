import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import Testing
import World

/// An event of a stream.
struct PageEvent: Sendable {
    let name: String
    let identifier: Int?
    let text: String

    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
    }
}

/// A stream of server-sent events, read as a browser does.
final class EventReader: Sendable {
    struct State: Sendable {
        var events: [PageEvent] = []
        var isOver = false
    }

    let state = AwaitableValue(State())
    private let stream: any ByteStream

    /// Connects to a server and sends a request.
    init(_ address: SocketAddress, _ path: String, lastEvent: Int? = nil) async throws {
        stream = try await TCPDialer().connect(to: address, within: .seconds(120))
        var request = "GET \(path) HTTP/1.1\r\nHost: \(address)\r\nSec-Fetch-Site: same-origin\r\n"
        if let lastEvent { request += "Last-Event-ID: \(lastEvent)\r\n" }
        try await stream.send(Array((request + "\r\n").utf8))
        Task { [stream, state] in
            var text = ""
            while let bytes = try? await stream.receive(upTo: 65_536), !bytes.isEmpty {
                text += String(decoding: bytes, as: UTF8.self)
                let complete = Self.events(in: text)
                state.change { $0.events = complete }
                if text.hasSuffix("\r\n0\r\n\r\n") { break }
            }
            state.change { $0.isOver = true }
        }
    }

    deinit { stream.close() }

    /// Leaves as a tab that is closed.
    func close() { stream.close() }

    /// The complete events of a chunked response. A chunk may end within an event; its sizes are lines
    /// of hexadecimal digits.
    private static func events(in text: String) -> [PageEvent] {
        guard let head = text.range(of: "\r\n\r\n") else { return [] }
        var (body, rest) = ("", text[head.upperBound...])
        while let line = rest.range(of: "\r\n"),
            let size = Int(rest[..<line.lowerBound], radix: 16), size > 0
        {
            let bytes = Array(rest[line.upperBound...].utf8)
            guard bytes.count >= size + 2 else { break }
            body += String(decoding: bytes[..<size], as: UTF8.self)
            rest = Substring(String(decoding: bytes[(size + 2)...], as: UTF8.self))
        }
        var events: [PageEvent] = []
        for block in body.components(separatedBy: "\n\n").dropLast() {
            var (name, identifier, data) = ("message", Int?.none, [String]())
            for line in block.components(separatedBy: "\n") {
                if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
                if line.hasPrefix("id: ") { identifier = Int(line.dropFirst(4)) }
                if line.hasPrefix("data: ") { data.append(String(line.dropFirst(6))) }
            }
            events.append(
                PageEvent(name: name, identifier: identifier, text: data.joined(separator: "\n"))
            )
        }
        return events
    }
}

/// The page of one sheet, with what it has read.
final class SheetPage: Sendable {
    let identifier: String
    let reader: EventReader
    private let bench: SheetBench
    private let answered = LockedValue<Set<Int>>([])

    init(_ identifier: String, _ bench: SheetBench) async throws {
        (self.identifier, self.bench) = (identifier, bench)
        reader = try await EventReader(
            bench.server.address,
            "/sheet/sessions/\(identifier)/events"
        )
    }

    static let patience: Duration = .seconds(240)

    /// The last view for which a condition holds.
    func view(
        _ comment: Comment? = nil,
        where condition: @escaping @Sendable ([String: Any]) -> Bool = { _ in true }
    ) async throws -> [String: Any] {
        let isShown = await reader.state.wait(within: Self.patience) { state in
            state.events.last { $0.name == "view" }.map { condition($0.object) } ?? false
        }
        let last = reader.state.read { $0.events.last { $0.name == "view" } }
        try #require(isShown, "\(comment ?? "") the last view is \(last?.text ?? "none")")
        return last?.object ?? [:]
    }

    func view(state: String) async throws -> [String: Any] {
        try await view("\(state)") { $0["state"] as? String == state }
    }

    /// The next question of a name.
    func question(_ name: String) async throws -> (number: Int, event: [String: Any]) {
        let known = answered.withLock(\.self)
        func isMeant(_ event: PageEvent) -> Bool {
            event.name == "question" && event.object["name"] as? String == name
                && !known.contains(event.object["question"] as? Int ?? 0)
        }
        let isAsked = await reader.state.wait(within: Self.patience) { state in
            state.events.contains { event in
                event.name == "question" && event.object["name"] as? String == name
                    && !known.contains(event.object["question"] as? Int ?? 0)
            }
        }
        try #require(isAsked, "\(name) was not asked")
        let found = try #require(reader.state.read { $0.events.first(where: isMeant) })
        return (
            try #require(found.object["question"] as? Int),
            found.object["event"] as? [String: Any] ?? [:]
        )
    }

    /// Answers the next question of a name.
    @discardableResult
    func answer(_ name: String, _ value: Any) async throws -> [String: Any] {
        let (number, event) = try await question(name)
        let answer = try await post("answers", ["question": number, "value": value])
        #expect(answer.status == 204, "\(name): \(answer.detail)")
        _ = answered.withLock { $0.insert(number) }
        return event
    }

    /// Takes a step that the sheet must take.
    /// Does a step, and returns the number of the event that shows it.
    @discardableResult
    func step(_ step: Any) async throws -> Int {
        let answer = try await post("steps", step)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200, "\(step): \(text)")
        return try #require(
            PageEvent(name: "", identifier: nil, text: text).object["event"] as? Int
        )
    }

    /// The view in the event with a number, or the one that took its place.
    func view(at number: Int) async throws -> [String: Any] {
        @Sendable func isMeant(_ event: PageEvent) -> Bool {
            event.name == "view" && event.identifier ?? 0 >= number
        }
        let isThere = await reader.state.wait(within: Self.patience) {
            $0.events.contains(where: isMeant)
        }
        try #require(isThere, "no view \(number)")
        return reader.state.read { $0.events.first(where: isMeant) }?.object ?? [:]
    }

    func post(_ path: String, _ body: Any) async throws -> SheetBench.Answer {
        try await bench.ask(.post, "/sheet/sessions/\(identifier)/\(path)", body)
    }

    /// How the sheet ended: its outcome and the reason.
    func end() async throws -> String {
        let isOver = await reader.state.wait(within: Self.patience) { state in
            state.events.contains { $0.name == "end" }
        }
        try #require(isOver, "the sheet goes on")
        let end = reader.state.read { $0.events.first { $0.name == "end" } }?.object ?? [:]
        let reason = (end["reason"] as? String).map { " \($0)" } ?? ""
        return "\(end["outcome"] ?? "")\(reason)"
    }
}

/// A row of a view.
func row(_ name: String, of view: [String: Any]) throws -> [String: Any] {
    let rows = try #require(view["rows"] as? [[String: Any]])
    return try #require(rows.first { $0["row"] as? String == name }, "there is no row \(name)")
}
