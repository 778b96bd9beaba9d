import PassKit

/// The module's value for a raw value, by the type that it is to be: the name of an enum's case,
/// and the raw value of what takes any; nil if it makes nothing.
let madeOfRawValues: [String: @Sendable (String) -> String?] = [
    "PKPaymentAuthorizationStatus": nameMade(by: PKPaymentAuthorizationStatus.init(rawValue:)),
    "PKMerchantCapability": rawValueMade(by: PKMerchantCapability.init(rawValue:)),
    "PKAddressField": rawValueMade(by: PKAddressField.init(rawValue:)),
    "PKShippingType": nameMade(by: PKShippingType.init(rawValue:)),
    "PKShippingContactEditingMode": nameMade(by: PKShippingContactEditingMode.init(rawValue:)),
    "PKPaymentSummaryItemType": nameMade(by: PKPaymentSummaryItemType.init(rawValue:)),
    "PKPaymentMethodType": nameMade(by: PKPaymentMethodType.init(rawValue:)),
    "PKPaymentButtonType": nameMade(by: PKPaymentButtonType.init(rawValue:)),
    "PKPaymentButtonStyle": nameMade(by: PKPaymentButtonStyle.init(rawValue:)),
    "PKPassType": nameMade(by: PKPassType.init(rawValue:)),
    "PKPaymentPassActivationState": nameMade(by: PKPaymentPassActivationState.init(rawValue:)),
    "PKAddPaymentPassStyle": nameMade(by: PKAddPaymentPassStyle.init(rawValue:)),
    "PKAddPaymentPassError": nameMade(by: PKAddPaymentPassError.init(rawValue:)),
    "PKPassLibraryAddPassesStatus": nameMade(by: PKPassLibraryAddPassesStatus.init(rawValue:)),
    "PKAutomaticPassPresentationSuppressionResult": nameMade(
        by: PKAutomaticPassPresentationSuppressionResult.init(rawValue:)
    ),
    "PKRadioTechnology": rawValueMade(by: PKRadioTechnology.init(rawValue:)),
    "PKAddPassButtonStyle": nameMade(by: PKAddPassButtonStyle.init(rawValue:)),
    "PKPayLaterAction": nameMade(by: PKPayLaterAction.init(rawValue:)),
    "PKPayLaterDisplayStyle": nameMade(by: PKPayLaterDisplayStyle.init(rawValue:)),
    "PKBarcodeEventConfigurationDataType": nameMade(
        by: PKBarcodeEventConfigurationDataType.init(rawValue:)
    ),
    "PKContactField": rawValueMade(by: PKContactField.init(rawValue:)),
    "PKPaymentErrorKey": rawValueMade(by: PKPaymentErrorKey.init(rawValue:)),
    "PKDisbursementErrorKey": rawValueMade(by: PKDisbursementErrorKey.init(rawValue:)),
    "PKEncryptionScheme": rawValueMade(by: PKEncryptionScheme.init(rawValue:)),
    "PKPassLibraryNotificationName": rawValueMade(
        by: PKPassLibraryNotificationName.init(rawValue:)
    ),
    "PKPassLibraryNotificationKey": rawValueMade(by: PKPassLibraryNotificationKey.init(rawValue:)),
    "PKSecureElementPass.PassActivationState": nameMade(
        by: PKSecureElementPass.PassActivationState.init(rawValue:)
    ),
    "PKPassLibrary.Capability": nameMade(by: PKPassLibrary.Capability.init(rawValue:)),
    "PKPassLibrary.AuthorizationStatus": nameMade(
        by: PKPassLibrary.AuthorizationStatus.init(rawValue:)
    ),
    "CNContactType": nameMade(by: CNContactType.init(rawValue:)),
    "CNPostalAddressFormatterStyle": nameMade(by: CNPostalAddressFormatterStyle.init(rawValue:)),
    "PKPaymentError": nameMade(by: PKPaymentError.Code.init(rawValue:)),
    "PKPassKitError": nameMade(by: PKPassKitError.Code.init(rawValue:)),
    "PKDisbursementError": nameMade(by: PKDisbursementError.Code.init(rawValue:)),
    "PKAddSecureElementPassError": nameMade(by: PKAddSecureElementPassError.Code.init(rawValue:)),
    "PKShareSecureElementPassError": nameMade(
        by: PKShareSecureElementPassError.Code.init(rawValue:)
    ),
]

private typealias Make = @Sendable (String) -> String?

private func nameMade<Raw: LosslessStringConvertible & SendableMetatype, Value>(
    by make: @escaping @Sendable (Raw) -> Value?
) -> Make {
    { Raw($0).flatMap(make).map { "\($0)" } }
}

private func rawValueMade<
    Raw: LosslessStringConvertible & SendableMetatype,
    Value: RawRepresentable<Raw> & SendableMetatype
>(
    by make: @escaping @Sendable (Raw) -> Value?
) -> Make {
    { Raw($0).flatMap(make).map { "\($0.rawValue)" } }
}

/// The codes of errors, by the error's type and name.
let declaredErrorCodes: [String: [String: Int]] = [
    "PKPaymentError": [
        "unknownError": PKPaymentError.Code.unknownError.rawValue,
        "shippingContactInvalidError": PKPaymentError.Code.shippingContactInvalidError.rawValue,
        "billingContactInvalidError": PKPaymentError.Code.billingContactInvalidError.rawValue,
        "shippingAddressUnserviceableError": PKPaymentError.Code.shippingAddressUnserviceableError
            .rawValue,
        "couponCodeInvalidError": PKPaymentError.Code.couponCodeInvalidError.rawValue,
        "couponCodeExpiredError": PKPaymentError.Code.couponCodeExpiredError.rawValue,
    ],
    "PKPassKitError": [
        "unknownError": PKPassKitError.Code.unknownError.rawValue,
        "invalidDataError": PKPassKitError.Code.invalidDataError.rawValue,
        "unsupportedVersionError": PKPassKitError.Code.unsupportedVersionError.rawValue,
        "invalidSignature": PKPassKitError.Code.invalidSignature.rawValue,
        "notEntitledError": PKPassKitError.Code.notEntitledError.rawValue,
    ],
    "PKDisbursementError": [
        "unknownError": PKDisbursementError.Code.unknownError.rawValue,
        "unsupportedCardError": PKDisbursementError.Code.unsupportedCardError.rawValue,
        "recipientContactInvalidError": PKDisbursementError.Code.recipientContactInvalidError
            .rawValue,
    ],
    "PKAddSecureElementPassError": [
        "genericError": PKAddSecureElementPassError.Code.genericError.rawValue,
        "unknownError": PKAddSecureElementPassError.Code.unknownError.rawValue,
        "userCanceledError": PKAddSecureElementPassError.Code.userCanceledError.rawValue,
        "unavailableError": PKAddSecureElementPassError.Code.unavailableError.rawValue,
        "invalidConfigurationError": PKAddSecureElementPassError.Code.invalidConfigurationError
            .rawValue,
        "deviceNotSupportedError": PKAddSecureElementPassError.Code.deviceNotSupportedError
            .rawValue,
        "deviceNotReadyError": PKAddSecureElementPassError.Code.deviceNotReadyError.rawValue,
        "osVersionNotSupportedError": PKAddSecureElementPassError.Code.osVersionNotSupportedError
            .rawValue,
    ],
    "PKShareSecureElementPassError": [
        "unknownError": PKShareSecureElementPassError.Code.unknownError.rawValue,
        "setupError": PKShareSecureElementPassError.Code.setupError.rawValue,
    ],
]
