import PassKit
import Testing

@Suite("A value that is associated with an object")
struct AssociatedObjectTests {
    private final class Handler {
        let left: () -> Void

        init(left: @escaping () -> Void = {}) { self.left = left }

        deinit { left() }
    }

    // Their addresses are the keys.
    @MainActor private static var first: UInt8 = 0
    @MainActor private static var second: UInt8 = 0

    @MainActor
    @Test func `is kept as its policy says, under its key`() {
        let controller = NSObject()
        var handler: Handler? = Handler()
        weak let kept = handler
        unsafe objc_setAssociatedObject(controller, &Self.first, handler, .OBJC_ASSOCIATION_RETAIN)
        unsafe objc_setAssociatedObject(controller, &Self.second, handler, .OBJC_ASSOCIATION_ASSIGN)
        handler = nil
        #expect(unsafe objc_getAssociatedObject(controller, &Self.first) as? Handler === kept)
        #expect(unsafe objc_getAssociatedObject(controller, &Self.second) as? Handler === kept)
        #expect(unsafe objc_getAssociatedObject(NSObject(), &Self.first) == nil)
        unsafe objc_setAssociatedObject(controller, &Self.first, nil, .OBJC_ASSOCIATION_RETAIN)
        #expect(kept == nil)
        #expect(unsafe objc_getAssociatedObject(controller, &Self.first) == nil)
        #expect(unsafe objc_getAssociatedObject(controller, &Self.second) == nil)
        let text = NSMutableString(string: "paid")
        for policy in [
            objc_AssociationPolicy.OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC,
            .OBJC_ASSOCIATION_RETAIN_NONATOMIC,
        ] {
            unsafe objc_setAssociatedObject(controller, &Self.first, text, policy)
            let value = unsafe objc_getAssociatedObject(controller, &Self.first) as? NSString
            #expect(value == "paid")
            #expect((value === text) == (policy == .OBJC_ASSOCIATION_RETAIN_NONATOMIC))
        }
        objc_removeAssociatedObjects(controller)
        #expect(unsafe objc_getAssociatedObject(controller, &Self.first) == nil)
    }

    @MainActor
    @Test func `is not seen by an object that comes after, and is released`() {
        var left = 0
        for _ in 0..<100 {
            let controller = NSObject()
            #expect(unsafe objc_getAssociatedObject(controller, &Self.first) == nil)
            let other = NSObject()
            let handler = Handler {
                left += 1
                objc_removeAssociatedObjects(other)
            }
            unsafe objc_setAssociatedObject(
                controller,
                &Self.first,
                handler,
                .OBJC_ASSOCIATION_RETAIN
            )
        }
        var controllers = (0..<100).map { _ in NSObject() }
        for controller in controllers {
            let handler = Handler { left += 1 }
            unsafe objc_setAssociatedObject(
                controller,
                &Self.first,
                handler,
                .OBJC_ASSOCIATION_RETAIN
            )
        }
        #expect(left == 100)
        controllers = []
        objc_removeAssociatedObjects(NSObject())
        #expect(left == 200)
    }

    @Test func `needs no pool, and a dictionary takes a value for a key or none`() {
        #expect(autoreleasepool { 3 } == 3)
        #expect(throws: CancellationError.self) {
            try autoreleasepool { throw CancellationError() }
        }
        let fields = NSMutableDictionary()
        fields.setValue("12", forKey: "id")
        #expect(fields["id"] as? String == "12")
        fields.setValue(nil, forKey: "id")
        #expect(fields.count == 0)
    }
}
