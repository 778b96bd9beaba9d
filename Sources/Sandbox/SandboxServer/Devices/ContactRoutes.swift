internal import ApplePaySession
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest

/// The person's data on a device beside cards: contacts, and the device that pages show sheets of.
enum ContactRoutes {
    static func operations(_ devices: Devices) -> [APIOperation] {
        contacts(devices) + choice(devices)
    }

    private static func contacts(_ devices: Devices) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/devices/{device}/contacts",
                "The contacts that a device offers at its sheets; John Appleseed while it has no others.",
                answer: .object([.required("contacts", .list(contact))])
            ) { request in
                let found = try await devices.contacts(of: try request.parameter("device"))
                return .json(.object(["contacts": .array(found.map(json))]))
            },
            APIOperation(
                .post,
                "/devices/{device}/contacts",
                "Adds a contact.",
                body: .object([.required("contact", pageContact)]),
                answer: contact,
                status: .created,
                problems: [.conflict, .unprocessableContent]
            ) { request in
                let device = try request.parameter("device")
                let made: Contact
                do {
                    guard let member = request.body.member("contact") else {
                        throw HTTPProblem(.badRequest)
                    }
                    made = try Contact(page: member, at: "contact")
                } catch let error as PageTypeError {
                    throw HTTPProblem.refused(
                        .unprocessableContent,
                        "contactInvalid",
                        "the body's \(error)"
                    )
                }
                let number = try await devices.add(made, to: device)
                return .created(
                    json(ContactRecord(number: number, contact: made)),
                    at: "/devices/\(device)/contacts/\(number)"
                )
            },
            APIOperation(
                .delete,
                "/devices/{device}/contacts/{contact}",
                "Removes a contact.",
                answer: nil,
                status: .noContent
            ) { request in
                guard let number = Int64(try request.parameter("contact")) else {
                    throw DeviceFailure.unknownContact
                }
                try await devices.remove(contact: number, of: try request.parameter("device"))
                return .status(.noContent)
            },
        ]
    }

    private static func choice(_ devices: Devices) -> [APIOperation] {
        let chosen = APISchema.object([.required("device", .text(example: "phone"))])
        return [
            APIOperation(
                .get,
                "/wallet/device",
                "The device whose sheets pages show.",
                answer: chosen
            ) { _ in .json(.object(["device": .string(try await devices.chosen())])) },
            APIOperation(
                .put,
                "/wallet/device",
                "Chooses the device whose sheets pages show.",
                body: chosen,
                answer: chosen,
                problems: [.notFound]
            ) { request in
                try await devices.choose(try request.body.required("device"))
                return .json(.object(["device": .string(try await devices.chosen())]))
            },
        ]
    }

    private static let pageContact = APISchema.described(
        "An ApplePayPaymentContact of Apple Pay JS."
    )

    private static let contact = APISchema.object([
        .optional("identifier", .text(example: "3"), "Not for the TEST contact."),
        .required("contact", pageContact),
    ])

    private static func json(_ record: ContactRecord) -> JSONOutput {
        .object([
            "identifier": record.number.map { .string(String($0)) },
            "contact": record.contact.pageJSON,
        ])
    }
}
