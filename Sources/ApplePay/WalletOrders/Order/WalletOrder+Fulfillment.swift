extension WalletOrder {
    package enum Fulfillment: Hashable, Sendable, Decodable {
        /// They are sent.
        case shipping(ShippingFulfillment)
        /// The customer gets them at a place.
        case pickup(PickupFulfillment)

        package enum Kind: String, OrderWord { case shipping, pickup }

        package init(from decoder: any Decoder) throws {
            guard let reader = decoder as? OrderReader else { throw OrderReader.NotAnOrder() }
            let member = reader.member("fulfillmentType")
            switch member.read(Kind.self) {
            case .pickup:
                self = .pickup(try PickupFulfillment(from: reader.titled("PickupFulfillment")))
            case .shipping:
                self = .shipping(
                    try ShippingFulfillment(from: reader.titled("ShippingFulfillment"))
                )
            case nil:
                if member.value == nil { _ = member.refuse(.missing) as Kind? }
                throw OrderReader.NotAnOrder()
            }
        }
    }

    /// A shipment.
    package struct ShippingFulfillment: OrderObject {
        package private(set) var fulfillmentType: Fulfillment.Kind
        package var fulfillmentIdentifier: Checked<IdentifierForm>
        package var status: Status
        package var statusDescription: OrderText?
        package var carrier: String?
        package var trackingNumber: String?
        package var trackingURL: Checked<URLForm>?
        package var shippedAt: Checked<DateTimeForm>?
        package var deliveredAt: Checked<DateTimeForm>?
        package var estimatedDeliveryAt: Checked<DateTimeForm>?
        package var estimatedDeliveryWindowDuration: Checked<DurationForm>?
        package var lineItems: [LineItem]?
        package var notes: OrderText?
        package var shippingType: ShippingType?
        package var recipient: Recipient?

        package enum Status: String, OrderWord {
            case open, processing, onTheWay, outForDelivery, delivered, shipped, issue, cancelled
        }

        package enum ShippingType: String, OrderWord { case shipping, delivery }

        /// The recipient of a shipment.
        package struct Recipient: OrderObject {
            static var page: String? { nil }

            package var givenName: String?
            package var familyName: String?
            package var organizationName: String?
            package var address: Address?
        }
    }

    /// A pickup.
    package struct PickupFulfillment: OrderObject {
        package private(set) var fulfillmentType: Fulfillment.Kind
        package var fulfillmentIdentifier: Checked<IdentifierForm>
        package var displayName: OrderText
        package var status: Status
        package var statusDescription: OrderText?
        package var address: Address?
        package var location: Location?
        package var pickupAt: Checked<DateTimeForm>?
        package var pickupWindowDuration: Checked<DurationForm>?
        package var pickedUpAt: Checked<DateTimeForm>?
        package var barcode: Barcode?
        package var lineItems: [LineItem]?
        package var notes: OrderText?

        package enum Status: String, OrderWord {
            case open, processing, readyForPickup, pickedUp, issue, cancelled
        }
    }

    /// A place on a map.
    package struct Location: OrderObject {
        package var latitude: Checked<LatitudeForm>
        package var longitude: Checked<LongitudeForm>
        package var altitude: Checked<NumberForm>?
    }

    /// A code that a device shows.
    package struct Barcode: OrderObject {
        package var format: Format
        package var message: String
        package var messageEncoding: String
        package var altText: OrderText?

        package enum Format: String, OrderWord { case qr, pdf417, aztec, code128 }
    }
}
