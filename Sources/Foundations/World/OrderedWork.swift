/// Does pieces of work at the same time, and hands over what came of them in the order of the
/// pieces.
///
/// Which thread did what, and what was done first, cannot be seen from outside: the products and
/// the error are those of doing one piece after the other.
public struct OrderedWork: Sendable {
    private let workers: Int
    private let window: Int

    /// Work for so many workers at the same time.
    ///
    /// - Parameters:
    ///   - workers: How many pieces are worked on at a time, at most.
    ///   - window: How many pieces are begun and not handed over, at most. Memory is bounded by it,
    ///     however long one piece holds up those behind it.
    public init(workers: Int, window: Int) {
        precondition(workers > 0 && window > 0, "nobody would do the work")
        self.workers = workers
        self.window = window
    }

    /// Works on every piece.
    ///
    /// An error ends it: what stands before it in the order is handed over, no other piece is begun,
    /// and those that were are cancelled and waited for. Where the caller's task is cancelled it
    /// ends early and without an error, and a piece that broke off for that is not handed over.
    ///
    /// - Parameters:
    ///   - next: The next piece, or nil after the last one; asked when there is space for a piece.
    ///   - work: What is done to a piece, on any thread.
    ///   - take: Gets the products, one after the other.
    /// - Throws: The first error in the order of the pieces; one of `next` stands behind the pieces
    ///   that it gave.
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
        // Known once no other piece is to be begun: what comes behind those that were.
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
