import Combine
import Testing

struct Declined: Error, Equatable {
    var code = 1
}

/// The deliveries to a subscriber, in words.
final class Delivered {
    private(set) var words: [String] = []
    private var subscription: AnyCancellable?

    init<Source: Publisher>(_ source: Source) {
        subscription = source.sink { [unowned self] completion in
            switch completion {
            case .finished: words.append("end")
            case .failure(let error): words.append("\(error)")
            }
        } receiveValue: { [unowned self] value in
            words.append("\(value)")
        }
    }

    func cancel() { subscription = nil }
}

@Suite("An operator on a publisher")
struct OperatorTests {
    private let numbers = PassthroughSubject<Int, Declined>()

    @Test func `delivers what it makes of the values, and the end`() {
        let all = [
            Delivered(numbers.map { $0 * 2 }),
            Delivered(numbers.filter { $0 > 1 }),
            Delivered(numbers.compactMap { $0 > 1 ? "\($0)!" : nil }),
            Delivered(numbers.dropFirst()),
            Delivered(numbers.dropFirst(2)),
            Delivered(numbers.removeDuplicates()),
            Delivered(numbers.removeDuplicates { $0 % 2 == $1 % 2 }),
        ]
        for number in [1, 1, 3, 2] { numbers.send(number) }
        numbers.send(completion: .finished)
        numbers.send(4)
        #expect(
            all.map(\.words) == [
                ["2", "2", "6", "4", "end"],
                ["3", "2", "end"],
                ["3!", "2!", "end"],
                ["1", "3", "2", "end"],
                ["3", "2", "end"],
                ["1", "3", "2", "end"],
                ["1", "2", "end"],
            ]
        )
    }

    @Test func `passes a failure on, and values no more after it is cancelled`() {
        let (kept, cancelled) = (
            Delivered(numbers.filter { _ in true }), Delivered(numbers.dropFirst(0))
        )
        numbers.send(1)
        cancelled.cancel()
        numbers.send(2)
        numbers.send(completion: .failure(Declined(code: 5)))
        #expect(kept.words == ["1", "2", "Declined(code: 5)"])
        #expect(cancelled.words == ["1"])
    }

    @Test func `fails when its function throws, and then delivers nothing`() {
        let told = Delivered(
            numbers.tryMap { number in
                guard number < 2 else { throw Declined(code: number) }
                return number
            }
        )
        for number in [1, 2, 0] { numbers.send(number) }
        #expect(told.words == ["1", "Declined(code: 2)"])
    }

    @Test func `has another failure, a value, or another publisher in place of a failure`() {
        struct Other: Error {}
        let next = PassthroughSubject<Int, Never>()
        let all = [
            Delivered(numbers.mapError { _ in Other() }),
            Delivered(numbers.replaceError(with: 0)),
            Delivered(numbers.catch { error in next.map { $0 + error.code } }),
        ]
        numbers.send(1)
        next.send(1)
        numbers.send(completion: .failure(Declined(code: 10)))
        next.send(2)
        numbers.send(3)
        next.send(completion: .finished)
        #expect(all.map(\.words) == [["1", "Other()"], ["1", "0", "end"], ["1", "12", "end"]])
    }

    @Test func `of several publishers finishes with the last of them`() {
        let inner = [PassthroughSubject<String, Declined>(), PassthroughSubject()]
        let told = Delivered(numbers.flatMap { inner[$0] })
        numbers.send(0)
        numbers.send(1)
        inner[1].send("b")
        inner[0].send("a")
        numbers.send(completion: .finished)
        inner[0].send(completion: .finished)
        #expect(told.words == ["b", "a"])
        inner[1].send("c")
        inner[1].send(completion: .finished)
        #expect(told.words == ["b", "a", "c", "end"])
    }

    @Test func `of several publishers fails with the first of them, and leaves the others`() {
        var left = 0
        let tokens = PassthroughSubject<Int, Never>()
        let told = Delivered(
            tokens.flatMap { code -> AnyPublisher<String, Declined> in
                code == 0
                    ? Fail(error: Declined()).eraseToAnyPublisher()
                    : LeftPublisher { left += 1 }.eraseToAnyPublisher()
            }
        )
        tokens.send(1)
        tokens.send(0)
        #expect(told.words == ["Declined(code: 1)"] && left == 1)
        tokens.send(1)
        #expect(told.words.count == 1 && left == 1)
    }

    @Test func `leaves all that it subscribed to when it is cancelled`() {
        var left = 0
        let told = Delivered(
            numbers.flatMap { _ in LeftPublisher { left += 1 } }.catch { error in Fail(error: error)
            }
        )
        numbers.send(1)
        numbers.send(2)
        told.cancel()
        #expect(left == 2)
        numbers.send(3)
        #expect(told.words.isEmpty && left == 2)
    }

    @Test func `pairs the last values once there is one of each, until both finish`() {
        let (price, count) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(1))
        let all = [
            Delivered(price.combineLatest(count) { $0 * $1 }),
            Delivered(Publishers.CombineLatest(price, count).map { "\($0) × \($1)" }),
            Delivered(Just(2).combineLatest(price).map { $0 * $1 }),
        ]
        count.value = 2
        price.send(10)
        count.value = 3
        price.send(completion: .finished)
        count.value = 4
        count.send(completion: .finished)
        #expect(
            all.map(\.words) == [
                ["20", "30", "40", "end"], ["10 × 2", "10 × 3", "10 × 4", "end"], ["20", "end"],
            ]
        )
    }

    @Test func `sends one value or failure, or none`() {
        var made = 0
        let deferred = Deferred {
            made += 1
            return Just(made)
        }
        #expect(Delivered(Just(1)).words == ["1", "end"])
        #expect(Delivered(Just(1).setFailureType(to: Declined.self)).words == ["1", "end"])
        #expect(Delivered(Fail<Int, Declined>(error: Declined())).words == ["Declined(code: 1)"])
        let failing = Fail(outputType: Int.self, failure: Declined(code: 2))
        #expect(Delivered(failing).words == ["Declined(code: 2)"])
        #expect(Delivered(Empty<Int, Never>()).words == ["end"])
        #expect(Delivered(Empty<Int, Never>(completeImmediately: false)).words.isEmpty)
        #expect(
            Delivered(deferred).words == ["1", "end"] && Delivered(deferred).words == ["2", "end"]
        )
    }

    @Test func `delivers what a subject sends while its value is delivered`() {
        let total = CurrentValueSubject<Int, Never>(0)
        var seen: [Int] = []
        let subscription = total.sink { value in
            seen.append(value)
            if value == 0 { total.send(1) }
        }
        #expect(seen == [0, 1] && total.value == 1)
        subscription.cancel()
    }

    @Test func `does not send the value of a subject that has ended`() {
        let total = CurrentValueSubject<Int, Never>(3)
        total.send(completion: .finished)
        total.value = 4
        #expect(Delivered(total).words == ["end"] && total.value == 3)
    }
}

