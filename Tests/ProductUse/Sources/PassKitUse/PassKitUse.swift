import Contacts
import PassKit

/// Asks for a payment, as an app does.
public func usePassKit() -> String {
    let request = PKPaymentRequest()
    request.merchantIdentifier = "merchant.com.example"
    return request.merchantIdentifier
}
