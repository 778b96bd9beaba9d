import PassKit
import UIKit

#if canImport(AddressBook)
    import AddressBook
#endif

/// The listings of the guide for iOS 8, which knew no contacts: an address is a record of the
/// address book.
final class AddressViewController: CheckoutViewController,
    PKPaymentAuthorizationViewControllerDelegate
{
    private(set) var selectedShippingAddress: ABRecord?

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingAddress address: ABRecord,
        completion:
            @escaping (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        note()
        selectedShippingAddress = address
        let shippingMethods = shippingMethodsForAddress(address)
        shop.select(shippingMethods)
        shop.updateShippingCost()
        completion(.success, shippingMethods, shop.summaryItems)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        note()
        shop.selectedShippingMethod = shippingMethod
        shop.updateShippingCost()
        completion(.success, shop.summaryItems)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        note()
        send(payment, reply: completion)
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        note()
        finish(controller)
    }

    func shippingMethodsForAddress(_ address: ABRecord) -> [PKShippingMethod] {
        #if canImport(AddressBook)
            let property = ABRecordCopyValue(address, kABPersonAddressProperty)
            let addresses: ABMultiValue? = property?.takeRetainedValue()
            let first = ABMultiValueCopyValueAtIndex(addresses, 0)?.takeRetainedValue()
            let country = (first as? NSDictionary)?[kABPersonAddressCountryCodeKey as String]
            return shop.shippingMethods(forCountry: country as? String ?? "")
        #else
            // Where there is no address book, the record is a contact.
            let country = (address as? PKContact)?.postalAddress?.isoCountryCode
            return shop.shippingMethods(forCountry: country ?? "")
        #endif
    }
}
