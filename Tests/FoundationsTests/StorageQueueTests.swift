import Storage
import Testing
import World

@Suite("The queue of a database's threads")
struct StorageQueueTests {
    typealias Queue = WorkQueue<Int>

    static func queue(threads: Int, waiting: Int = 10, batch: Int = 1) -> Queue {
        Queue(WorkLimits(threads: threads, waiting: waiting, batch: batch))
    }

    /// Submits the work and returns whether it needs a thread.
    static func submit(_ work: Int, to queue: inout Queue) throws -> Bool {
        try queue.submit(work, as: queue.newTicket())
    }

    @Test func `serves the oldest work first`() throws {
        var queue = Self.queue(threads: 1)
        for work in 1...3 { _ = try Self.submit(work, to: &queue) }
        #expect(queue.next() == .work([1]))
        #expect(queue.next() == .work([2]))
        #expect(queue.next() == .work([3]))
        #expect(queue.next() == .wait)
    }

    @Test func `serves as much at once as a thread takes`() throws {
        var queue = Self.queue(threads: 1, batch: 2)
        for work in 1...3 { _ = try Self.submit(work, to: &queue) }
        #expect(queue.next() == .work([1, 2]))
        #expect(queue.next() == .work([3]))
        #expect(queue.next() == .wait)
    }

    @Test func `wakes a thread that waits for more only when as much has come`() throws {
        var queue = Self.queue(threads: 1, batch: 8)
        #expect(try Self.submit(1, to: &queue))
        #expect(queue.next() == .work([1]))
        var found = [queue.more(having: 1, atLeast: 2)]
        _ = try Self.submit(2, to: &queue)
        var waking = [queue.waking]
        found.append(queue.more(having: 1, atLeast: 2))
        _ = try Self.submit(3, to: &queue)
        waking.append(queue.waking)
        found.append(queue.more(having: 1, atLeast: 2))
        _ = try Self.submit(4, to: &queue)
        waking.append(queue.waking)
        #expect(found == [nil, nil, [2, 3]])
        #expect(waking == [.none, .all, .none], "then nobody waits for more")
    }

    @Test func `adds what waits to a batch at once where nothing more is expected`() throws {
        var queue = Self.queue(threads: 1, batch: 8)
        for work in 1...2 { _ = try Self.submit(work, to: &queue) }
        #expect(queue.more(having: 1, atLeast: 0) == [1, 2])
        #expect(queue.more(having: 3, atLeast: 0) == [])
    }

    @Test func `adds no more to a batch than a thread takes at once, and does not wait for more`()
        throws
    {
        var queue = Self.queue(threads: 1, batch: 3)
        #expect(queue.more(having: 3, atLeast: 5) == [])
        for work in 1...2 { _ = try Self.submit(work, to: &queue) }
        #expect(queue.more(having: 2, atLeast: 5) == [1])
        #expect(queue.count == 1)
    }

    @Test func `keeps no thread waiting for more work when it is closed`() throws {
        var queue = Self.queue(threads: 1, batch: 8)
        let before = queue.more(having: 1, atLeast: 2)
        _ = try Self.submit(1, to: &queue)
        queue.close()
        #expect(before == nil)
        #expect(queue.more(having: 1, atLeast: 2) == [1])
    }

    @Test func `wakes a free thread for new work, and none where all are busy`() throws {
        var queue = Self.queue(threads: 2)
        var waking: [Queue.Waking] = []
        for work in 1...2 {
            _ = try Self.submit(work, to: &queue)
            waking.append(queue.waking)
            _ = queue.next()
        }
        _ = try Self.submit(3, to: &queue)
        waking.append(queue.waking)
        queue.finish()
        waking.append(queue.waking)
        #expect(waking == [.one, .one, .none, .one])
    }

    @Test func `starts a thread only when none is free, and no more than allowed`() throws {
        var queue = Self.queue(threads: 2)
        #expect(try Self.submit(1, to: &queue))
        #expect(queue.next() == .work([1]))
        queue.finish()
        // The thread that served the first work is free.
        #expect(try !Self.submit(2, to: &queue))
        // It has work to come, so another is needed.
        #expect(try Self.submit(3, to: &queue))
        #expect(try !Self.submit(4, to: &queue))
    }

