import PassKit

/// The module's value of every name in `passkit-raw-values.json`, by type and name.
let declaredRawValues: [String: [String: String]] = [
    "PKPaymentAuthorizationStatus": [
        "success": "\(PKPaymentAuthorizationStatus.success.rawValue)",
        "failure": "\(PKPaymentAuthorizationStatus.failure.rawValue)",
        "invalidBillingPostalAddress":
            "\(PKPaymentAuthorizationStatus.invalidBillingPostalAddress.rawValue)",
        "invalidShippingPostalAddress":
            "\(PKPaymentAuthorizationStatus.invalidShippingPostalAddress.rawValue)",
        "invalidShippingContact": "\(PKPaymentAuthorizationStatus.invalidShippingContact.rawValue)",
        "pinRequired": "\(PKPaymentAuthorizationStatus.pinRequired.rawValue)",
        "pinIncorrect": "\(PKPaymentAuthorizationStatus.pinIncorrect.rawValue)",
        "pinLockout": "\(PKPaymentAuthorizationStatus.pinLockout.rawValue)",
    ],
    "PKMerchantCapability": [
        "threeDSecure": "\(PKMerchantCapability.threeDSecure.rawValue)",
        "emv": "\(PKMerchantCapability.emv.rawValue)",
        "credit": "\(PKMerchantCapability.credit.rawValue)",
        "debit": "\(PKMerchantCapability.debit.rawValue)",
        "instantFundsOut": "\(PKMerchantCapability.instantFundsOut.rawValue)",
        "capability3DS": "\(PKMerchantCapability.capability3DS.rawValue)",
        "capabilityEMV": "\(PKMerchantCapability.capabilityEMV.rawValue)",
        "capabilityCredit": "\(PKMerchantCapability.capabilityCredit.rawValue)",
        "capabilityDebit": "\(PKMerchantCapability.capabilityDebit.rawValue)",
    ],
    "PKAddressField": [
        "postalAddress": "\(PKAddressField.postalAddress.rawValue)",
        "phone": "\(PKAddressField.phone.rawValue)",
        "email": "\(PKAddressField.email.rawValue)",
        "name": "\(PKAddressField.name.rawValue)",
        "all": "\(PKAddressField.all.rawValue)",
    ],
    "PKShippingType": [
        "shipping": "\(PKShippingType.shipping.rawValue)",
        "delivery": "\(PKShippingType.delivery.rawValue)",
        "storePickup": "\(PKShippingType.storePickup.rawValue)",
        "servicePickup": "\(PKShippingType.servicePickup.rawValue)",
    ],
    "PKShippingContactEditingMode": [
        "available": "\(PKShippingContactEditingMode.available.rawValue)",
        "storePickup": "\(PKShippingContactEditingMode.storePickup.rawValue)",
        "enabled": "\(PKShippingContactEditingMode.enabled.rawValue)",
    ],
    "PKPaymentSummaryItemType": [
        "final": "\(PKPaymentSummaryItemType.final.rawValue)",
        "pending": "\(PKPaymentSummaryItemType.pending.rawValue)",
    ],
    "PKPaymentMethodType": [
        "unknown": "\(PKPaymentMethodType.unknown.rawValue)",
        "debit": "\(PKPaymentMethodType.debit.rawValue)",
        "credit": "\(PKPaymentMethodType.credit.rawValue)",
        "prepaid": "\(PKPaymentMethodType.prepaid.rawValue)",
        "store": "\(PKPaymentMethodType.store.rawValue)",
        "eMoney": "\(PKPaymentMethodType.eMoney.rawValue)",
    ],
    "PKPaymentButtonType": [
        "plain": "\(PKPaymentButtonType.plain.rawValue)",
        "buy": "\(PKPaymentButtonType.buy.rawValue)",
        "setUp": "\(PKPaymentButtonType.setUp.rawValue)",
        "inStore": "\(PKPaymentButtonType.inStore.rawValue)",
        "donate": "\(PKPaymentButtonType.donate.rawValue)",
        "checkout": "\(PKPaymentButtonType.checkout.rawValue)",
        "book": "\(PKPaymentButtonType.book.rawValue)",
        "subscribe": "\(PKPaymentButtonType.subscribe.rawValue)",
        "reload": "\(PKPaymentButtonType.reload.rawValue)",
        "addMoney": "\(PKPaymentButtonType.addMoney.rawValue)",
        "topUp": "\(PKPaymentButtonType.topUp.rawValue)",
        "order": "\(PKPaymentButtonType.order.rawValue)",
        "rent": "\(PKPaymentButtonType.rent.rawValue)",
        "support": "\(PKPaymentButtonType.support.rawValue)",
        "contribute": "\(PKPaymentButtonType.contribute.rawValue)",
        "tip": "\(PKPaymentButtonType.tip.rawValue)",
        "continue": "\(PKPaymentButtonType.`continue`.rawValue)",
    ],
    "PKPaymentButtonStyle": [
        "white": "\(PKPaymentButtonStyle.white.rawValue)",
        "whiteOutline": "\(PKPaymentButtonStyle.whiteOutline.rawValue)",
        "black": "\(PKPaymentButtonStyle.black.rawValue)",
        "automatic": "\(PKPaymentButtonStyle.automatic.rawValue)",
    ],
    "PKPassType": [
        "barcode": "\(PKPassType.barcode.rawValue)",
        "secureElement": "\(PKPassType.secureElement.rawValue)",
        "any": "\(PKPassType.any.rawValue)",
        "payment": "\(PKPassType.payment.rawValue)",
    ],
    "PKPaymentPassActivationState": [
        "activated": "\(PKPaymentPassActivationState.activated.rawValue)",
        "requiresActivation": "\(PKPaymentPassActivationState.requiresActivation.rawValue)",
        "activating": "\(PKPaymentPassActivationState.activating.rawValue)",
        "suspended": "\(PKPaymentPassActivationState.suspended.rawValue)",
        "deactivated": "\(PKPaymentPassActivationState.deactivated.rawValue)",
    ],
    "PKAddPaymentPassStyle": [
        "payment": "\(PKAddPaymentPassStyle.payment.rawValue)",
        "access": "\(PKAddPaymentPassStyle.access.rawValue)",
    ],
    "PKAddPaymentPassError": [
        "unsupported": "\(PKAddPaymentPassError.unsupported.rawValue)",
        "userCancelled": "\(PKAddPaymentPassError.userCancelled.rawValue)",
        "systemCancelled": "\(PKAddPaymentPassError.systemCancelled.rawValue)",
    ],
    "PKPassLibraryAddPassesStatus": [
        "didAddPasses": "\(PKPassLibraryAddPassesStatus.didAddPasses.rawValue)",
        "shouldReviewPasses": "\(PKPassLibraryAddPassesStatus.shouldReviewPasses.rawValue)",
        "didCancelAddPasses": "\(PKPassLibraryAddPassesStatus.didCancelAddPasses.rawValue)",
    ],
    "PKAutomaticPassPresentationSuppressionResult": [
        "notSupported": "\(PKAutomaticPassPresentationSuppressionResult.notSupported.rawValue)",
        "alreadyPresenting":
            "\(PKAutomaticPassPresentationSuppressionResult.alreadyPresenting.rawValue)",
        "denied": "\(PKAutomaticPassPresentationSuppressionResult.denied.rawValue)",
        "cancelled": "\(PKAutomaticPassPresentationSuppressionResult.cancelled.rawValue)",
        "success": "\(PKAutomaticPassPresentationSuppressionResult.success.rawValue)",
    ],
    "PKRadioTechnology": [
        "NFC": "\(PKRadioTechnology.NFC.rawValue)",
        "bluetooth": "\(PKRadioTechnology.bluetooth.rawValue)",
    ],
    "PKAddPassButtonStyle": [
        "black": "\(PKAddPassButtonStyle.black.rawValue)",
        "blackOutline": "\(PKAddPassButtonStyle.blackOutline.rawValue)",
    ],
    "PKPayLaterAction": [
        "learnMore": "\(PKPayLaterAction.learnMore.rawValue)",
        "calculator": "\(PKPayLaterAction.calculator.rawValue)",
    ],
    "PKPayLaterDisplayStyle": [
        "standard": "\(PKPayLaterDisplayStyle.standard.rawValue)",
        "badge": "\(PKPayLaterDisplayStyle.badge.rawValue)",
        "checkout": "\(PKPayLaterDisplayStyle.checkout.rawValue)",
        "price": "\(PKPayLaterDisplayStyle.price.rawValue)",
    ],
    "PKBarcodeEventConfigurationDataType": [
        "unknown": "\(PKBarcodeEventConfigurationDataType.unknown.rawValue)",
        "signingKeyMaterial": "\(PKBarcodeEventConfigurationDataType.signingKeyMaterial.rawValue)",
        "signingCertificate": "\(PKBarcodeEventConfigurationDataType.signingCertificate.rawValue)",
    ],
    "PKContactField": [
        "postalAddress": PKContactField.postalAddress.rawValue,
        "emailAddress": PKContactField.emailAddress.rawValue,
        "phoneNumber": PKContactField.phoneNumber.rawValue,
        "name": PKContactField.name.rawValue,
        "phoneticName": PKContactField.phoneticName.rawValue,
    ],
    "PKPaymentErrorKey": [
        "contactFieldUserInfoKey": PKPaymentErrorKey.contactFieldUserInfoKey.rawValue,
        "postalAddressUserInfoKey": PKPaymentErrorKey.postalAddressUserInfoKey.rawValue,
    ],
    "PKDisbursementErrorKey": [
        "contactFieldUserInfoKey": PKDisbursementErrorKey.contactFieldUserInfoKey.rawValue
    ],
    "PKEncryptionScheme": [
        "ECC_V2": PKEncryptionScheme.ECC_V2.rawValue,
        "RSA_V2": PKEncryptionScheme.RSA_V2.rawValue,
    ],
    "PKPassLibraryNotificationName": [
        "PKPassLibraryDidChange": PKPassLibraryNotificationName.PKPassLibraryDidChange.rawValue,
        "PKPassLibraryRemotePaymentPassesDidChange": PKPassLibraryNotificationName
            .PKPassLibraryRemotePaymentPassesDidChange.rawValue,
    ],
    "PKPassLibraryNotificationKey": [
        "addedPassesUserInfoKey": PKPassLibraryNotificationKey.addedPassesUserInfoKey.rawValue,
        "replacementPassesUserInfoKey": PKPassLibraryNotificationKey.replacementPassesUserInfoKey
            .rawValue,
        "removedPassInfosUserInfoKey": PKPassLibraryNotificationKey.removedPassInfosUserInfoKey
            .rawValue,
        "passTypeIdentifierUserInfoKey": PKPassLibraryNotificationKey.passTypeIdentifierUserInfoKey
            .rawValue,
        "serialNumberUserInfoKey": PKPassLibraryNotificationKey.serialNumberUserInfoKey.rawValue,
        "recoveredPassesUserInfoKey": PKPassLibraryNotificationKey.recoveredPassesUserInfoKey
            .rawValue,
    ],
    "String": [
        "PKPassKitErrorDomain": PKPassKitErrorDomain,
        "PKPaymentErrorDomain": PKPaymentErrorDomain,
        "PKDisbursementErrorDomain": PKDisbursementErrorDomain,
        "PKAddSecureElementPassErrorDomain": PKAddSecureElementPassErrorDomain,
        "PKShareSecureElementPassErrorDomain": PKShareSecureElementPassErrorDomain,
        "PKIdentityErrorDomain": PKIdentityErrorDomain,
        "CNLabelHome": CNLabelHome,
        "CNLabelWork": CNLabelWork,
        "CNLabelSchool": CNLabelSchool,
        "CNLabelOther": CNLabelOther,
        "CNLabelEmailiCloud": CNLabelEmailiCloud,
        "CNLabelURLAddressHomePage": CNLabelURLAddressHomePage,
        "CNLabelDateAnniversary": CNLabelDateAnniversary,
        "CNLabelPhoneNumberiPhone": CNLabelPhoneNumberiPhone,
        "CNLabelPhoneNumberAppleWatch": CNLabelPhoneNumberAppleWatch,
        "CNLabelPhoneNumberMobile": CNLabelPhoneNumberMobile,
        "CNLabelPhoneNumberMain": CNLabelPhoneNumberMain,
        "CNLabelPhoneNumberHomeFax": CNLabelPhoneNumberHomeFax,
        "CNLabelPhoneNumberWorkFax": CNLabelPhoneNumberWorkFax,
        "CNLabelPhoneNumberOtherFax": CNLabelPhoneNumberOtherFax,
        "CNLabelPhoneNumberPager": CNLabelPhoneNumberPager,
    ],
    "PKPaymentError": [
        "unknownError": "\(PKPaymentError.unknownError.rawValue)",
        "shippingContactInvalidError": "\(PKPaymentError.shippingContactInvalidError.rawValue)",
        "billingContactInvalidError": "\(PKPaymentError.billingContactInvalidError.rawValue)",
        "shippingAddressUnserviceableError":
            "\(PKPaymentError.shippingAddressUnserviceableError.rawValue)",
        "couponCodeInvalidError": "\(PKPaymentError.couponCodeInvalidError.rawValue)",
        "couponCodeExpiredError": "\(PKPaymentError.couponCodeExpiredError.rawValue)",
    ],
    "PKPassKitError": [
        "unknownError": "\(PKPassKitError.unknownError.rawValue)",
        "invalidDataError": "\(PKPassKitError.invalidDataError.rawValue)",
        "unsupportedVersionError": "\(PKPassKitError.unsupportedVersionError.rawValue)",
        "invalidSignature": "\(PKPassKitError.invalidSignature.rawValue)",
        "notEntitledError": "\(PKPassKitError.notEntitledError.rawValue)",
    ],
    "PKDisbursementError": [
        "unknownError": "\(PKDisbursementError.unknownError.rawValue)",
        "unsupportedCardError": "\(PKDisbursementError.unsupportedCardError.rawValue)",
        "recipientContactInvalidError":
            "\(PKDisbursementError.recipientContactInvalidError.rawValue)",
    ],
    "PKAddSecureElementPassError": [
        "genericError": "\(PKAddSecureElementPassError.genericError.rawValue)",
        "unknownError": "\(PKAddSecureElementPassError.unknownError.rawValue)",
        "userCanceledError": "\(PKAddSecureElementPassError.userCanceledError.rawValue)",
        "unavailableError": "\(PKAddSecureElementPassError.unavailableError.rawValue)",
        "invalidConfigurationError":
            "\(PKAddSecureElementPassError.invalidConfigurationError.rawValue)",
        "deviceNotSupportedError":
            "\(PKAddSecureElementPassError.deviceNotSupportedError.rawValue)",
        "deviceNotReadyError": "\(PKAddSecureElementPassError.deviceNotReadyError.rawValue)",
        "osVersionNotSupportedError":
            "\(PKAddSecureElementPassError.osVersionNotSupportedError.rawValue)",
    ],
    "PKShareSecureElementPassError": [
        "unknownError": "\(PKShareSecureElementPassError.unknownError.rawValue)",
        "setupError": "\(PKShareSecureElementPassError.setupError.rawValue)",
    ],
    "PKSecureElementPass.PassActivationState": [
        "activated": "\(PKSecureElementPass.PassActivationState.activated.rawValue)",
        "requiresActivation":
            "\(PKSecureElementPass.PassActivationState.requiresActivation.rawValue)",
        "activating": "\(PKSecureElementPass.PassActivationState.activating.rawValue)",
        "suspended": "\(PKSecureElementPass.PassActivationState.suspended.rawValue)",
        "deactivated": "\(PKSecureElementPass.PassActivationState.deactivated.rawValue)",
    ],
    "PKPassLibrary.Capability": [
        "backgroundAddPasses": "\(PKPassLibrary.Capability.backgroundAddPasses.rawValue)"
    ],
    "PKPassLibrary.AuthorizationStatus": [
        "notDetermined": "\(PKPassLibrary.AuthorizationStatus.notDetermined.rawValue)",
        "denied": "\(PKPassLibrary.AuthorizationStatus.denied.rawValue)",
        "authorized": "\(PKPassLibrary.AuthorizationStatus.authorized.rawValue)",
        "restricted": "\(PKPassLibrary.AuthorizationStatus.restricted.rawValue)",
    ],
    "CNContactType": [
        "person": "\(CNContactType.person.rawValue)",
        "organization": "\(CNContactType.organization.rawValue)",
    ],
    "CNPostalAddressFormatterStyle": [
        "mailingAddress": "\(CNPostalAddressFormatterStyle.mailingAddress.rawValue)"
    ],
]
