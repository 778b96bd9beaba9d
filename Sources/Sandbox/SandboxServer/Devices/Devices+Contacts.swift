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
        let kept = try await database.read { snapshot throws(DeviceFailure) in
            try snapshot.all(
                "SELECT number, contact FROM device_contact WHERE device = $1 ORDER BY number",
                [.text(device)]
            ) { row throws(StorageFailure) -> ContactRecord? in
                let text = try row.text("contact")
                guard let document = try? JSONDocument(Array(text.utf8)),
                    let contact = try? Contact(page: document.root, at: "")
                else { return nil }
                return ContactRecord(number: try row.integer("number"), contact: contact)
            }
            .compactMap(\.self)
        }
        return kept.isEmpty ? [ContactRecord(number: nil, contact: .johnAppleseed)] : kept
    }

    /// Adds a contact to a device.
    ///
    /// - Returns: The contact's number.
    func add(_ contact: Contact, to device: String) async throws(DeviceFailure) -> Int64 {
        let kept = try await contacts(of: device)
        guard kept.count < Self.contactLimit else { throw .tooManyContacts(Self.contactLimit) }
        return try await database.write { transaction throws(DeviceFailure) in
            try transaction.one(
                "INSERT INTO device_contact (device, contact) VALUES ($1, $2) RETURNING number",
                [.text(device), .text(contact.pageJSON.compact)]
            ) { row throws(StorageFailure) in try row.integer("number") } ?? 0
        }
    }

    /// Removes a contact from a device.
    func remove(contact number: Int64, of device: String) async throws(DeviceFailure) {
        let removed = try await database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                "DELETE FROM device_contact WHERE number = $1 AND device = $2",
                [.integer(number), .text(device)]
            )
        }
        guard removed == 1 else { throw .unknownContact }
    }

    /// The device whose sheets pages show; ``first`` unless another one was chosen.
    func chosen() async throws(DeviceFailure) -> String {
        try await database.read { snapshot throws(DeviceFailure) in
            try snapshot.one("SELECT device FROM chosen_device") { row throws(StorageFailure) in
                try row.text("device")
            } ?? Self.first
        }
    }

    /// Chooses the device whose sheets pages show.
    func choose(_ device: String) async throws(DeviceFailure) {
        _ = try await self.device(device)
        try await database.write { transaction throws(DeviceFailure) in
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
