import CardMessages
import CardNetwork
import ISO8583
import TestSupport

@testable import Processors

/// The connections and the network at their other end.
extension PaymentSystemSimulation {
    mutating func opened(_ link: Link) {
        let process = processes[link.process]
        guard process.isAlive, process.machine.connection == link.number,
            process.machine.phase == .opening
        else { return }
        guard isNetworkUp else { return feed(link.process, .ended(link.number)) }
        links[link] = true
        feed(link.process, .opened(link.number))
        if happens(50) {
            queue.schedule(.connection(process: link.process, .ended(link.number)), within: 300_000)
        }
        if happens(30) { queue.schedule(.silence(link), within: 300_000) }
    }

    /// Crosses the network: perhaps lost, doubled, late, or all of it.
    mutating func send(_ message: ISO8583Message, on link: Link) {
        guard links[link] != nil,
            let bytes = try? message.encoded(in: .ascii),
            let frame = try? MessageFraming.binary.frame(bytes)
        else { return }
        travel(.atNetwork(link, frame))
    }

    private mutating func travel(_ event: Event) {
        if happens(10) { return count("lost messages") }
        let delay: UInt64 = isCalm ? 200 : queue.happens(percent: 10) ? 300_000 : 8_000
        queue.schedule(event, within: delay)
        if happens(15) {
            count("doubled messages")
            queue.schedule(event, within: 2 * delay)
        }
    }

    mutating func receive(_ frame: [UInt8], on link: Link) {
        guard processes[link.process].isAlive, links[link] == true else { return }
        for message in Self.messages(in: frame) {
            guard let message else {
                feed(link.process, .receivedUnreadable(link.number))
                continue
            }
            feed(link.process, .received(link.number, message))
        }
    }

    /// The messages in a frame; nil for what is none.
    private static func messages(in frame: [UInt8]) -> [ISO8583Message?] {
        var frames = MessageFrames(.binary)
        frames.append(frame)
        var messages: [ISO8583Message?] = []
        while let bytes = try? frames.next() {
            messages.append(try? ISO8583Message(bytes, in: .ascii))
        }
        return messages
    }

    mutating func crashNetwork() {
        note("the network crashes")
        isNetworkUp = false
        queue.schedule(.networkStart, within: 60_000)
        let all = links.keys.sorted { ($0.process, $0.number) < ($1.process, $1.number) }
        for link in all { feed(link.process, .ended(link.number)) }
    }

    // MARK: The network's answers

    mutating func answer(_ frame: [UInt8], from link: Link) async throws {
        guard isNetworkUp else { return }
        for case let message? in Self.messages(in: frame) {
            guard let reply = try await reply(to: message) else { continue }
            if message.type != .networkManagementRequest {
                note("the network answers \(Self.text(reply.message))")
            }
            deliver(reply, to: link)
        }
    }

    /// The network's records are a disk too: where it fails before, the answer is 96, and where the
    /// answer of the disk is lost there is none, as with a folder's.
    private mutating func reply(to message: ISO8583Message) async throws -> NetworkReply? {
        if case .instead(let answer) = try await bug?.meddle(with: message, self) {
            return answer
        }
        let isPayment = message.type != .networkManagementRequest
        if isPayment, (isNetworkDiskFull && !isCalm) || happens(4) {
            count("failures of the network's disk")
            return SwitchMessage(message, key: setting.digestKey).reply(SwitchAnswer(.systemError))
        }
        let reply = await network.reply(to: bug?.altered(message, &queue) ?? message)
        try await checkLedger()
        return isPayment && happens(4) ? nil : reply
    }

    private mutating func deliver(_ reply: NetworkReply, to link: Link) {
        guard links[link] == true, let bytes = try? reply.message.encoded(in: .ascii),
            let frame = try? MessageFraming.binary.frame(bytes)
        else { return }
        switch reply.delivery {
        case .now: travel(.atServer(link, frame))
        case .delayed(let milliseconds):
            queue.schedule(.atServer(link, frame), after: UInt64(milliseconds))
        case .twice:
            travel(.atServer(link, frame))
            travel(.atServer(link, frame))
        case .malformed:
            if let frame = try? MessageFraming.binary.frame(Array("MALFORMED".utf8)) {
                travel(.atServer(link, frame))
            }
        case .never: break
        case .closedConnection: feed(link.process, .ended(link.number))
        }
    }

    /// A message for people: nothing of the card.
    static func text(_ message: ISO8583Message) -> String {
        let code = message.text(39).map { ", \($0)" } ?? ""
        let amount = message.text(4).flatMap { Int64($0) } ?? 0
        return
            "\(message.type) \(message.text(37) ?? "") \(message.text(11) ?? "") \(amount)\(code)"
    }
}
