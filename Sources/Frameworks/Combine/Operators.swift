extension Publisher {
    /// The values, each transformed by a function.
    public func map<Result>(
        _ transform: @escaping (Output) -> Result
    ) -> AnyPublisher<Result, Failure> {
        AnyPublisher { completion, value in
            deliver(completion: completion, value: { value(transform($0)) })
        }
    }

    /// The values, each transformed by a function; it fails if the function throws.
    public func tryMap<Result>(
        _ transform: @escaping (Output) throws -> Result
    ) -> AnyPublisher<Result, any Error> {
        AnyPublisher { relay in
            relay.follow(self, failing: { relay.send(completion: .failure($0)) }) { sent in
                do {
                    relay.send(try transform(sent))
                } catch {
                    relay.send(completion: .failure(error))
                }
            }
        }
    }

    /// The results of a function that are not nil.
    public func compactMap<Result>(
        _ transform: @escaping (Output) -> Result?
    ) -> AnyPublisher<Result, Failure> {
        AnyPublisher { completion, value in
            deliver(completion: completion) { sent in
                if let result = transform(sent) { value(result) }
            }
        }
    }

    /// The values that a function accepts.
    public func filter(
        _ isIncluded: @escaping (Output) -> Bool
    ) -> AnyPublisher<Output, Failure> { compactMap { isIncluded($0) ? $0 : nil } }

    /// The values after the first ones.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        AnyPublisher { completion, value in
            var dropped = 0
            return deliver(completion: completion) { sent in
                if dropped < count { dropped += 1 } else { value(sent) }
            }
        }
    }

    /// The values that are not like the one before them.
    public func removeDuplicates(
        by isSame: @escaping (Output, Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { completion, value in
            var last: Output?
            return deliver(completion: completion) { sent in
                if let last, isSame(last, sent) { return }
                last = sent
                value(sent)
            }
        }
    }

    /// The values, and another failure in place of each.
    public func mapError<NewFailure: Error>(
        _ transform: @escaping (Failure) -> NewFailure
    ) -> AnyPublisher<Output, NewFailure> {
        AnyPublisher { relay in
            relay.follow(
                self,
                failing: { relay.send(completion: .failure(transform($0))) },
                value: relay.send
            )
        }
    }

    /// The values, and one more in place of a failure.
    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> {
        self.catch { _ in Just(output) }
    }

    /// The values, and those of another publisher after a failure.
    public func `catch`<Next: Publisher>(
        _ handler: @escaping (Failure) -> Next
    ) -> AnyPublisher<Output, Next.Failure> where Next.Output == Output {
        AnyPublisher { relay in
            relay.follow(
                self,
                failing: { relay.follow(handler($0), value: relay.send) },
                value: relay.send
            )
        }
    }

    /// The values of all publishers that a function makes of the values. It finishes when this
    /// publisher and all those have finished.
    public func flatMap<Inner: Publisher>(
        _ transform: @escaping (Output) -> Inner
    ) -> AnyPublisher<Inner.Output, Failure> where Inner.Failure == Failure {
        AnyPublisher { relay in
            relay.follow(self) { relay.follow(transform($0), value: relay.send) }
        }
    }

    /// The values of all publishers that a function makes of the values.
    @_disfavoredOverload
    public func flatMap<Inner: Publisher>(
        _ transform: @escaping (Output) -> Inner
    ) -> AnyPublisher<Inner.Output, Failure> where Inner.Failure == Never {
        flatMap { transform($0).setFailureType(to: Failure.self) }
    }

    /// The pairs of this publisher's last value and another's, at each value of either.
    public func combineLatest<Other: Publisher>(
        _ other: Other
    ) -> Publishers.CombineLatest<Self, Other> where Other.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    /// The results of a function of this publisher's last value and another's.
    public func combineLatest<Other: Publisher, Result>(
        _ other: Other,
        _ transform: @escaping (Output, Other.Output) -> Result
    ) -> AnyPublisher<Result, Failure> where Other.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }
}

extension Publisher where Output: Equatable {
    /// The values that differ from the one before them.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

extension Publisher where Failure == Never {
    /// The same values as a publisher that could fail.
    public func setFailureType<NewFailure: Error>(
        to failureType: NewFailure.Type
    ) -> AnyPublisher<Output, NewFailure> {
        AnyPublisher { completion, value in
            deliver(completion: { _ in completion(.finished) }, value: value)
        }
    }

    /// The values of all publishers that a function makes of the values.
    @_disfavoredOverload
    public func flatMap<Inner: Publisher>(
        _ transform: @escaping (Output) -> Inner
    ) -> AnyPublisher<Inner.Output, Inner.Failure> {
        setFailureType(to: Inner.Failure.self).flatMap(transform)
    }
}

/// The namespace for the types of operators.
public enum Publishers {
    /// The pairs of the last values of two publishers.
    public struct CombineLatest<First: Publisher, Second: Publisher>: Publisher
    where First.Failure == Second.Failure {
        /// A value of each.
        public typealias Output = (First.Output, Second.Output)
        /// The failure of either.
        public typealias Failure = First.Failure

        private let first: First
        private let second: Second

        /// Combines two publishers.
        public init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
        }

        /// Delivers a pair at each value, as soon as there is one of each.
        public func deliver(
            completion: @escaping (Subscribers.Completion<Failure>) -> Void,
            value: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let pairs = AnyPublisher<Output, Failure> { [first, second] relay in
                var last: (First.Output?, Second.Output?)
                func send() {
                    if let first = last.0, let second = last.1 { relay.send((first, second)) }
                }
                // The first may finish before the second is followed, and does not end the pairs.
                relay.follow(Just(()), failing: { _ in }) {
                    relay.follow(first) {
                        last.0 = $0
                        send()
                    }
                    relay.follow(second) {
                        last.1 = $0
                        send()
                    }
                }
            }
            return pairs.deliver(completion: completion, value: value)
        }
    }
}
