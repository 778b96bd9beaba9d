internal import World

/// How an object holds a value that is associated with it.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// Without keeping it; here, the value is nil when it is gone.
    case OBJC_ASSOCIATION_ASSIGN = 0
    /// Kept.
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// Copied.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    /// Kept.
    case OBJC_ASSOCIATION_RETAIN = 0o1401
    /// Copied.
    case OBJC_ASSOCIATION_COPY = 0o1403
}

/// Associates a value with an object, under the address of a variable; nil removes it.
///
/// The value of an object that is gone is released at the next call, not at once.
public func objc_setAssociatedObject(
    _ object: Any,
    _ key: UnsafeRawPointer,
    _ value: Any?,
    _ policy: objc_AssociationPolicy
) {
    Associations.set(value, of: object as AnyObject, Int(bitPattern: key), policy)
}

/// The value that is associated with an object under the address of a variable.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    Associations.value(of: object as AnyObject, Int(bitPattern: key))
}

/// Removes all values that are associated with an object.
public func objc_removeAssociatedObjects(_ object: Any) {
    Associations.removeAll(of: object as AnyObject)
}

/// The values of all objects, until the objects are released.
private enum Associations {
    private struct Held {
        let kept: Any?
        weak var unkept: AnyObject?
    }

    private struct Entry {
        weak var object: AnyObject?
        var values: [Int: Held] = [:]
    }

    private static let entries = LockedValue<[ObjectIdentifier: Entry]>([:])

    static func set(
        _ value: Any?,
        of object: AnyObject,
        _ key: Int,
        _ policy: objc_AssociationPolicy
    ) {
        let held: Held? = value.map { value in
            switch policy {
            case .OBJC_ASSOCIATION_ASSIGN: Held(kept: nil, unkept: value as AnyObject)
            case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
                Held(kept: (value as? any NSCopying)?.copy(with: nil) ?? value)
            case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: Held(kept: value)
            }
        }
        change { entries in
            var entry = entries[ObjectIdentifier(object)] ?? Entry(object: object)
            entry.values[key] = held
            entries[ObjectIdentifier(object)] = entry.values.isEmpty ? nil : entry
        }
    }

    static func value(of object: AnyObject, _ key: Int) -> Any? {
        entries.withLock { entries in
            guard let entry = entries[ObjectIdentifier(object)], entry.object === object,
                let held = entry.values[key]
            else { return nil }
            return held.kept ?? held.unkept
        }
    }

    static func removeAll(of object: AnyObject) {
        change { $0[ObjectIdentifier(object)] = nil }
    }

    /// Changes the entries without those of objects that are gone.
    private static func change(_ change: (inout [ObjectIdentifier: Entry]) -> Void) {
        let before = entries.withLock { entries in
            let before = entries
            entries = entries.filter { $0.value.object != nil }
            change(&entries)
            return before
        }
        // Released without the lock: what is released may call these functions.
        _ = consume before
    }
}
