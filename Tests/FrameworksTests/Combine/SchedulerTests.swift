import Combine
import Foundation
import FoundationNetworking
import Testing
import World

/// Waits until a queue has done what it was given before.
private func drain(_ queue: DispatchQueue) async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
}

@Suite("A publisher on a queue")
struct SchedulerTests {
    private let numbers = PassthroughSubject<Int, Never>()

    @Test func `delivers there, in order, and nothing after it is cancelled`() async {
        let queue = DispatchQueue(label: "shop")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let seen = LockedValue<[String]>([])
        let subscription = numbers.receive(on: queue).sink { _ in
            seen.withLock { $0.append("end") }
        } receiveValue: { number in
            let isThere = DispatchQueue.getSpecific(key: key) == true
            seen.withLock { $0.append("\(number) \(isThere)") }
        }
        let cancelled = numbers.receive(on: queue).sink { _ in seen.withLock { $0.append("no") } }
        queue.suspend()
        numbers.send(1)
        numbers.send(2)
        numbers.send(completion: .finished)
        #expect(seen.withLock { $0 } == [])
        cancelled.cancel()
        queue.resume()
        await drain(queue)
        #expect(seen.withLock { $0 } == ["1 true", "2 true", "end"])
        subscription.cancel()
    }

    @MainActor
    @Test func `delivers on the main queue for the main run loop`() async {
        var seen: [Int] = []
        let all = [
            numbers.receive(on: DispatchQueue.main).sink { seen.append($0) },
            numbers.receive(on: RunLoop.main).sink { seen.append($0 + 1) },
        ]
        numbers.send(1)
        #expect(seen.isEmpty)
        await drain(.main)
        #expect(seen == [1, 2])
        for subscription in all { subscription.cancel() }
    }

    @Test func `is subscribed to there`() async {
        let queue = DispatchQueue(label: "shop")
        let told = LockedValue<[Int]>([])
        queue.suspend()
        let subscription = Just(1).subscribe(on: queue).sink { value in
            told.withLock { $0.append(value) }
        }
        #expect(told.withLock { $0 }.isEmpty)
        queue.resume()
        await drain(queue)
        #expect(told.withLock { $0 } == [1])
        subscription.cancel()
    }

    /// Runs what it is given when it is told to, by the time that it was to wait.
    private final class Bench: Scheduler {
        private var work: [(after: Double, run: () -> Void)] = []

        func schedule(after interval: SchedulerInterval, _ work: @escaping () -> Void) {
            self.work.append((interval.seconds, work))
        }

        func runAll() -> [Double] {
            defer { work = [] }
            for one in work { one.run() }
            return work.map(\.after)
        }
    }

    @Test func `delivers the last of the values that follow each other, with debounce`() {
        let bench = Bench()
        let told = Delivered(numbers.debounce(for: .milliseconds(300), scheduler: bench))
        for number in 1...3 { numbers.send(number) }
        #expect(bench.runAll() == [0.3, 0.3, 0.3] && told.words == ["3"])
        numbers.send(4)
        numbers.send(completion: .finished)
        #expect(bench.runAll() == [0.3, 0] && told.words == ["3", "end"])
    }

    @Test(arguments: [
        (SchedulerInterval.seconds(2), 2.0), (.seconds(0.5), 0.5), (0.25, 0.25), (3, 3),
        (.milliseconds(20), 0.02),
    ])
    func `waits for the time that is said`(interval: SchedulerInterval, seconds: Double) {
        #expect(interval.seconds == seconds)
    }

    @Test func `waits on a queue of the system`() async {
        let start = ContinuousClock.now
        await withCheckedContinuation { done in
            DispatchQueue.global().schedule(after: .milliseconds(30)) { done.resume() }
        }
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }
}

@Suite("A publisher of Foundation's")
struct FoundationPublisherTests {
    @Test func `sends the notifications of a name, until it is cancelled`() {
        let (center, name) = (NotificationCenter(), Notification.Name("paid"))
        let desk = NSObject()
        var seen = 0
        let all = [
            center.publisher(for: name).sink { _ in seen += 1 },
            center.publisher(for: name, object: desk).sink { _ in seen += 10 },
        ]
        center.post(name: name, object: nil)
        center.post(name: name, object: desk)
        center.post(name: Notification.Name("sent"), object: desk)
        #expect(seen == 12)
        for subscription in all { subscription.cancel() }
        center.post(name: name, object: desk)
        #expect(seen == 12)
    }

    @MainActor
    @Test func `sends the time again and again`() async throws {
        let before = Date()
        var (times, own): ([Date], [Date]) = ([], [])
        let timer = Timer.publish(every: 0.01, on: .main, in: .common)
        let subscription = timer.autoconnect().sink { times.append($0) }
        let waiting = timer.sink { own.append($0) }
        while times.count < 3 { await Task.yield() }
        #expect(own.isEmpty)
        subscription.cancel()
        let connection = timer.connect()
        while own.isEmpty { await Task.yield() }
        connection.cancel()
        let count = own.count
        try await Task.sleep(for: .milliseconds(50))
        waiting.cancel()
        #expect(own.count == count)
        #expect(times.count == 3)
        #expect(times.allSatisfy { abs($0.timeIntervalSince(before)) < 60 })
    }

    private struct Session: Codable { let merchant: String }

    @Test func `sends the answer to a request, decoded`() async throws {
        let address = #"data:application/json,%7B%22merchant%22:%22shop%22%7D"#
        let url = try #require(URL(string: address))
        let words = await withCheckedContinuation { (done: CheckedContinuation<[String], Never>) in
            let words = LockedValue<[String]>([])
            let kept = LockedValue<AnyCancellable?>(nil)
            let subscription = URLSession.shared.dataTaskPublisher(for: url).map(\.data)
                .decode(type: Session.self, decoder: JSONDecoder())
                .sink { completion in
                    if case .failure = completion { words.withLock { $0.append("failure") } }
                    kept.withLock { $0 = nil }
                    done.resume(returning: words.withLock { $0 })
                } receiveValue: { session in
                    words.withLock { $0.append(session.merchant) }
                }
            kept.withLock { $0 = subscription }
        }
        #expect(words == ["shop"])
    }

    @Test func `fails with the error of the connection`() async {
        let error = await withCheckedContinuation { (done: CheckedContinuation<URLError?, Never>) in
            let kept = LockedValue<AnyCancellable?>(nil)
            let nowhere = URL(filePath: "/nowhere/session.json")
            let subscription = URLSession.shared.dataTaskPublisher(for: nowhere).sink { end in
                if case .failure(let error) = end {
                    done.resume(returning: error)
                } else {
                    done.resume(returning: nil)
                }
                kept.withLock { $0 = nil }
            } receiveValue: { _ in
            }
            kept.withLock { $0 = subscription }
        }
        #expect(error != nil)
    }
}
