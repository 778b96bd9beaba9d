package import JSON
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
    package let merchant: String?
    package let status: String
    package let description: String?
    package let placed: Entry?
    package let lines: [Line]
    package let total: Entry?
    package let parts: [Part]
    /// Leads to the seller's page of the order; nil for none.
    package var management: Entry?

    /// An order in a language.
    ///
    /// - Parameters:
    ///   - order: The members of `order.json`, whose forms were checked; those of technical use may be missing.
    ///   - language: The language of the words around the order's own texts.
    ///   - texts: The order's own texts in the language, by the keys that stand for them in the order.
    package init(_ order: JSONValue, in language: Language, texts: [String: String] = [:]) {
        let writer = OrderViewWriter(language: language, texts: texts)
        let payment = order.member("payment")
        self.language = language
        title = (order.text("orderNumber").map(OrderPhrase.title) ?? OrderPhrase.order)[language]
        merchant = order.member("merchant").flatMap { writer.own($0, "displayName") }
        let words = [
            order.text("status").flatMap(WalletOrder.Status.init)?.text,
            payment?.text("status").flatMap(WalletOrder.Payment.Status.init)?.text,
        ]
        status = words.compactMap { $0?[language] }.joined(separator: " · ")
        description = writer.own(order, "statusDescription")
        placed = writer.time(OrderPhrase.placed, order, "createdAt")
        lines = writer.lines(of: order)
        total = payment?.member("total").flatMap(writer.amount).map {
            Entry(label: OrderPhrase.total[language], text: $0)
        }
        parts =
            order.list("fulfillments").map { writer.part($0) }
            + order.list("returns").map { writer.part($0, isReturn: true) }
            + (order.member("returnInfo").map { [writer.terms($0)] } ?? [])
        management = writer.link(OrderPhrase.openOrder, order, "orderManagementURL")
    }
}

extension VerifiedOrder {
    /// The content of `order.json`.
    package var json: JSONValue {
        guard let bytes = files[OrderReader.file], let document = try? JSONDocument(bytes) else {
            preconditionFailure("an order was verified without its order.json")
        }
        return document.root
    }

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

extension JSONValue {
    fileprivate func text(_ name: String) -> String? { member(name)?.string }

    fileprivate func list(_ name: String) -> [JSONValue] { member(name)?.elements ?? [] }
}

/// Writes the parts of an order in a language.
private struct OrderViewWriter {
    let language: Language
    let texts: [String: String]

    /// The words before dates by the names of their members, in the order in which they are shown.
    private static let dates: [(name: String, label: LocalizedText)] = [
        ("shippedAt", OrderPhrase.shippedAt),
        ("estimatedDeliveryAt", OrderPhrase.estimatedDeliveryAt),
        ("deliveredAt", OrderPhrase.deliveredAt), ("pickupAt", OrderPhrase.pickupAt),
        ("pickedUpAt", OrderPhrase.pickedUpAt), ("initiatedAt", OrderPhrase.initiatedAt),
        ("dropOffBy", OrderPhrase.dropOffBy), ("returnedAt", OrderPhrase.returnedAt),
    ]

    /// A text of the order, which may be a key of `order.strings`.
    func own(_ part: JSONValue, _ name: String) -> String? {
        part.text(name).map { texts[$0] ?? $0 }
    }

    func lines(of order: JSONValue) -> [OrderView.Line] {
        let items = order.list("lineItems").map { item in
            OrderView.Line(
                title: self.item(item),
                detail: own(item, "subtitle"),
                amount: item.member("price").flatMap(amount)
            )
        }
        let sums = order.member("payment")?.list("summaryItems") ?? []
        return items
            + sums.compactMap { sum in
                own(sum, "label").map {
                    OrderView.Line(
                        title: $0,
                        detail: nil,
                        amount: sum.member("value").flatMap(amount)
                    )
                }
            }
    }

