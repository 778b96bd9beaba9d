internal import ApplePaySession
internal import AppleServers
internal import JSON
internal import PaymentRequest
internal import Storage
internal import TestSandbox

/// A contact that a device knows.
struct ContactRecord: Sendable {
    /// Its number among the contacts; nil for the TEST contact of a device that has no others.
    let number: Int64?
    let contact: Contact
}

// The contacts of devices, and the device whose sheets pages show.
extension Devices {
    /// The maximum number of contacts of a device: our decision.
    static let contactLimit = 20

    /// The contacts of a device, the preferred one first; John Appleseed where there are no others.
    func contacts(of device: String) async throws(DeviceFailure) -> [ContactRecord] {
        _ = try await self.device(device)
        let kept = try await reading { snapshot throws(StorageFailure) in
            var kept: [ContactRecord] = []
            for row in try snapshot.rows(
                "SELECT number, contact FROM device_contact WHERE device = $1 ORDER BY number",
                [.text(device)]
            ) {
                let text = try row.text("contact")
                guard let document = try? JSONDocument(Array(text.utf8)),
                    let contact = try? Contact(page: document.root, at: "")
                else { continue }
                kept.append(ContactRecord(number: try row.integer("number"), contact: contact))
            }
            return kept
        }
        return kept.isEmpty ? [ContactRecord(number: nil, contact: .johnAppleseed)] : kept
    }

    /// Adds a contact to a device.
    ///
    /// - Returns: The contact's number.
    func add(_ contact: Contact, to device: String) async throws(DeviceFailure) -> Int64 {
        let kept = try await contacts(of: device)
        guard kept.count < Self.contactLimit else { throw .tooManyContacts(Self.contactLimit) }
        return try await writing { transaction throws(StorageFailure) in
            let row = try transaction.row(
                "INSERT INTO device_contact (device, contact) VALUES ($1, $2) RETURNING number",
                [.text(device), .text(contact.pageJSON.compact)]
            )
            return try row?.integer("number") ?? 0
        }
    }

    /// Removes a contact from a device.
    func remove(contact number: Int64, of device: String) async throws(DeviceFailure) {
        let removed = try await writing { transaction throws(StorageFailure) in
            try transaction.execute(
                "DELETE FROM device_contact WHERE number = $1 AND device = $2",
                [.integer(number), .text(device)]
            )
        }
        guard removed == 1 else { throw .unknownContact }
    }

    /// The device whose sheets pages show; ``first`` unless another one was chosen.
    func chosen() async throws(DeviceFailure) -> String {
        try await reading { snapshot throws(StorageFailure) in
            try snapshot.row("SELECT device FROM chosen_device")?.text("device") ?? Self.first
        }
    }

    /// Chooses the device whose sheets pages show.
    func choose(_ device: String) async throws(DeviceFailure) {
        _ = try await self.device(device)
        _ = try await writing { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                INSERT INTO chosen_device (number, device) VALUES (1, $1)
                ON CONFLICT (number) DO UPDATE SET device = $1
                """,
                [.text(device)]
            )
        }
    }
}
