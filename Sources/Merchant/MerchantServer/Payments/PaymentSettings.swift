/// The merchant's settings for taking payments.
public struct PaymentSettings: Sendable {
    /// The payee of the orders, as on the payment sheet's last line.
    public let payee: String
    /// How long the answer to a request may take. Then it is 202, and the work goes on.
    public let answerLimit: Duration
    /// The same for a request that was made before, and for reading a payment: what they wait for goes on
    /// without them.
    public let repetitionLimit: Duration
    /// The links of orders; nil where shoppers have none.
    public let orderLinks: OrderLinks?
    /// The packages of orders for Apple's Wallet; nil where its devices get none.
    var orderPackages: OrderPackages?

    /// Settings.
    public init(
        payee: String,
        answerLimit: Duration = .seconds(25),
        repetitionLimit: Duration = .seconds(2),
        orderLinks: OrderLinks? = nil
    ) {
        self.payee = payee
        self.answerLimit = answerLimit
        self.repetitionLimit = repetitionLimit
        self.orderLinks = orderLinks
    }
}
