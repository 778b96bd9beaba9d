import Money
import PaymentRequest

/// Reviews a request for a payment.
public func useApplePay() -> Int { PaymentRequest().review(on: .app).violations.count }
