public import Foundation
public import FoundationNetworking
internal import World

extension NotificationCenter {
    /// The type of a publisher of notifications.
    public typealias Publisher = AnyPublisher<Notification, Never>

    /// The notifications of a name, of any object or of one.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher { relay in
            let send = ScheduledUse<Notification> { relay.send($0) }
            let observer = self.addObserver(forName: name, object: object, queue: nil) {
                send.run($0)
            }
            relay.keep(AnyCancellable { self.removeObserver(observer) })
        }
    }
}

extension URLSession {
    /// The type of a publisher of one answer.
    public typealias DataTaskPublisher = AnyPublisher<(data: Data, response: URLResponse), URLError>

    /// The answer to a request, which is sent when there is a subscriber.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher { relay in
            let finish = ScheduledUse<Result<(data: Data, response: URLResponse), URLError>> {
                switch $0 {
                case .success(let answer):
                    relay.send(answer)
                    relay.send(completion: .finished)
                case .failure(let error): relay.send(completion: .failure(error))
                }
            }
            let task = self.dataTask(with: request) { data, response, error in
                if let response, error == nil {
                    finish.run(.success((data ?? Data(), response)))
                } else {
                    finish.run(.failure(error as? URLError ?? URLError(.unknown)))
                }
            }
            relay.keep(AnyCancellable { task.cancel() })
            task.resume()
        }
    }

    /// The answer to a request of a URL.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }
}

/// A decoder that makes values of data, such as `JSONDecoder`.
public protocol TopLevelDecoder {
    /// The type of the data.
    associatedtype Input

    /// Decodes a value.
    func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONDecoder: TopLevelDecoder {}

extension Publisher {
    /// The values that a decoder makes of the values; it fails if the decoder does.
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type,
        decoder: Coder
    ) -> AnyPublisher<Item, any Error> where Coder.Input == Output {
        tryMap { try decoder.decode(type, from: $0) }
    }
}

extension Timer {
    /// The time, to the second, again and again.
    ///
    /// The main queue keeps the time, whatever the run loop: a test's process has no other that
    /// runs.
    public static func publish(
        every interval: TimeInterval,
        tolerance: TimeInterval? = nil,
        on runLoop: RunLoop,
        in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher(interval: .seconds(interval)) }

    /// A publisher of the time, which begins with ``connect()`` or ``autoconnect()``.
    public final class TimerPublisher: Publisher {
        /// The time.
        public typealias Output = Date
        /// It does not fail.
        public typealias Failure = Never

        private let interval: SchedulerInterval
        private let list = SubscriberList<Date, Never>()

        init(interval: SchedulerInterval) { self.interval = interval }

        /// Begins; ends when the result is cancelled or released.
        public func connect() -> AnyCancellable {
            let isRunning = LockedValue(true)
            wait(while: isRunning)
            return AnyCancellable { isRunning.withLock { $0 = false } }
        }

        /// The time for each subscriber, beginning when it subscribes.
        public func autoconnect() -> AnyPublisher<Date, Never> {
            AnyPublisher { [interval] relay in
                let timer = TimerPublisher(interval: interval)
                relay.follow(timer) { relay.send($0) }
                relay.keep(timer.connect())
            }
        }

        /// Delivers the times from now on.
        public func deliver(
            completion: @escaping (Subscribers.Completion<Never>) -> Void,
            value: @escaping (Date) -> Void
        ) -> AnyCancellable { list.add(completion: completion, value: value) }

        private func wait(while isRunning: LockedValue<Bool>) {
            DispatchQueue.main.schedule(after: interval) { [self] in
                guard isRunning.withLock({ $0 }) else { return }
                let now = World.system.clock.now
                list.send(.init(timeIntervalSince1970: TimeInterval(now.seconds)))
                wait(while: isRunning)
            }
        }
    }
}
