internal import JSON
internal import Money
internal import PaymentRequest
package import SheetView
internal import World

/// An order as people see it in a language: what was bought, what becomes of it, and no name or address of a person.
///
/// - Source: our own layout. The order of fulfillments, returns and lines is the order's, as Apple's page "Order" says.
package struct OrderView: Sendable {
    /// A value with a label, such as a tracking number.
    package struct Entry: Hashable, Sendable {
        package let label: String
        package let text: String
        /// The address to which the text leads; nil for none.
        package var link: String?
        /// The time that the text names, in ISO 8601; nil for another text.
        package var time: String?
    }

    /// A line of goods, or a part of the sum.
    package struct Line: Hashable, Sendable {
        package let title: String
        package let detail: String?
        package let amount: String?
        /// The name of its image; nil for none.
        package var image: String?
    }

    /// A fulfillment, a return, or the terms of returns.
    package struct Part: Hashable, Sendable {
        package let heading: String
        package var status: String?
        package var description: String?
        package var items: [String] = []
        package var entries: [Entry] = []
        package var notes: String?
        package var links: [Entry] = []
    }

    package let language: Language
    package let title: String
    package let merchant: String
    package let status: String
    package let description: String?
    package let placed: Entry?
    package let lines: [Line]
    package let total: Entry?
    package let parts: [Part]
    /// Leads to the seller's page of the order.
    package var management: Entry

    /// An order in a language.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - language: The language of the words around the order's own texts.
    ///   - texts: The order's own texts in the language, by the keys that stand for them in the order.
    package init(_ order: WalletOrder, in language: Language, texts: [String: String] = [:]) {
        let writer = OrderViewWriter(language: language, texts: texts)
        self.language = language
        title = (order.orderNumber.map(OrderPhrase.title) ?? OrderPhrase.order)[language]
        merchant = writer.own(order.merchant.displayName)
        status = [order.status.text, order.payment?.status.text].compactMap { $0?[language] }
            .joined(separator: " · ")
        description = order.statusDescription.map(writer.own)
        placed = writer.time(OrderPhrase.placed, order.createdAt)
        lines = writer.lines(of: order)
        total = order.payment.map {
            Entry(label: OrderPhrase.total[language], text: writer.amount($0.total))
        }
        parts =
            (order.fulfillments ?? []).map(writer.part)
            + (order.returns ?? []).map(writer.part)
            + (order.returnInfo.map { [writer.part($0)] } ?? [])
        management = writer.link(OrderPhrase.openOrder, order.orderManagementURL)
    }
}

extension VerifiedOrder {
    /// The order's own texts in a language, by the keys that stand for them in the order. Where the package does not
    /// have the language, they are English, or those of its first language.
    package func texts(in language: Language) -> [String: String] {
        let ending = "\(OrderTranslations.ending)/\(OrderTranslations.strings)"
        let names = files.keys.filter { $0.hasSuffix(ending) }.sorted()
        func file(in language: Language) -> String? {
            names.first { Language(localeIdentifier: $0) == language }
        }
        guard let name = file(in: language) ?? file(in: .english) ?? names.first,
            let bytes = files[name], let strings = try? OrderStrings(bytes)
        else { return [:] }
        return strings.texts
    }
}

/// Writes the parts of an order in a language.
private struct OrderViewWriter {
    let language: Language
    let texts: [String: String]

    /// A text of the order, which may be a key of `order.strings`.
    func own(_ text: OrderText) -> String { texts[text] ?? text }

    func lines(of order: WalletOrder) -> [OrderView.Line] {
        let items = (order.lineItems ?? []).map { item in
            OrderView.Line(
                title: self.item(item),
                detail: item.subtitle.map(own),
                amount: item.price.map(amount),
                image: item.image?.text
            )
        }
        let sums = (order.payment?.summaryItems ?? []).map {
            OrderView.Line(title: own($0.label), detail: nil, amount: amount($0.value))
        }
        return items + sums
    }

    func part(_ fulfillment: WalletOrder.Fulfillment) -> OrderView.Part {
        switch fulfillment {
        case .shipping(let shipment): part(shipment)
        case .pickup(let pickup): part(pickup)
        }
    }

    private func part(_ shipment: WalletOrder.ShippingFulfillment) -> OrderView.Part {
        OrderView.Part(
            heading: OrderPhrase.shipment[language],
            status: status(shipment.status.rawValue),
            description: shipment.statusDescription.map(own),
            items: (shipment.lineItems ?? []).map(item),
            entries: [
                text(OrderPhrase.carrier, shipment.carrier), tracking(shipment),
                time(OrderPhrase.shippedAt, shipment.shippedAt),
                time(OrderPhrase.estimatedDeliveryAt, shipment.estimatedDeliveryAt),
                time(OrderPhrase.deliveredAt, shipment.deliveredAt),
            ]
            .compactMap(\.self),
            notes: shipment.notes.map(own)
        )
    }

