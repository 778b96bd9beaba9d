import CardMessages
import ISO8583
import Payments
import TestSupport

@testable import Processors

/// An acquirer's connection on a network that loses, delays, doubles, reorders and cuts, in virtual
/// time.
///
/// Faults stop after 400 seconds. Then every request must be answered, until the connection is
/// stopped.
struct AcquirerSimulation {
    typealias Machine = AcquirerConnection
    typealias Actions = [Machine.Action]

    /// A change of what the machine does, as a bug would.
    typealias Bug = @Sendable (inout Actions, inout [Machine.Event]) -> Void

    private enum Item {
        case machine(Machine.Event)
        case network(Machine.ConnectionNumber, ISO8583Message)
        case answer(Machine.ConnectionNumber, ISO8583Message)
        case cut(Machine.ConnectionNumber)
        case silence(Machine.ConnectionNumber)
    }

    private struct Link {
        var isOpen = true
        var isSilent = false
        var isSignedOn = false
    }

    private struct Request {
        let message: ISO8583Message
        let submitted: Duration
        var outcome: Machine.Outcome?
    }

    static let faultsEnd = Duration.seconds(400)
    static let stop = Duration.seconds(600)
    static let end = Duration.seconds(750)

    private var machine: Machine
    private let bug: Bug?
    private var queue: EventQueue<Item>
    private var now: Duration { .milliseconds(Int64(queue.now)) }
    private var links: [Machine.ConnectionNumber: Link] = [:]
    private var opening: Machine.ConnectionNumber?
    private var requests: [Machine.RequestNumber: Request] = [:]
    private var sent: Set<ISO8583Message> = []
    private var answers: [[UInt8]: Set<String>] = [:]
    private var endedAt: Duration?
    private var isDone = false
    private var broken: String?
    private(set) var outcomes: [String: Int] = [:]
    private(set) var lateAnswers = 0
    private var lastReceived = Duration.zero
    private var lastEcho = Duration.zero

    init(seed: UInt64, bug: Bug? = nil) {
        self.bug = bug
        queue = EventQueue(seed: seed)
        var settings = AcquirerSettings()
        settings.inFlightLimit = 8
        settings.queueLimit = 20
        settings.rememberedLimit = 1_000
        machine = Machine(settings, seed: seed)
        schedule(.machine(.started), at: .zero)
        for tick in 1..<375 { schedule(.machine(.timePassed), at: .seconds(2 * tick)) }
        var number: UInt64 = 0
        for _ in 0..<80 {
            number += 1
            let time = moment(before: Self.faultsEnd)
            let message = self.message(Int(number))
            submit(number, message, at: time)
            if happens(20) {
                number += 1
                submit(number, message, at: time + moment(before: .seconds(60)))
            }
            if happens(40) {
                number += 1
                var reversal = message
                reversal.type = .reversalAdvice
                reversal.fields[11] = Array("9\(number % 10)".utf8)
                submit(number, reversal, at: time + moment(before: .seconds(60)))
            }
        }
        for index in 1...10 {
            number += 1
            submit(number, self.message(Int(number)), at: .seconds(450 + index * 10))
        }
        schedule(.machine(.stopped), at: Self.stop)
    }

