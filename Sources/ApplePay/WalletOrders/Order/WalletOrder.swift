/// A text that people read. It may be a key of `order.strings`.
package typealias OrderText = String

/// An order as Apple's Wallet shows it: the content of `order.json`.
///
/// A value of this type follows the rules of each member. The rules between members are checked when a
/// package is made or read.
///
/// - Source: Apple, *Wallet Orders*, "Order" and the pages of its objects; names and types of all members.
package struct WalletOrder: OrderObject {
    static var page: String? { "Order" }

    package private(set) var schemaVersion: Checked<SchemaVersionForm>
    package var orderTypeIdentifier: Checked<IdentifierForm>
    package var orderIdentifier: Checked<IdentifierForm>
    package var orderNumber: String?
    package private(set) var orderType: OrderType
    package var status: Status
    package var statusDescription: OrderText?
    package var createdAt: Checked<DateTimeForm>
    package var updatedAt: Checked<DateTimeForm>
    package var merchant: Merchant
    package var orderManagementURL: Checked<URLForm>
    package var customer: Customer?
    package var lineItems: [LineItem]?
    package var payment: Payment?
    package var fulfillments: [Fulfillment]?
    package var returns: [Return]?
    package var returnInfo: ReturnInfo?
    package var barcode: Barcode?
    package var orderProvider: OrderProvider?
    package var associatedApplications: [Application]?
    package var associatedApplicationIdentifiers: [String]?
    package var changeNotifications: ChangeNotifications?
    package var webServiceURL: Checked<WebServiceForm>?
    package var authenticationToken: Checked<AuthenticationTokenForm>?

    package enum OrderType: String, OrderWord { case ecommerce }

    package enum Status: String, OrderWord { case open, completed, cancelled }

    package enum ChangeNotifications: String, OrderWord { case enabled, disabledIfAppInstalled }
}