    private func part(_ pickup: WalletOrder.PickupFulfillment) -> OrderView.Part {
        OrderView.Part(
            heading: own(pickup.displayName),
            status: status(pickup.status.rawValue),
            description: pickup.statusDescription.map(own),
            items: (pickup.lineItems ?? []).map(item),
            entries: [
                address(pickup.address), time(OrderPhrase.pickupAt, pickup.pickupAt),
                time(OrderPhrase.pickedUpAt, pickup.pickedUpAt),
            ]
            .compactMap(\.self),
            notes: pickup.notes.map(own)
        )
    }

    func part(_ back: WalletOrder.Return) -> OrderView.Part {
        OrderView.Part(
            heading: OrderPhrase.aReturn[language],
            status: status(back.status.rawValue, isReturn: true),
            description: back.statusDescription.map(own),
            items: (back.lineItems ?? []).map(item),
            entries: [
                text(OrderPhrase.carrier, back.carrier),
                text(OrderPhrase.returnNumber, back.returnNumber),
                time(OrderPhrase.initiatedAt, back.initiatedAt),
                time(OrderPhrase.dropOffBy, back.dropOffBy),
                time(OrderPhrase.returnedAt, back.returnedAt),
            ]
            .compactMap(\.self),
            notes: back.notes.map(own),
            links: back.returnManagementURL.map { [link(OrderPhrase.manage, $0)] } ?? []
        )
    }

    func part(_ info: WalletOrder.ReturnInfo) -> OrderView.Part {
        OrderView.Part(
            heading: OrderPhrase.returns[language],
            description: info.returnPolicyDescription,
            entries: time(OrderPhrase.returnDeadline, info.returnDeadline).map { [$0] } ?? [],
            links: [link(OrderPhrase.policy, info.returnPolicyURL)]
                + (info.returnManagementURL.map { [link(OrderPhrase.manage, $0)] } ?? [])
        )
    }

    private func item(_ item: WalletOrder.LineItem) -> String {
        let quantity = item.quantity.text == "1" ? "" : "\(item.quantity.text) × "
        return quantity + own(item.title)
    }

    private func status(_ word: String, isReturn: Bool = false) -> String {
        guard let text = OrderPhrase.status(word, isReturn: isReturn) else {
            preconditionFailure("the status \(word) has no words")
        }
        return text[language]
    }

    private func tracking(_ shipment: WalletOrder.ShippingFulfillment) -> OrderView.Entry? {
        let url = shipment.trackingURL
        return (shipment.trackingNumber ?? url?.text).map {
            OrderView.Entry(
                label: OrderPhrase.trackingNumber[language],
                text: $0,
                link: url.flatMap(Self.webAddress)
            )
        }
    }

    private func address(_ address: WalletOrder.Address?) -> OrderView.Entry? {
        guard let address else { return nil }
        let rest = [
            address.postalCode, address.locality, address.administrativeArea,
            address.countryCode?.text,
        ]
        let lines = (address.addressLines ?? []) + rest.compactMap(\.self)
        return text(OrderPhrase.address, lines.joined(separator: ", "))
    }

    private func text(_ label: LocalizedText, _ text: String?) -> OrderView.Entry? {
        text.map { OrderView.Entry(label: label[language], text: $0) }
    }

    func time(_ label: LocalizedText, _ time: Checked<DateTimeForm>?) -> OrderView.Entry? {
        guard let time, let date = ArrivalDate(time.value) else { return nil }
        return OrderView.Entry(
            label: label[language],
            text: date.text(in: language),
            time: time.text
        )
    }

    func link(_ label: LocalizedText, _ url: Checked<URLForm>) -> OrderView.Entry {
        OrderView.Entry(
            label: label[language],
            text: label[language],
            link: Self.webAddress(url)
        )
    }

    /// An address to which a page may lead; nil for a script, for example.
    private static func webAddress(_ url: Checked<URLForm>) -> String? {
        url.text.prefixMatch(of: /(?i)https?:/) == nil ? nil : url.text
    }

    /// An amount as people write it in the language, or as the order has it where the currency has no such amount.
    func amount(_ amount: WalletOrder.CurrencyAmount) -> String {
        do throws(Money.Failure) {
            return try Money(amount.amount.value, in: amount.currency.value).text(in: language)
        } catch { return "\(amount.amount.text) \(amount.currency.text)" }
    }
}
