import PassKit
import PaymentSheet
import Testing

@Suite("iCloud's key-value store")
struct CloudStoreTests {
    private let store = NSUbiquitousKeyValueStore()
    private static let token = Data(
        #"{"data":"AA==","signature":"AA==","header":{},"version":"EC_v1"}"#.utf8
    )

    @Test func `keeps the values that are set`() {
        store.set("text", forKey: "string")
        store.set(Data([1]), forKey: "data")
        store.set(true, forKey: "bool")
        store.set(Int64(7), forKey: "number")
        store.set(["a", 1] as [Any], forKey: "array")
        store.set(["key": "value"], forKey: "dictionary")
        #expect(store.string(forKey: "string") == "text")
        #expect(store.data(forKey: "data") == Data([1]))
        #expect(store.bool(forKey: "bool"))
        #expect(store.longLong(forKey: "number") == 7)
        #expect(store.array(forKey: "array")?.count == 2)
        #expect(store.dictionary(forKey: "dictionary")?.count == 1)
        #expect(store.dictionaryRepresentation.count == 6)
        store.removeObject(forKey: "string")
        #expect(store.object(forKey: "string") == nil)
        #expect(store.synchronize())
    }

    @Test func `converts a number to each requested type`() {
        store.set(12.75, forKey: "price")
        store.set(3, forKey: "count")
        store.set(Int64(7), forKey: "long")
        store.set(true, forKey: "bool")
        store.set("12.75", forKey: "text")
        #expect(store.double(forKey: "price") == 12.75 && store.longLong(forKey: "price") == 12)
        #expect(store.longLong(forKey: "count") == 3 && store.double(forKey: "count") == 3)
        #expect(store.double(forKey: "long") == 7 && store.bool(forKey: "long"))
        #expect(store.longLong(forKey: "bool") == 1 && store.bool(forKey: "bool"))
        #expect(store.double(forKey: "text") == 0 && store.double(forKey: "nothing") == 0)
        #expect(store.longLong(forKey: "nothing") == 0 && !store.bool(forKey: "nothing"))
    }

    @Test func `has Apple's names for what may have changed it`() {
        #expect(
            NSUbiquitousKeyValueStore.didChangeExternallyNotification.rawValue
                == "NSUbiquitousKeyValueStoreDidChangeExternallyNotification"
        )
        #expect(
            [NSUbiquitousKeyValueStoreChangeReasonKey, NSUbiquitousKeyValueStoreChangedKeysKey] == [
                "NSUbiquitousKeyValueStoreChangeReasonKey",
                "NSUbiquitousKeyValueStoreChangedKeysKey",
            ]
        )
        let reasons = [
            NSUbiquitousKeyValueStoreServerChange, NSUbiquitousKeyValueStoreInitialSyncChange,
            NSUbiquitousKeyValueStoreQuotaViolationChange, NSUbiquitousKeyValueStoreAccountChange,
        ]
        #expect(reasons == [0, 1, 2, 3])
    }

    @Test func `is changed only by this process`() async {
        await confirmation(expectedCount: 0) { told in
            let watch = NotificationCenter.default.addObserver(
                forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification,
                object: store,
                queue: nil
            ) { _ in told() }
            store.set("text", forKey: "string")
            _ = store.synchronize()
            NotificationCenter.default.removeObserver(watch)
        }
    }

    @Test func `is one for the app`() {
        #expect(NSUbiquitousKeyValueStore.default === NSUbiquitousKeyValueStore.default)
    }

    @Test func `reports a token, as bytes, in an array or in Base64 (mission 14.4, 14.6)`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            store.set([Self.token], forKey: "applePayMentTocken")
            store.set(Self.token, forKey: "bytes")
            let lines = Self.token.base64EncodedString(options: [
                .lineLength64Characters, .endLineWithCarriageReturn,
            ])
            store.set(lines, forKey: "base64")
            store.set(String(decoding: Self.token, as: UTF8.self), forKey: "json")
            store.set(["payment": ["token": Self.token]], forKey: "nested")
        }
        let keys = ["applePayMentTocken", "bytes", "base64", "json", "nested"]
        #expect(device.mistakes == keys.map { .tokenInCloudStore(key: $0) })
        #expect(!"\(device.mistakes)".contains("EC_v1"))
    }

    @Test func `reports nothing else`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            store.set("jack Jhon", forKey: "name")
            store.set(#"{"data":1,"version":2}"#, forKey: "settings")
            store.set(Data([1, 2, 3]), forKey: "bytes")
            store.set(12.75, forKey: "price")
            store.set(nil as String?, forKey: "nothing")
            store.set(String(repeating: "[", count: 5000), forKey: "deep")
        }
        #expect(device.mistakes.isEmpty)
    }
}
