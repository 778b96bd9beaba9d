internal import PaymentToken
internal import Storage
internal import World

extension Row {
    fileprivate func status<Status: RawRepresentable<String>>(
        _ column: String
    ) throws(StorageFailure) -> Status {
        guard let status = Status(rawValue: try text(column)) else {
            throw .columnUnreadable(column)
        }
        return status
    }

    fileprivate func order(_ column: String) throws(StorageFailure) -> OrderID {
        guard let id = OrderID(try text(column)) else { throw .columnUnreadable(column) }
        return id
    }
}

extension OrderLineItem {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            title: try row.text("title"),
            quantity: try row.integer("quantity"),
            amountMinorUnits: try row.integer("amount_minor_units")
        )
    }
}

extension Order {
    init(_ row: Row, lineItems: [OrderLineItem]) throws(StorageFailure) {
        guard let attempt = AttemptID(try row.text("attempt")) else {
            throw .columnUnreadable("attempt")
        }
        var shippingMethod: OrderShippingMethod?
        if let identifier = try row.textIfPresent("shipping_identifier") {
            let label = try row.text("shipping_label")
            shippingMethod = OrderShippingMethod(identifier: identifier, label: label)
        }
        self.init(
            id: try row.order("id"),
            number: try row.integer("number"),
            status: try row.status("status"),
            paymentStatus: try row.status("payment_status"),
            attempt: attempt,
            totalMinorUnits: try row.integer("total_minor_units"),
            currencyCode: try row.text("currency_code"),
            transactionID: try row.transactionID(),
            label: try row.text("label"),
            lineItems: lineItems,
            shippingMethod: shippingMethod,
            contact: try OrderContact(row),
            details: try row.text("details"),
            version: try row.integer("version"),
            createdAt: UnixTime(seconds: try row.integer("created_at")),
            updatedAt: UnixTime(seconds: try row.integer("updated_at"))
        )
    }
}

extension OrderContact {
    fileprivate init(_ row: Row) throws(StorageFailure) {
        self.init(
            name: try row.textIfPresent("contact_name"),
            street: try row.textIfPresent("contact_street"),
            city: try row.textIfPresent("contact_city"),
            state: try row.textIfPresent("contact_state"),
            postalCode: try row.textIfPresent("contact_postal_code"),
            country: try row.textIfPresent("contact_country"),
            emailAddress: try row.textIfPresent("contact_email_address"),
            phoneNumber: try row.textIfPresent("contact_phone_number")
        )
    }
}

extension OrderEvent {
    init(_ row: Row) throws(StorageFailure) {
        let change: Change =
            switch try row.text("change") {
            case "placed": .placed
            case "status": .status(try row.status("value"))
            case "payment": .payment(try row.status("value"))
            case "details": .details(try row.text("value"))
            default: throw .columnUnreadable("change")
            }
        self.init(
            sequence: try row.integer("sequence"),
            version: try row.integer("version"),
            time: UnixTime(seconds: try row.integer("time")),
            change: change
        )
    }
}
