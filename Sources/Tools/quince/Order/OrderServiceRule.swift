/// The rules of a web service for orders, by the names that reports have.
///
/// - Source: Apple, *Wallet Orders*, the pages of the five endpoints.
enum OrderServiceRule: String, CaseIterable {
    case unreachable
    case packageStatus, packageOlder, lastModifiedMissing, notModified
    case packageWithoutToken, packageWithAnotherToken
    case registerStatus, registerAgainStatus, registerWithoutToken
    case listStatus, listForm, listWithoutOrder, listRepeated, listOfStranger
    case unregisterWithoutToken, unregisterStatus, listAfterUnregistering
    case logStatus

    /// The rule, in a few words.
    var words: String {
        switch self {
        case .unreachable: "the web service answers"
        case .packageStatus: "the package is answered with 200"
        case .packageOlder: "the package is not older than the one that was given"
        case .lastModifiedMissing: "the package has Last-Modified with a date of HTTP"
        case .notModified: "a package that the device has is answered with 304"
        case .packageWithoutToken: "without an authentication token the package is refused with 401"
        case .packageWithAnotherToken: "with another token the package is refused with 401"
        case .registerStatus: "a new registration is answered with 201"
        case .registerAgainStatus: "a registration that there is is answered with 200"
        case .registerWithoutToken: "without its token a registration is refused with 401"
        case .listStatus: "the orders of a registered device are answered with 200"
        case .listForm: "the list has orderIdentifiers, texts, and lastModified, a text"
        case .listWithoutOrder: "the list has the order that was registered"
        case .listRepeated: "without a change since lastModified the list is answered with 204"
        case .listOfStranger: "the list of a device that is not registered is answered with 204"
        case .unregisterWithoutToken:
            "without its token the end of a registration is refused with 401"
        case .unregisterStatus: "the end of a registration is answered with 200"
        case .listAfterUnregistering: "after its end the registration is listed no more"
        case .logStatus: "messages for the log are answered with 200"
        }
    }

    /// The title of Apple's page.
    var page: String {
        switch self {
        case .registerStatus, .registerAgainStatus, .registerWithoutToken:
            "Register a device for update notifications"
        case .listStatus, .listForm, .listWithoutOrder, .listRepeated, .listOfStranger:
            "Retrieve the registrations for a device"
        case .unregisterWithoutToken, .unregisterStatus, .listAfterUnregistering:
            "Unregister a device from update notifications"
        case .logStatus: "Log a message"
        case .unreachable, .packageStatus, .packageOlder, .lastModifiedMissing, .notModified,
            .packageWithoutToken, .packageWithAnotherToken:
            "Retrieve the latest version of an order"
        }
    }
}
