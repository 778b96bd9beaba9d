public import Foundation
internal import PaymentDevice
internal import PaymentRequest
public import UIKitStubs

/// What passes are made of.
open class PKObject: NSObject {
    /// An object.
    public override init() { super.init() }
}

/// A pass in a wallet, as far as payments know passes: a card's.
///
/// Two passes are equal where their kind and their number are.
open class PKPass: PKObject {
    let content: DevicePass

    init(content: DevicePass) {
        self.content = content
        super.init()
    }

    /// A pass that says nothing, which is in no wallet; for tests that override what they need.
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

    /// A pass of a file's bytes.
    ///
    /// - Throws: ``PKPassKitError``, for files of passes are not read here.
    public init(data: Data) throws {
        throw PKPassKitError(data.isEmpty ? .invalidDataError : .unsupportedVersionError)
    }

    /// What it is.
    open var passType: PKPassType { .barcode }

    /// The same as a payment pass; nil where it is none. Until iOS 13.4.
    open var paymentPass: PKPaymentPass? { self as? PKPaymentPass }

    /// The same as a card's pass; nil where it is none. Since iOS 13.4.
    open var secureElementPass: PKSecureElementPass? { self as? PKSecureElementPass }

    /// The wallet's number for it.
    open var serialNumber: String { content.serialNumber }

    /// The kind of pass. That it is this for cards is a guess.
    open var passTypeIdentifier: String { "paymentpass.com.apple" }

    /// Where news of it comes from; cards have none.
    open var webServiceURL: URL? { nil }

    /// What shows that place who asks; cards have none.
    open var authenticationToken: String? { nil }

    /// Its picture, which is empty here.
    open var icon: UIImage { UIImage() }

    /// What a person calls it.
    open var localizedName: String { content.localizedName }

    /// What it is, in words.
    open var localizedDescription: String { content.localizedName }

    /// Who issued it.
    open var organizationName: String { content.organizationName }

    /// When it matters; cards always do.
    open var relevantDate: Date? { nil }

    /// When it matters; cards always do. Since iOS 18.
    open var relevantDates: [PKPassRelevantDate] { [] }

    /// The issuer's own words about it; cards have none.
    open var userInfo: [AnyHashable: Any]? { nil }

    /// Where it is shown; nil here.
    open var passURL: URL? { nil }

    /// Whether it is on another device.
    open var isRemotePass: Bool { content.isRemote }

    /// The device that it is on, where that is another. That the name is this is a guess.
    open var deviceName: String { content.isRemote ? "Apple Watch" : "" }

    /// What is written in one of its fields; cards have none.
    open func localizedValue(forFieldKey key: String) -> Any? { nil }

    /// Whether another object is the same pass.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PKPass else { return false }
        return passTypeIdentifier == other.passTypeIdentifier && serialNumber == other.serialNumber
    }

    /// Equal for equal passes.
    open override var hash: Int { serialNumber.hashValue }
}
