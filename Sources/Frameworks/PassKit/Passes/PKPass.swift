public import Foundation
internal import PaymentRequest
internal import PaymentSheet
public import UIKitStubs

/// The base class of passes.
open class PKObject: NSObject {
    /// Creates an object.
    public override init() { super.init() }
}

/// A pass in a wallet. Here every pass is a payment card.
///
/// Two passes are equal if their type and serial number are.
open class PKPass: PKObject {
    let content: DevicePass

    init(content: DevicePass) {
        self.content = content
        super.init()
    }

    /// Creates an empty pass, which is in no wallet; for tests that override what they need.
    public convenience override init() {
        self.init(
            content: DevicePass(
                serialNumber: "",
                localizedName: "",
                organizationName: "",
                network: PaymentNetwork(rawValue: ""),
                primaryAccountIdentifier: "",
                primaryAccountNumberSuffix: "",
                deviceAccountIdentifier: "",
                deviceAccountNumberSuffix: "",
                isRemote: false
            )
        )
    }

    /// Creates a pass from the bytes of a file.
    ///
    /// - Throws: ``PKPassKitError``, always: pass files are not supported here.
    public init(data: Data) throws {
        throw PKPassKitError(data.isEmpty ? .invalidDataError : .unsupportedVersionError)
    }

    /// The type.
    open var passType: PKPassType { .barcode }

    /// This pass as a payment pass; nil if it is none. Until iOS 13.4.
    open var paymentPass: PKPaymentPass? { self as? PKPaymentPass }

    /// This pass as a card's pass; nil if it is none. Since iOS 13.4.
    open var secureElementPass: PKSecureElementPass? { self as? PKSecureElementPass }

    /// The serial number.
    open var serialNumber: String { content.serialNumber }

    /// The pass type identifier. The value for cards is a guess.
    open var passTypeIdentifier: String { "paymentpass.com.apple" }

    /// The URL of the web service for updates; cards have none.
    open var webServiceURL: URL? { nil }

    /// The token that authenticates requests to that web service; cards have none.
    open var authenticationToken: String? { nil }

    /// Its picture, which is empty here.
    open var icon: UIImage { UIImage() }

    /// The name that the user sees.
    open var localizedName: String { content.localizedName }

    /// The description that the user sees.
    open var localizedDescription: String { content.localizedName }

    /// Who issued it.
    open var organizationName: String { content.organizationName }

    /// When the pass is relevant; nil for cards.
    open var relevantDate: Date? { nil }

    /// When the pass is relevant; empty for cards. Since iOS 18.
    open var relevantDates: [PKPassRelevantDate] { [] }

    /// The issuer's own data; cards have none.
    open var userInfo: [AnyHashable: Any]? { nil }

    /// The URL that opens the pass; nil here.
    open var passURL: URL? { nil }

    /// Whether it is on another device.
    open var isRemotePass: Bool { content.isRemote }

    /// The name of the other device that it is on. That a watch has this name is a guess.
    open var deviceName: String { content.isRemote ? "Apple Watch" : "" }

    /// The value of a field; cards have none.
    open func localizedValue(forFieldKey key: String) -> Any? { nil }

    /// Whether another object is the same pass.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PKPass else { return false }
        return passTypeIdentifier == other.passTypeIdentifier && serialNumber == other.serialNumber
    }

    /// Equal for equal passes.
    open override var hash: Int { serialNumber.hashValue }
}
