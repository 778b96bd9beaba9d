extension WalletOrder {
    /// A good or a service that was ordered.
    package struct LineItem: OrderObject {
        package var title: OrderText
        package var quantity: Checked<NumberForm>
        package var subtitle: OrderText?
        package var price: CurrencyAmount?
        package var image: Checked<ImageNameForm>?
        package var sku: String?
        package var gtin: String?
    }

    /// An amount of money. Wallet shows it as it is and converts nothing.
    package struct CurrencyAmount: OrderObject {
        package var amount: Checked<AmountForm>
        package var currency: Checked<CurrencyForm>
    }

    /// The cost of an order, and how it is paid.
    package struct Payment: OrderObject {
        package var total: CurrencyAmount
        package var status: Status
        package var summaryItems: [SummaryItem]?
        package var transactions: [PaymentTransaction]?
        package var paymentMethods: [String]?
        package var applePayTransactionIdentifiers: [String]?

        package enum Status: String, OrderWord {
            case pending, authorized, paid, refunded, declined, voided
        }

        /// A line of a sum.
        package struct SummaryItem: OrderObject {
            static var page: String? { nil }

            package var label: OrderText
            package var value: CurrencyAmount
        }
    }

    /// A charge or a refund (iOS 17).
    package struct PaymentTransaction: OrderObject {
        package var amount: CurrencyAmount
        package var createdAt: Checked<DateTimeForm>
        package var paymentMethod: PaymentMethod
        package var status: Status
        package var transactionType: TransactionType
        package var applePayTransactionIdentifier: String?
        package var receipt: Checked<FileNameForm>?

        package enum Status: String, OrderWord {
            case pending, approved, completed, cancelled, failed
        }

        package enum TransactionType: String, OrderWord { case purchase, refund }

        /// A means of payment.
        package struct PaymentMethod: OrderObject {
            static var page: String? { nil }

            package var displayName: String
        }
    }
}