    /// A fulfillment or a return.
    func part(_ part: JSONValue, isReturn: Bool = false) -> OrderView.Part {
        let heading = (isReturn ? OrderPhrase.aReturn : OrderPhrase.shipment)[language]
        let entries = [
            text(OrderPhrase.carrier, part, "carrier"), tracking(part),
            text(OrderPhrase.returnNumber, part, "returnNumber"), address(part),
        ]
        return OrderView.Part(
            heading: own(part, "displayName") ?? heading,
            status: part.text("status").flatMap {
                OrderPhrase.status($0, isReturn: isReturn)?[language]
            },
            description: own(part, "statusDescription"),
            items: part.list("lineItems").map(item),
            entries: (entries + Self.dates.map { time($0.label, part, $0.name) })
                .compactMap(\.self),
            notes: own(part, "notes"),
            links: [link(OrderPhrase.manage, part, "returnManagementURL")].compactMap(\.self)
        )
    }

    func terms(_ info: JSONValue) -> OrderView.Part {
        OrderView.Part(
            heading: OrderPhrase.returns[language],
            description: info.text("returnPolicyDescription"),
            entries: [time(OrderPhrase.returnDeadline, info, "returnDeadline")].compactMap(\.self),
            links: [
                link(OrderPhrase.policy, info, "returnPolicyURL"),
                link(OrderPhrase.manage, info, "returnManagementURL"),
            ]
            .compactMap(\.self)
        )
    }

    private func item(_ item: JSONValue) -> String {
        let quantity = item.member("quantity")?.numberText.flatMap { $0 == "1" ? nil : "\($0) × " }
        return [quantity, own(item, "title")].compactMap(\.self).joined()
    }

    private func tracking(_ part: JSONValue) -> OrderView.Entry? {
        let url = part.text("trackingURL")
        return (part.text("trackingNumber") ?? url).map {
            OrderView.Entry(
                label: OrderPhrase.trackingNumber[language],
                text: $0,
                link: url.flatMap(Self.webAddress)
            )
        }
    }

    /// The place of a pickup.
    private func address(_ part: JSONValue) -> OrderView.Entry? {
        guard let address = part.member("address") else { return nil }
        let rest = ["postalCode", "locality", "administrativeArea", "countryCode"]
            .compactMap { address.text($0) }
        let lines = address.list("addressLines").compactMap(\.string) + rest
        return OrderView.Entry(
            label: OrderPhrase.address[language],
            text: lines.joined(separator: ", ")
        )
    }

    private func text(
        _ label: LocalizedText,
        _ part: JSONValue,
        _ name: String
    ) -> OrderView.Entry? {
        part.text(name).map { OrderView.Entry(label: label[language], text: $0) }
    }

    func time(_ label: LocalizedText, _ part: JSONValue, _ name: String) -> OrderView.Entry? {
        guard let text = part.text(name), let time = UnixTime(iso8601: text),
            let date = ArrivalDate(time)
        else { return nil }
        return OrderView.Entry(
            label: label[language],
            text: date.text(in: language),
            time: text
        )
    }

    func link(_ label: LocalizedText, _ part: JSONValue, _ name: String) -> OrderView.Entry? {
        part.text(name).flatMap(Self.webAddress).map {
            OrderView.Entry(label: label[language], text: label[language], link: $0)
        }
    }

    /// An address to which a page may lead; nil for a script, for example.
    private static func webAddress(_ url: String) -> String? {
        url.prefixMatch(of: /(?i)https?:/) == nil ? nil : url
    }

    /// An amount as people write it in the language, or as the order has it where the currency has no such amount.
    func amount(_ amount: JSONValue) -> String? {
        guard let text = amount.text("amount"), let code = amount.text("currency") else {
            return nil
        }
        guard let currency = Currency(code: code), let decimal = try? DecimalAmount(text),
            let money = try? Money(decimal, in: currency)
        else { return "\(text) \(code)" }
        return money.text(in: language)
    }
}
