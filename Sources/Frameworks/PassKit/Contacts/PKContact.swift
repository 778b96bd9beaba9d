public import Contacts
public import Foundation

/// An address book's record, which is any object: only apps for iOS 8 have one.
public typealias ABRecord = AnyObject

/// Whom to send goods or a bill to; what is not known is nil. Since iOS 9.
open class PKContact: NSObject {
    /// The name.
    open var name: PersonNameComponents?

    /// The postal address.
    open var postalAddress: CNPostalAddress?

    /// The e-mail address.
    open var emailAddress: String?

    /// The telephone number.
    open var phoneNumber: CNPhoneNumber?

    /// A part of a city; since iOS 10.3 the postal address has it.
    open var supplementarySubLocality: String?

    /// A contact that nothing is known of.
    public override init() { super.init() }
}