    /// Runs to the end.
    ///
    /// - Returns: What was broken first; nil if nothing was.
    mutating func run() -> String? {
        while broken == nil, let item = queue.next(), now <= Self.end { take(item) }
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
            guard let outcome = request.outcome else {
                report("request \(number) did not end"); break
            }
            let isCalm = request.submitted > .seconds(450) && request.submitted < Self.stop
            if isCalm {
                guard case .answered = outcome else {
                    report("request \(number) of the calm phase: \(outcome)")
                    break
                }
            }
        }
        if !isDone { report("the connection did not end") }
        return broken
    }

    // MARK: The world

    private mutating func take(_ item: Item) {
        switch item {
        case .machine(let event): feed(event)
        case .network(let number, let message):
            guard let link = links[number], link.isOpen, !link.isSilent else { return }
            receive(message, on: number)
        case .answer(let number, let message):
            guard let link = links[number], link.isOpen, !link.isSilent else { return }
            lastReceived = now
            feed(.received(number, message))
        case .cut(let number):
            guard links[number]?.isOpen == true, now < Self.faultsEnd else { return }
            links[number]?.isOpen = false
            schedule(.machine(.ended(number)), at: now + moment(before: .seconds(1)))
        case .silence(let number):
            if now < Self.faultsEnd { links[number]?.isSilent = true }
        }
    }

    private mutating func feed(_ event: Machine.Event) {
        if case .submitted(let number, let message) = event {
            requests[number] = Request(message: message, submitted: now)
        }
        if case .opened(let number) = event {
            guard opening == number else { return }
            opening = nil
            links[number] = Link()
            lastReceived = now
            lastEcho = now
        }
        var events = [event]
        while !events.isEmpty {
            var actions = machine.handle(events.removeFirst(), at: now)
            bug?(&actions, &events)
            for action in actions { perform(action) }
        }
        check()
    }

    private mutating func perform(_ action: Machine.Action) {
        if isDone { report("\(action) after the end") }
        switch action {
        case .open(let number): open(number)
        case .close(let number):
            if opening == number { opening = nil }
            links[number]?.isOpen = false
            endedAt = now
        case .send(let number, let message): send(message, on: number)
        case .sendManagement(let number, let code, let trace):
            guard links[number]?.isOpen == true || links[number] != nil else {
                return report("\(code) on a connection that is not open")
            }
            if code == .echo { lastEcho = now }
            let message = ISO8583Message(
                .networkManagementRequest,
                texts: [11: "\(trace)", 70: code.rawValue]
            )
            schedule(.network(number, message), at: now + moment(before: .seconds(1)))
        case .answerManagement: break
        case .finish(let number, let outcome): finish(number, outcome)
        case .report(.lateAnswer(let answer)): checkLate(answer)
        case .report: break
        case .end: isDone = true
        }
    }

    private mutating func open(_ number: Machine.ConnectionNumber) {
        if opening != nil || links.values.contains(where: \.isOpen) {
            // A cut that the machine was not told of yet is still a connection to it.
            report("a second connection is opened")
        }
        if let endedAt, now - endedAt < .milliseconds(500) {
            report("opened again after \(now - endedAt)")
        }
        opening = number
        let isFaulty = now < Self.faultsEnd
        if isFaulty, happens(25) {
            schedule(.machine(.ended(number)), at: now + moment(before: .seconds(5)))
            return
        }
        schedule(.machine(.opened(number)), at: now + moment(before: .seconds(3)))
        if happens(60) { schedule(.cut(number), at: now + moment(before: .seconds(120))) }
        if happens(30) { schedule(.silence(number), at: now + moment(before: .seconds(90))) }
    }

    private mutating func send(_ message: ISO8583Message, on number: Machine.ConnectionNumber) {
        guard let link = links[number], link.isSignedOn else {
            return report("a request is sent before the sign-on")
        }
        sent.insert(message)
        guard link.isOpen else { return }
        schedule(.network(number, message), at: now + moment(before: .seconds(1)))
    }

    /// The network's host. It answers a message the same each time.
    private mutating func receive(_ message: ISO8583Message, on number: Machine.ConnectionNumber) {
        let isFaulty = now < Self.faultsEnd
        guard let type = message.type.response else { return }
        var answer = ISO8583Message(type, fields: message.fields)
        if message.type == .networkManagementRequest {
            let isSignOn = message.text(70) == "001"
            let isRefused = isSignOn && isFaulty && happens(10)
            answer.fields[39] = Array((isRefused ? "91" : "00").utf8)
            if isSignOn, !isRefused { links[number]?.isSignedOn = true }
            if isFaulty, happens(10) { return }
        } else {
            let identity = Self.identity(message)
            answer.fields[39] = Array((identity.last.map { $0 % 3 } == 0 ? "51" : "00").utf8)
            answers[identity, default: []].insert(answer.text(39) ?? "")
            if isFaulty, happens(15) { return }
        }
        let delay =
            isFaulty && happens(30) ? moment(before: .seconds(60)) : moment(before: .seconds(2))
        schedule(.answer(number, answer), at: now + delay)
        if isFaulty, happens(15) {
            schedule(.answer(number, answer), at: now + delay + moment(before: .seconds(5)))
        }
    }

    // MARK: What must hold

    private mutating func finish(_ number: Machine.RequestNumber, _ outcome: Machine.Outcome) {
        guard let request = requests[number], request.outcome == nil else {
            return report("request \(number) ended twice")
        }
        requests[number]?.outcome = outcome
        let identity = Self.identity(request.message)
        switch outcome {
        case .answered(let answer):
            outcomes["answered", default: 0] += 1
            if Self.identity(answer) != identity || answers[identity] != [answer.text(39) ?? ""] {
                report("request \(number) got an answer that is not its own")
            }
        case .failed(.notSent):
            outcomes["not sent", default: 0] += 1
            if sent.contains(request.message) {
                report("request \(number) was sent and is called not sent")
            }
        case .failed(.outcomeUnknown):
            outcomes["unknown", default: 0] += 1
            if !sent.contains(request.message) {
                report("request \(number) was not sent and is called unknown")
            }
        }
        let limit = machine.settings.unsentLimit + machine.settings.answerLimit + .seconds(4)
        if now - request.submitted > limit { report("request \(number) ended after its limits") }
    }

    private mutating func checkLate(_ answer: AcquirerObservation.LateAnswer) {
        lateAnswers += 1
        guard answer.trace.type == MessageType(110) else { return }
        let reference = answer.trace.fields.first { $0.number == 37 }?.value
        let isReversed = sent.contains {
            $0.type == .reversalAdvice && $0.text(37) == reference
        }
        if isReversed != answer.isReversed { report("a late answer's reversal is not known") }
    }

    private mutating func check() {
        if machine.inFlight.count > machine.settings.inFlightLimit { report("too many in flight") }
        guard machine.phase == .ready, !isDone else { return }
        let silence = now - max(lastReceived, lastEcho)
        if silence > machine.settings.idleLimit + .seconds(3) { report("no echo after \(silence)") }
    }

    private mutating func report(_ problem: String) {
        if broken == nil { broken = "\(problem), at \(now)" }
    }

    // MARK: Chance and time

    private mutating func submit(
        _ number: Machine.RequestNumber,
        _ message: ISO8583Message,
        at time: Duration
    ) {
        schedule(.machine(.submitted(number, message)), at: time)
        if happens(5), time < Self.faultsEnd {
            schedule(.machine(.cancelled(number)), at: time + moment(before: .seconds(30)))
        }
    }

    /// Requests share trace numbers, so that only all fields together distinguish them.
    private func message(_ number: Int) -> ISO8583Message {
        ISO8583Message(
            .authorizationRequest,
            texts: [7: "0101000000", 11: "\(number % 3)", 37: "R\(number)", 41: "T1"]
        )
    }

    private static func identity(_ message: ISO8583Message) -> [UInt8] {
        let kind: [UInt8] = [UInt8(message.type.number / 100)]
        return kind + (message.fields[11] ?? []) + [0x2f] + (message.fields[37] ?? [])
    }

    private mutating func schedule(_ item: Item, at time: Duration) {
        queue.schedule(item, after: UInt64((time - now) / .milliseconds(1)))
    }

    private mutating func happens(_ percent: UInt64) -> Bool { queue.happens(percent: percent) }

    private mutating func moment(before limit: Duration) -> Duration {
        .milliseconds(Int64(queue.number(below: UInt64(limit / .milliseconds(1)))))
    }
}