    @Test func `refuses work when as many wait as may`() throws {
        var queue = Self.queue(threads: 1, waiting: 2)
        _ = try Self.submit(1, to: &queue)
        #expect(queue.next() == .work([1]))
        _ = try Self.submit(2, to: &queue)
        _ = try Self.submit(3, to: &queue)
        #expect(throws: StorageFailure.overloaded(waiting: 2)) {
            try Self.submit(4, to: &queue)
        }
        #expect(queue.next() == .work([2]))
        #expect(throws: Never.self) { try Self.submit(5, to: &queue) }
    }

    @Test func `gives back work that waits, and none that is served`() throws {
        var queue = Self.queue(threads: 1)
        let tickets = (1...3).map { _ in queue.newTicket() }
        for (work, ticket) in zip(1...3, tickets) { _ = try queue.submit(work, as: ticket) }
        #expect(queue.next() == .work([1]))
        #expect(queue.cancel(tickets[0]) == nil)
        #expect(queue.cancel(tickets[1]) == 2)
        #expect(queue.cancel(tickets[1]) == nil)
        #expect(queue.next() == .work([3]))
    }

    @Test func `serves what waits when it is closed, takes nothing new and ends its threads`()
        throws
    {
        var queue = Self.queue(threads: 1)
        _ = try Self.submit(1, to: &queue)
        queue.close()
        #expect(throws: StorageFailure.closed) { try Self.submit(2, to: &queue) }
        #expect(queue.next() == .work([1]))
        #expect(queue.next() == .end)
    }

    /// A thread that could not be started is not counted, so that the next submission asks again.
    @Test func `survives threads that cannot be started`() throws {
        var queue = Self.queue(threads: 2)
        #expect(try Self.submit(1, to: &queue))
        #expect(throws: StorageFailure.overloaded(waiting: 0)) {
            try queue.threadDidNotStart()
        }
        #expect(queue.next() == .wait)
        #expect(try Self.submit(2, to: &queue))
        #expect(try Self.submit(3, to: &queue))
        // The thread that exists will serve it.
        #expect(throws: Never.self) { try queue.threadDidNotStart() }
        #expect(try Self.submit(4, to: &queue))
        #expect(
            [queue.next(), queue.next(), queue.next()] == [.work([2]), .work([3]), .work([4])]
        )
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `keeps its rules whatever happens in whatever order`(seed: UInt64) throws {
        var simulation = ThreadSimulation(seed: seed)
        try simulation.run(steps: 400)
        #expect(simulation.problems == [])
        #expect(simulation.served.count > 20)
    }
}

extension WorkQueue<Int>.Step: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.work(let one), .work(let other)): one == other
        case (.wait, .wait), (.end, .end): true
        default: false
        }
    }
}

/// Threads as `WorkerThreads` has them, run step by step in random order. A thread that finds nothing
/// sleeps until it is woken.
private struct ThreadSimulation {
    private(set) var problems: [String] = []
    private(set) var served: [Int] = []
    private let limits: WorkLimits
    private var queue: WorkQueue<Int>
    private let randomness: SeededRandomness
    private var tickets: [WorkQueue<Int>.Ticket] = []
    /// Work that was accepted and neither served nor taken back, in order.
    private var expected: [Int] = []
    /// Threads that will look at the queue.
    private var awakeThreads = 0
    /// Threads that found nothing, and were not woken since.
    private var sleepingThreads = 0
    private var busyThreads = 0
    /// How much the only thread has done while it waits for more; nil where it does not.
    private var gathering: Int?
    private var threads: Int { awakeThreads + sleepingThreads + busyThreads }
    private var isClosed = false

