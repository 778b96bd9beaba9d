extension WalletOrder {
    /// The seller.
    package struct Merchant: OrderObject {
        package var merchantIdentifier: Checked<MerchantIdentifierForm>
        package var displayName: OrderText
        package var url: Checked<URLForm>
        package var logo: Checked<ImageNameForm>?
        package var address: Address?
        package var phoneNumber: String?
        package var emailAddress: String?
        package var contactURL: Checked<URLForm>?
        package var businessChatURL: Checked<URLForm>?
    }

    /// The buyer.
    package struct Customer: OrderObject {
        package var givenName: String?
        package var familyName: String?
        package var organizationName: String?
        package var emailAddress: String?
        package var phoneNumber: String?
    }

    /// A postal address.
    package struct Address: OrderObject {
        package var addressLines: [String]?
        package var subLocality: String?
        package var locality: String?
        package var postalCode: String?
        package var subAdministrativeArea: String?
        package var administrativeArea: String?
        package var countryCode: Checked<CountryForm>?
    }

    /// A third party that supplies the data of orders (iOS 17.4).
    package struct OrderProvider: OrderObject {
        package var displayName: OrderText
        package var url: Checked<URLForm>
        package var trackingLogoNameLightColorScheme: Checked<ImageNameForm>
        package var trackingLogoNameDarkColorScheme: Checked<ImageNameForm>
    }

    /// An app for the order.
    package struct Application: OrderObject {
        package var storeIdentifier: Checked<StoreIdentifierForm>
        package var launchURL: String?
        package var customProductPageIdentifier: String?
    }
}
