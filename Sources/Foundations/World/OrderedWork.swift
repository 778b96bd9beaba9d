/// Processes pieces of work in parallel and delivers the results in the order of the pieces.
///
/// The results and the error are the same as when the pieces are processed one after the other.
public struct OrderedWork: Sendable {
    private let workers: Int
    private let window: Int

    /// Creates a pool of workers.
    ///
    /// - Parameters:
    ///   - workers: The maximum number of pieces that are processed at the same time.
    ///   - window: The maximum number of pieces that are started and not delivered. It bounds
    ///     memory when one piece delays those after it.
    public init(workers: Int, window: Int) {
        precondition(workers > 0 && window > 0, "there must be a worker and a window")
        self.workers = workers
        self.window = window
    }

    /// Processes every piece.
    ///
    /// An error stops the work: the results before it are delivered, no piece is started any more,
    /// and the running ones are cancelled and awaited. When the caller's task is cancelled, the
    /// work ends early without an error, and a piece that was interrupted is not delivered.
    ///
    /// - Parameters:
    ///   - next: Returns the next piece, or nil after the last; called when the window has space.
    ///   - work: Processes a piece, on any thread.
    ///   - take: Receives the results, in order.
    /// - Throws: The first error in the order of the pieces. An error of `next` comes after the
    ///   pieces that it returned.
    public func run<Piece: Sendable, Product: Sendable, Failure: Error>(
        on next: () throws(Failure) -> Piece?,
        doing work: @escaping @Sendable (Piece) async throws(Failure) -> Product,
        handingTo take: (Product) throws(Failure) -> Void
    ) async throws(Failure) {
        var failure: Failure?
        await withTaskGroup(of: Outcome<Product, Failure>.self) { group in
            do throws(Failure) {
                try await run(in: &group, on: next, doing: work, handingTo: take)
            } catch { failure = error }
            group.cancelAll()
        }
        if let failure { throw failure }
    }

    private typealias Outcome<Product, Failure: Error> = (
        number: Int, product: Result<Product, Failure>
    )

    private func run<Piece: Sendable, Product: Sendable, Failure: Error>(
        in group: inout TaskGroup<Outcome<Product, Failure>>,
        on next: () throws(Failure) -> Piece?,
        doing work: @escaping @Sendable (Piece) async throws(Failure) -> Product,
        handingTo take: (Product) throws(Failure) -> Void
    ) async throws(Failure) {
        var (begun, running, taken) = (0, 0, 0)
        var waiting: [Int: Result<Product, Failure>] = [:]
        // Set when no more pieces are started: the end after those that are running.
        var end: Result<Void, Failure>?
        while !Task.isCancelled {
            while end == nil, running < workers, begun - taken < window {
                do throws(Failure) {
                    guard let piece = try next() else {
                        end = .success(())
                        break
                    }
                    let number = begun
                    group.addTask {
                        do throws(Failure) {
                            return (number, .success(try await work(piece)))
                        } catch { return (number, .failure(error)) }
                    }
                    (begun, running) = (begun + 1, running + 1)
                } catch { end = .failure(error) }
            }
            guard let outcome = await group.next() else {
                try end?.get()
                return
            }
            running -= 1
            if case .failure = outcome.product { end = end ?? .success(()) }
            waiting[outcome.number] = outcome.product
            while !Task.isCancelled, let product = waiting.removeValue(forKey: taken) {
                taken += 1
                try take(product.get())
            }
        }
    }
}