/// A publisher without values that says when its subscription is cancelled.
private struct LeftPublisher: Publisher {
    typealias Output = String
    typealias Failure = Declined

    let left: () -> Void

    func deliver(
        completion: @escaping (Subscribers.Completion<Declined>) -> Void,
        value: @escaping (String) -> Void
    ) -> AnyCancellable { AnyCancellable(left) }
}

@Suite("A future")
struct FutureTests {
    @Test func `calls its closure once, and tells all subscribers its first result`() throws {
        var (calls, kept): (Int, Future<Int, Declined>.Promise?) = (0, nil)
        let future = Future<Int, Declined> { promise in
            calls += 1
            kept = promise
        }
        let (early, leaving) = (Delivered(future), Delivered(future))
        leaving.cancel()
        let promise = try #require(kept)
        promise(.success(7))
        promise(.failure(Declined()))
        #expect(early.words == ["7", "end"] && Delivered(future).words == ["7", "end"])
        #expect(leaving.words.isEmpty && calls == 1)
        let failed = Future<Int, Declined> { $0(.failure(Declined(code: 3))) }
        #expect(Delivered(failed).words == ["Declined(code: 3)"])
    }
}

@Suite("A property that a publisher sets")
struct AssignmentTests {
    private final class Form: ObservableObject {
        @Published var text = ""
        @Published var amount = 0
    }

    @Test func `announces each change, and is set as long as it is there`() {
        let texts = PassthroughSubject<String, Never>()
        var form: Form? = Form()
        weak let kept = form
        var announced = 0
        let subscription = form?.objectWillChange.sink { announced += 1 }
        if let form { texts.compactMap { Int($0) }.assign(to: &form.$amount) }
        for text in ["5", "a", "7"] { texts.send(text) }
        #expect(form?.amount == 7 && announced == 2)
        form = nil
        texts.send("9")
        #expect(kept == nil && announced == 2)
        subscription?.cancel()
    }

    @Test func `delivers what it is set to while its value is delivered`() {
        let form = Form()
        var seen: [Int] = []
        let subscription = form.$amount.sink { amount in
            seen.append(amount)
            if amount == 0 { form.amount = 1 }
        }
        #expect(seen == [0, 1] && form.amount == 1)
        subscription.cancel()
    }
}
