import PassKit
import PaymentRequest
import PaymentSheet
import Testing
import World

/// The notifications that the center got, in words.
private final class Told: Sendable {
    private let lines = LockedValue<[String]>([])
    private let observers = LockedValue<[any NSObjectProtocol]>([])

    @MainActor
    init(of library: PKPassLibrary?) {
        let names: [PKPassLibraryNotificationName] = [
            .PKPassLibraryDidChange, .PKPassLibraryRemotePaymentPassesDidChange,
        ]
        for name in names {
            let observer = NotificationCenter.default.addObserver(
                forName: Notification.Name(name.rawValue),
                object: library,
                queue: nil
            ) { [lines] notification in
                let line = Self.line(for: notification, isRemote: name != names[0])
                lines.withLock { $0.append(line) }
            }
            observers.withLock { $0.append(observer) }
        }
    }

    deinit {
        for observer in observers.withLock({ $0 }) {
            NotificationCenter.default.removeObserver(observer)
        }
    }

    private static func line(for notification: Notification, isRemote: Bool) -> String {
        typealias Key = PKPassLibraryNotificationKey
        let userInfo = notification.userInfo ?? [:]
        let added = userInfo[Key.addedPassesUserInfoKey] as? [PKPass] ?? []
        let gone =
            userInfo[Key.removedPassInfosUserInfoKey.rawValue] as? [[AnyHashable: Any]] ?? []
        let numbers = gone.map { $0[Key.serialNumberUserInfoKey] as? String ?? "?" }
        return "\(isRemote ? "remote " : "")+\(added.map(\.serialNumber)) -\(numbers)"
    }

    /// The lines, once there are as many as expected or none more can come.
    @MainActor
    func lines(expecting count: Int) async -> [String] {
        for _ in 0..<1_000 where lines.withLock({ $0.count }) <= count { await Task.yield() }
        return lines.withLock { $0 }
    }
}

@MainActor
@Suite("A pass library's notifications")
struct PassLibraryNotificationTests {
    private static func pass(_ number: String, isRemote: Bool = false) -> DevicePass {
        DevicePass(
            serialNumber: number,
            localizedName: "Visa \(number)",
            organizationName: "Bank",
            network: .visa,
            primaryAccountIdentifier: "account \(number)",
            primaryAccountNumberSuffix: "1111",
            deviceAccountIdentifier: "device \(number)",
            deviceAccountNumberSuffix: "2222",
            isRemote: isRemote
        )
    }

    @Test func `report added and removed cards, on this device and on its watch`() async {
        let device = FakeDevice()
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        let told = Told(of: library)
        device.passes = [Self.pass("one"), Self.pass("two")]
        device.passes = [Self.pass("two"), Self.pass("watch", isRemote: true)]
        let expected = [
            #"+["one", "two"] -[]"#, #"+[] -["one"]"#, #"remote +["watch"] -[]"#,
        ]
        #expect(await told.lines(expecting: 3) == expected)
    }

    @Test func `are posted by retained libraries, each for its own device`() async {
        let devices = [FakeDevice(), FakeDevice()]
        let library = await CurrentDevice.with(devices[0]) { PKPassLibrary() }
        var letGo: PKPassLibrary? = await CurrentDevice.with(devices[1]) { PKPassLibrary() }
        let told = Told(of: library)
        let others = Told(of: letGo)
        withExtendedLifetime(letGo) { devices[1].passes = [Self.pass("one")] }
        #expect(await others.lines(expecting: 1).count == 1)
        #expect(await told.lines(expecting: 0).isEmpty)
        weak let gone = letGo
        letGo = nil
        #expect(gone == nil)
        devices[1].passes = []
        #expect(await others.lines(expecting: 1).count == 1)
        withExtendedLifetime(library) {}
    }

    @Test func `let an app ask the device that they are about`() async {
        let device = FakeDevice()
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        let answers = LockedValue<[Bool]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(
                PKPassLibraryNotificationName.PKPassLibraryDidChange.rawValue
            ),
            object: library,
            queue: nil
        ) { _ in
            let can = PKPaymentAuthorizationController.canMakePayments()
            answers.withLock { $0.append(can) }
        }
        device.passes = [Self.pass("one")]
        for _ in 0..<1_000 where answers.withLock(\.isEmpty) { await Task.yield() }
        #expect(answers.withLock { $0 } == [true])
        NotificationCenter.default.removeObserver(observer)
    }
}
