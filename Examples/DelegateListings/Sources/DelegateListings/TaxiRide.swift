import PassKit

/// A payment whose amount is not known yet when it is authorized.
enum TaxiRide {
    static func paymentRequest() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.currencyCode = "USD"
        request.countryCode = "US"
        request.merchantIdentifier = "merchant.com.example"
        request.supportedNetworks = [.amex, .discover, .masterCard, .visa]
        request.merchantCapabilities = .capability3DS
        let booking = NSDecimalNumber(string: "2.50")
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Booking", amount: booking),
            // What the meter will say: the sheet shows it as pending.
            PKPaymentSummaryItem(label: "Fare", amount: .zero, type: .pending),
            PKPaymentSummaryItem(label: "My Company Name", amount: booking),
        ]
        return request
    }
}

/// A discount of some percent, reckoned in base 10 and rounded to cents.
func discount(ofPercent percent: Int, on amount: NSDecimalNumber) -> NSDecimalNumber {
    let cents = NSDecimalNumberHandler(
        roundingMode: .plain,
        scale: 2,
        raiseOnExactness: false,
        raiseOnOverflow: true,
        raiseOnUnderflow: true,
        raiseOnDivideByZero: true
    )
    let share = NSDecimalNumber(mantissa: UInt64(percent), exponent: -2, isNegative: true)
    // In two steps: Foundation on Linux multiplies without the behavior's rounding.
    return amount.multiplying(by: share).rounding(accordingToBehavior: cents)
}
