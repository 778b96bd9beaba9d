import PaymentRequest
import PaymentSheet
import World

/// A random page and a random shopper before a sheet: who acts next is the same for every kind of page.
protocol SheetSimulation {
    var randomness: SeededRandomness { get }
    var sheet: PaymentSheet { get }

    /// Something happens to the sheet.
    mutating func handle(_ event: PaymentSheet.Event) throws
    /// The page answers what it was asked.
    mutating func answer() throws
    /// The page calls what it may not call now.
    mutating func mistake()
    /// The shopper closes the sheet.
    mutating func cancel() throws
    /// The page takes the sheet away.
    mutating func abort() throws
}

extension SheetSimulation {
    func happens(_ percent: UInt64) -> Bool { number(below: 100) < percent }

    func number(below bound: UInt64) -> UInt64 { randomness.number(below: bound) }

    /// Acts until the sheet has ended, or for so many turns that it is closed.
    mutating func runToTheEnd() throws {
        try handle(.presented)
        for _ in 0..<60 where sheet.outcome == nil { try turn() }
        if sheet.outcome == nil { try cancel() }
    }

    private mutating func turn() throws {
        switch sheet.waitsFor {
        case .token(let token): try handle(happens(90) ? .tokenMade(token) : .tokenRefused(token))
        case .pin: if happens(80) { try handle(.enteredPIN) } else { try cancel() }
        case .answer:
            switch number(below: 100) {
            case 0..<72: try answer()
            case 72..<80: mistake()
            case 80..<94: try handle(PageShop.choice(randomness, of: sheet))
            case 94..<97: try cancel()
            default: try abort()
            }
        case nil:
            switch number(below: 100) {
            case 0..<45: try handle(.authorized(total: sheet.request.total))
            case 45..<87: try handle(PageShop.choice(randomness, of: sheet))
            case 87..<94: mistake()
            case 94..<97: try cancel()
            default: try abort()
            }
        }
    }
}