    init(seed: UInt64) {
        randomness = SeededRandomness(seed: seed)
        limits = WorkLimits(
            threads: 1 + Int(randomness.number(below: 4)),
            waiting: 1 + Int(randomness.number(below: 6)),
            batch: 1 + Int(randomness.number(below: 3))
        )
        queue = WorkQueue(limits)
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            switch randomness.number(below: 20) {
            case 0..<9: submit(canStart: randomness.number(below: 4) > 0)
            case 9..<11: cancel()
            case 11..<16: look()
            case 16..<18: gather(atLeast: Int(randomness.number(below: 4)))
            default: finish()
            }
            if !expected.isEmpty, awakeThreads + busyThreads == 0, sleepingThreads > 0 {
                problems.append("work waits while all threads sleep")
            }
        }
        queue.close()
        isClosed = true
        wake(.all)
        // Nothing new: what waits is served, and every thread ends.
        while awakeThreads + busyThreads > 0 { busyThreads > 0 ? finish() : look() }
        if !expected.isEmpty { problems.append("never served: \(expected)") }
        if threads > 0 { problems.append("threads remain") }
    }

    private mutating func submit(canStart: Bool) {
        let (work, ticket) = (tickets.count, queue.newTicket())
        tickets.append(ticket)
        let count = threads
        do throws(StorageFailure) {
            if try queue.submit(work, as: ticket) {
                if awakeThreads + sleepingThreads > expected.count {
                    problems.append("\(work): a thread too many")
                }
                if canStart {
                    awakeThreads += 1
                } else {
                    try queue.threadDidNotStart()
                }
            }
            expected.append(work)
            wake(queue.waking)
            if threads == 0 { problems.append("\(work): accepted by no thread") }
        } catch {
            let isExpected =
                error == .overloaded(waiting: limits.waiting) && expected.count == limits.waiting
                || error == .overloaded(waiting: 0) && count == 0 && !canStart
            if !isExpected { problems.append("\(work): \(error)") }
        }
        if threads > limits.threads { problems.append("too many threads") }
        if expected.count > limits.waiting { problems.append("too many wait") }
    }

    private mutating func cancel() {
        guard !tickets.isEmpty else { return }
        let work = Int(randomness.number(below: UInt64(tickets.count)))
        let place = expected.firstIndex(of: work)
        if queue.cancel(tickets[work]) != place.map({ expected.remove(at: $0) }) {
            problems.append("\(work): wrongly cancelled")
        }
    }

    private mutating func wake(_ waking: WorkQueue<Int>.Waking) {
        let woken = waking == .all ? sleepingThreads : waking == .one ? min(1, sleepingThreads) : 0
        sleepingThreads -= woken
        awakeThreads += woken
        if waking == .all, let done = gathering {
            gathering = nil
            take(queue.more(having: done, atLeast: 0))
        }
    }

    /// The thread takes more into its batch, or waits for more.
    private mutating func gather(atLeast least: Int) {
        guard limits.threads == 1, busyThreads == 1 else { return }
        // A thread that waits already stops waiting: its time is over.
        let least = gathering == nil ? least : 0
        let found = queue.more(having: 1, atLeast: least)
        gathering = found == nil ? 1 : nil
        if found == nil, expected.count >= least { problems.append("waits for what is there") }
        take(found)
    }

    private mutating func take(_ work: [Int]?) {
        guard let work else { return }
        let most = max(0, limits.batch - 1)
        if work != Array(expected.prefix(most)) { problems.append("\(work): not what waits") }
        expected.removeFirst(min(work.count, expected.count))
        served += work
    }

    private mutating func look() {
        guard awakeThreads > 0 else { return }
        switch queue.next() {
        case .work(let work):
            if work != Array(expected.prefix(limits.batch)) {
                problems.append("\(work): out of order, or not as many as may be")
            }
            expected.removeFirst(min(work.count, expected.count))
            served += work
            awakeThreads -= 1
            busyThreads += 1
        case .wait:
            if isClosed || !expected.isEmpty { problems.append("a thread waits in vain") }
            awakeThreads -= 1
            sleepingThreads += 1
        case .end:
            if !isClosed || !expected.isEmpty { problems.append("a thread ended early") }
            awakeThreads -= 1
        }
    }

    private mutating func finish() {
        guard busyThreads > 0 else { return }
        if gathering != nil { gather(atLeast: 0) }
        queue.finish()
        busyThreads -= 1
        awakeThreads += 1
    }
}
