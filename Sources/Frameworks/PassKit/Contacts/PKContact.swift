public import Contacts
public import Foundation

/// A record of the address book, of any type: only apps for iOS 8 have one.
public typealias ABRecord = AnyObject

/// A contact for shipping or billing; an unknown part is nil. Since iOS 9.
open class PKContact: NSObject {
    /// The name.
    open var name: PersonNameComponents?

    /// The postal address.
    open var postalAddress: CNPostalAddress?

    /// The e-mail address.
    open var emailAddress: String?

    /// The telephone number.
    open var phoneNumber: CNPhoneNumber?

    /// A district of a city; since iOS 10.3 the postal address has it.
    open var supplementarySubLocality: String?

    /// Creates an empty contact.
    public override init() { super.init() }
}
