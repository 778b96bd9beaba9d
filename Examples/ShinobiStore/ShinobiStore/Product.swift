import PassKit

/// A product of the store.
struct Product {
    let title: String
    let price: String
    let description: String
    let paymentSummaryItems: [PKPaymentSummaryItem]

    /// The article's one product.
    ///
    /// Corrected: the article makes these amounts from floating point. Here they are written as
    /// they are to be charged.
    static var cuddlyToy: Product {
        let lines = [
            PKPaymentSummaryItem(
                label: "Shinobi Cuddly Toy",
                amount: NSDecimalNumber(string: "22.99"),
                type: .final
            ),
            PKPaymentSummaryItem(
                label: "Postage",
                amount: NSDecimalNumber(string: "3.99"),
                type: .final
            ),
            PKPaymentSummaryItem(
                label: "Tax",
                amount: NSDecimalNumber(string: "2.29"),
                type: .final
            ),
        ]
        // The last item is what is charged. Corrected: it is added up, not written a second time.
        let total = lines.reduce(NSDecimalNumber.zero) { $0.adding($1.amount) }
        return Product(
            title: "Shinobi Cuddly Toy",
            price: "$22.99",
            description: "A small ninja to hold on to.",
            paymentSummaryItems: lines + [
                PKPaymentSummaryItem(label: "Total", amount: total, type: .final)
            ]
        )
    }
}
