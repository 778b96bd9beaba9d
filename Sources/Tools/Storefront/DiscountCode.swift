/// A discount that a shopper gets for a code.
struct DiscountCode: Hashable, Sendable {
    /// How much is taken off.
    enum Reduction: Hashable, Sendable {
        /// An amount, in cents.
        case amount(Int64)
        /// A part of the goods' price.
        case percent(Int64)
    }

    /// The code as the shopper types it, in capital letters.
    let code: String
    /// The line of the order.
    let label: String
    let reduction: Reduction

    /// The friends' discount is the programming guide's (mission 7.11).
    static let all = [
        DiscountCode(code: "FRIENDS", label: "Friends Discount", reduction: .amount(200)),
        DiscountCode(code: "SAVE10", label: "10 % off", reduction: .percent(10)),
    ]

    /// The discount of a code as it was typed; nil where there is none.
    static func typed(_ text: String) -> DiscountCode? {
        let code = text.uppercased().filter { !$0.isWhitespace }
        return all.first { $0.code == code }
    }

    /// The discount on goods of a price: never more than the price. Half a cent is rounded up.
    func minorUnits(off goods: Int64) -> Int64 {
        switch reduction {
        case .amount(let amount): min(amount, goods)
        case .percent(let percent): (goods * percent + 50) / 100
        }
    }
}
